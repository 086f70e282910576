#!/usr/bin/env python3
"""What the compiler and the formatter do not see. Each check takes the repository's root and yields what is wrong.

usage: checks.py [ROOT]
"""
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PURE_ROOMS = ["ActivityFiles", "Dialogues", "Ingest", "JSONText", "Phrases", "Statistics", "WireFormats", "Workouts"]
TOP_LEVEL = {
    ".ci", ".gitignore", ".swift-format", "CONTRIBUTING.md", "Fixtures", "LICENSE", "Makefile", "Package.swift", "README.md",
    "Sources", "Tests", "docs", "udev",
}
# What a comment begins with when it states a unit, and a name carries.
UNIT_WORDS = (
    "metres|kilometres|millimetres|watts|joules|kilojoules|kilocalories|kilograms|newtons?|degrees|celsius|hertz|volts|dbm|percent|"
    "knots|per second|per minute|seconds|milliseconds|minutes|hours|days|years"
)
# Everybody measures these in degrees.
DEGREES_ANYWAY = {"latitude", "longitude"}
SWIFT_LINES = 400
FILE_BYTES = 3 << 20
# Beside the repository where it is laid out: logs and activity files of others, for reading in tests and not for copying.
CORPORA = "../shared/corpora"


def files(root: Path, *patterns: str) -> list[Path]:
    """Files that are, or would be, under version control and match one of the patterns."""
    if (root / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
        found = [root / name for name in names if name]
    else:
        found = list(root.rglob("*"))
    wanted = [re.compile(as_expression(pattern)) for pattern in patterns]
    return sorted({p for p in found if p.is_file() and any(e.fullmatch(p.relative_to(root).as_posix()) for e in wanted)})


def as_expression(pattern: str) -> str:
    """Of paths: `**/` is any number of folders, `*` no slash; a pattern without a folder is of files in any."""
    if "/" not in pattern:
        pattern = "**/" + pattern
    parts = re.split(r"(\*\*/|\*)", pattern)
    return "".join({"**/": "(?:.*/)?", "*": "[^/]*"}.get(part, re.escape(part)) for part in parts)


def code(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines of a Swift file without their line comments and string contents."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield number, re.sub(r"//.*", "", re.sub(r'"(\\.|[^"\\])*"', '""', line))


def imports(root: Path) -> Iterator[str]:
    """Pure rooms read no clock, no file and no chance."""
    outside = re.compile(r"\b(Date|UUID|ContinuousClock|SuspendingClock)\(\)|\.random\(|\b(getenv|fopen|clock_gettime|gettimeofday|localtime)\b")
    maths = re.compile(r"\b(a?sinh?|a?cosh?|a?tanh?|atan2|sqrt|cbrt|log\w*|exp\w*|pow|hypot|fma|round\w*|floor|ceil|trunc|fmod|remainder)\b")
    for room in PURE_ROOMS:
        for path in files(root, f"Sources/{room}/*.swift", f"Sources/{room}/**/*.swift"):
            lines = list(code(path))
            for number, line in lines:
                place = f"{path.relative_to(root)}:{number}"
                module = re.match(r"\s*(?:@\w+\s+)*(?:public |package |internal |private |fileprivate )?import (?:\w+ )?(\w+)", line)
                if module and module[1].startswith(("Foundation", "Dispatch")):
                    yield f"{place}: {room} imports {module[1]}"
                elif module and module[1] == "Glibc" and not any(maths.search(text) for n, text in lines if n != number):
                    yield f"{place}: {room} imports Glibc and does no mathematics"
                if found := outside.search(line):
                    yield f"{place}: {room} looks outside: {found[0]}"


def words(root: Path) -> Iterator[str]:
    """No trap by choice, no work put off."""
    trap = re.compile(r"\bfatalError\s*\(|\btry!|\bas!")
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    for path in files(root, "Sources/*.swift", "Sources/**/*.swift", "Tests/*.swift", "Tests/**/*.swift"):
        for number, line in code(path):
            # A fuzz target stops when a promise is broken: that is how it tells.
            if (found := trap.search(line)) and not path.is_relative_to(root / "Tests/Fuzz/Targets"):
                yield f"{path.relative_to(root)}:{number}: {found[0]}"
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := later.search(line):
                yield f"{path.relative_to(root)}:{number}: {found[0]}"


def programs(root: Path) -> Iterator[str]:
    """One file alone starts programs, and says why that is safe."""
    starts = re.compile(r"\b(popen|posix_spawnp?|v?fork|execv\w*|execl\w*|Process)\s*\(")
    for path in files(root, "Sources/*.swift", "Sources/**/*.swift"):
        # Benchmarks run other programs to compare with.
        if path.name == "ProgramOutput.swift" or path.relative_to(root).parts[1] == "Benchmarks":
            continue
        for number, line in code(path):
            if found := starts.search(line):
                yield f"{path.relative_to(root)}:{number}: {found[1]} starts a program"


def places(root: Path) -> Iterator[str]:
    """Nothing names one person's machine or where packages are fetched from."""
    machine = re.compile(r"(?<![\w.])/(home|root|work|Users)/\w+")
    host = re.compile(r"\b(pypi|pythonhosted|debian|npmjs|crates|docker)\.(org|io)\b", re.IGNORECASE)
    for path in files(root, "*", "**/*"):
        if path.parent == root / "Tests/Checks" or b"\0" in (content := path.read_bytes()):
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), 1):
            if found := machine.search(line) or host.search(line):
                yield f"{path.relative_to(root)}:{number}: {found[0]}"


def links(root: Path) -> Iterator[str]:
    """Every relative link of a page leads somewhere."""
    for path in files(root, "*.md", "**/*.md"):
        text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file = target.split("#")[0]
            if file and not re.match(r"[a-z]+:", file) and not (path.parent / file).exists():
                yield f"{path.relative_to(root)}: no {target}"


def captures(root: Path) -> Iterator[str]:
    """Every fixture says what it is, and none is another's recording."""
    for path in files(root, "Fixtures/**/*.hex"):
        if not path.read_text().startswith("#"):
            yield f"{path.relative_to(root)}: no header line that says what it is"
    for folder in sorted({p.parent for p in files(root, "Fixtures/captures/*/*")}):
        if not (folder / "README.md").exists():
            yield f"{folder.relative_to(root)}: no README.md that says how it was recorded"
    corpora = root / CORPORA
    if not corpora.is_dir():
        return
    # A line with a position, or a whole file: nothing shorter could not have come about twice.
    foreign: set[bytes] = set()
    for path in corpora.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            foreign.add(content)
            foreign.update(line.strip() for line in content.splitlines() if re.match(rb"\$..(RMC|GGA),[^,]+,[^,]*,\d", line))
    for path in files(root, "Fixtures/**/*"):
        content = path.read_bytes()
        if content in foreign or any(line.strip() in foreign for line in content.splitlines() if line.startswith(b"$")):
            yield f"{path.relative_to(root)}: bytes of another's recording"


def sizes(root: Path) -> Iterator[str]:
    """A file too large to read holds two ideas, or data that belongs elsewhere."""
    for path in files(root, "*", "**/*"):
        if path.suffix == ".swift" and (count := path.read_bytes().count(b"\n")) > SWIFT_LINES:
            yield f"{path.relative_to(root)}: {count} lines, more than {SWIFT_LINES}"
        if path.stat().st_size > FILE_BYTES:
            yield f"{path.relative_to(root)}: {path.stat().st_size} bytes, more than {FILE_BYTES}"
        if (top := path.relative_to(root).parts[0]) not in TOP_LEVEL:
            yield f"{path.relative_to(root)}: {top} does not belong to the top level"


def units(root: Path) -> Iterator[str]:
    """A public bare number whose comment begins with a unit says that unit in its name."""
    unit = re.compile(rf"(?:in |whole )?(?:{UNIT_WORDS}|(?:beats|revolutions|steps|strides) per minute)\b", re.IGNORECASE)
    named = re.compile(UNIT_WORDS.replace(" ", ""), re.IGNORECASE)
    bare = re.compile(
        r"public (?:[\w()]+ )*?(?:let|var) `?(\w+)`?(?:: (?:Metric<)?\[?(?:Closed)?(?:Range<)?U?(?:Double|Int\d*)\b| = -?\d)")
    for path in files(root, "*.swift"):
        # gpsd's reports keep gpsd's names.
        if path.relative_to(root).parts[0] != "Sources" or path.name == "GPSDReport.swift":
            continue
        comment: list[str] = []
        goes_on = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            text = line.strip()
            if text.startswith("///"):
                comment = [*comment, text[3:].strip()] if goes_on else [text[3:].strip()]
            elif found := bare.match(re.sub(r"^@\w+ ", "", text)):
                name = found[1]
                if comment and unit.match(comment[0]) and not named.search(name) and name not in DEGREES_ANYWAY:
                    yield f"{path.relative_to(root)}:{number}: {name}: {comment[0]}"
            elif not text.startswith("@"):
                comment = []
            goes_on = text.startswith("///")


CHECKS = [imports, words, programs, places, links, captures, sizes, units]


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    problems = [f"{check.__name__}: {problem}" for check in CHECKS for problem in check(root)]
    print("\n".join(problems) if problems else f"{len(CHECKS)} checks: nothing to say")
    if not (root / CORPORA).is_dir():
        print("captures: others' recordings are not beside the repository, so fixtures were not compared with them")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
