#!/usr/bin/env python3
"""Every check of checks.py must be able to fail: each row breaks one rule in a small tree, and one tree breaks none."""
import tempfile
import unittest
from pathlib import Path

import checks

SENTENCE = "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n"

WRONG = [
    ("imports", {"Sources/Workouts/A.swift": "import Foundation\n"}, "Workouts imports Foundation"),
    ("imports", {"Sources/WireFormats/GATT/A.swift": "public import Dispatch\n"}, "WireFormats imports Dispatch"),
    ("imports", {"Sources/Ingest/A.swift": "import FoundationEssentials\n"}, "imports FoundationEssentials"),
    ("imports", {"Sources/Workouts/A.swift": "import Glibc\nlet pid = getpid()\n"}, "does no mathematics"),
    ("imports", {"Sources/Ingest/A.swift": "let now = Date()\n"}, "looks outside: Date()"),
    ("imports", {"Sources/Ingest/A.swift": "let chance = Int.random(in: 0...1)\n"}, "looks outside"),
    ("words", {"Sources/Workouts/A.swift": 'fatalError("never")\n'}, "fatalError("),
    ("words", {"Sources/Workouts/Zones/Deep/A.swift": 'fatalError("never")\n'}, "fatalError("),
    ("imports", {"Sources/Workouts/Zones/Deep/A.swift": "import Foundation\n"}, "Workouts imports Foundation"),
    ("words", {"Sources/Workouts/A.swift": "let a = try! read()\n"}, "try!"),
    ("words", {"Tests/WorkoutsTests/A.swift": "let a = b as! Int\n"}, "as!"),
    ("words", {"Sources/Workouts/A.swift": "// TODO: the rest\n"}, "TODO"),
    ("programs", {"Sources/Transports/A.swift": 'let pipe = popen("ls", "r")\n'}, "popen starts a program"),
    ("programs", {"Sources/wattbeat/A.swift": "_ = posix_spawn(&child, path, nil, nil, nil, nil)\n"}, "posix_spawn starts"),
    ("places", {"README.md": "look into /home/someone/rides\n"}, "/home/someone"),
    ("places", {"Makefile": "curl https://pypi.org/simple\n"}, "pypi.org"),
    ("links", {"docs/a.md": "see [b](b.md)\n"}, "no b.md"),
    ("captures", {"Fixtures/gatt/a.hex": "16 3C\n"}, "no header line"),
    ("captures", {"Fixtures/captures/ride/gps.nmea": "#\n"}, "no README.md"),
    ("captures", {"Fixtures/nmea/a.nmea": "# mine\n" + SENTENCE, "../shared/corpora/nmea/b.log": SENTENCE}, "another's recording"),
    ("sizes", {"Sources/Workouts/A.swift": "\n" * (checks.SWIFT_LINES + 1)}, "lines, more than"),
    ("sizes", {"Fixtures/a.bin": "x" * (checks.FILE_BYTES + 1)}, "bytes, more than"),
    ("sizes", {"notes.txt": "x"}, "does not belong to the top level"),
    ("units", {"Sources/Workouts/Routes/A.swift": "/// Metres; `nil` without altitudes.\npublic var ascent: Double?\n"}, "ascent"),
    ("units", {"Sources/Workouts/A.swift": "/// Watts.\npublic var averageWatts: Double\npublic var best: Metric<Double>\n"}, "best"),
    ("units", {"Sources/Workouts/A.swift": "/// Metres.\npublic static let radius = 200.0\n"}, "radius"),
    ("units", {"Sources/Workouts/A.swift": "/// Beats per minute.\n@Known public var heartRate: Double?\n"}, "heartRate"),
]

RIGHT = {
    "README.md": "see [the page](docs/a.md#top) and [elsewhere](https://www.swift.org)\n",
    "docs/a.md": "up to [README](../README.md)\n",
    "Sources/Workouts/A.swift": 'import Glibc\nlet a = sin(1)\nlet b = "try! it" // as! always, fatalError()\n',
    "Sources/Transports/System/ProgramOutput.swift": 'let pipe = popen(command, "r")\n',
    "Tests/Fuzz/Targets/ATarget.swift": 'fatalError("a promise is broken")\n',
    "Sources/Benchmarks/Peer.swift": "posix_spawnp(&process, command, &actions, nil, nil, nil)\n",
    "Sources/Workouts/Routes/B.swift": (
        "/// Metres.\npublic var ascentMetres: Double\n\n/// Beats per minute.\npublic var beatsPerMinute: Double?\n\n"
        "/// Degrees.\npublic var latitude: Double\npublic var longitude: Double\n\n/// Metres.\nvar inner: Double\n\n"
        "public var score: Double\n\n/// Metres.\npublic var distance: Distance\n"),
    "Sources/Transports/A.swift": "import Foundation\nlet now = Date()\n",
    "Fixtures/gatt/a.hex": "# one beat\n16 3C\n",
    "Fixtures/captures/ride/README.md": "ours\n",
    "Fixtures/captures/ride/gps.nmea": SENTENCE,
    "../shared/corpora/nmea/b.log": SENTENCE.replace("123519", "123520"),
}


def problems(name: str, tree: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        root.mkdir()
        for path, text in tree.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return list(getattr(checks, name)(root))


class ChecksTest(unittest.TestCase):
    def test_each_fault_is_found(self) -> None:
        for name, tree, part in WRONG:
            with self.subTest(check=name, tree=list(tree)):
                found = problems(name, tree)
                self.assertTrue(any(part in problem for problem in found), f"{part!r} not in {found}")

    def test_a_sound_tree_passes(self) -> None:
        for check in checks.CHECKS:
            with self.subTest(check=check.__name__):
                self.assertEqual(problems(check.__name__, RIGHT), [])

    def test_every_check_has_a_fault(self) -> None:
        self.assertEqual({name for name, _, _ in WRONG}, {check.__name__ for check in checks.CHECKS})


if __name__ == "__main__":
    unittest.main()
