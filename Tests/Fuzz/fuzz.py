#!/usr/bin/env python3
"""Builds the targets of Tests/Fuzz with libFuzzer and AddressSanitizer and throws random bytes at each.

usage: fuzz.py SECONDS [TARGET…]

Begins with the bytes of Fixtures/, those of Tests/Fuzz/seeds/TARGET where random ones find no way in, and what earlier runs found worth
keeping (.build/fuzz/corpus). What traps is copied to
Tests/Fuzz/finds/TARGET, where `make test` runs it from then on, and ends this program with status 1.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
HERE = TOP / "Tests/Fuzz"
SCRATCH = TOP / ".build/fuzz"
# The rooms that a target reads with, the one that brings all others in, and the libraries that they link.
ROOMS = ["ActivityFiles", "Dialogues", "Gateway", "Ingest", "JSONText", "Phrases", "Statistics", "Storage", "Transports", "WireFormats", "Workouts"]
HIGHEST = "Gateway"
LIBRARIES = ["CBlueZ", "CExpat", "CSQLite", "CSystemd", "CUSB", "CZlib"]


def build() -> Path:
    """The instrumented modules by the package manager, the driver by the compiler: libFuzzer brings a main of its own."""
    sanitizers = ["--sanitize", "fuzzer", "--sanitize", "address"]
    subprocess.run(["swift", "build", "--scratch-path", SCRATCH, "-c", "release", *sanitizers, "--target", HIGHEST],
                   cwd=TOP, check=True, stdout=subprocess.DEVNULL)
    release = SCRATCH / "release"
    objects = [o for room in ROOMS for o in sorted((release / f"{room}.build").rglob("*.o"))]
    sources = [file for file in sorted(HERE.rglob("*.swift")) if file.name != "FindsTests.swift"]
    program = SCRATCH / "fuzz"
    libraries = [flag for library in LIBRARIES for flag in ("-I", TOP / "Sources" / library)]
    subprocess.run(["swiftc", "-sanitize=fuzzer,address", "-use-ld=lld", "-parse-as-library", "-O", "-swift-version", "6", "-module-name", "Fuzz",
                    "-enable-experimental-feature", "Lifetimes", "-I", release / "Modules", *libraries, *sources, *objects, "-o", program],
                   cwd=TOP, check=True)
    return program


def seeds() -> Path:
    """Every fixture's bytes: hex as what it stands for, example rows a file each, everything else as it is, up to 64 KiB."""
    folder = SCRATCH / "seeds"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pieces = []
    for file in sorted((TOP / "Fixtures").rglob("*")):
        if not file.is_file() or file.suffix in {".md", ".py", ".json"}:
            continue
        if file.suffix == ".hex":
            lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
            pieces.append(bytes.fromhex("".join(lines)))
        elif file.suffix == ".tsv":
            rows = [line.split("\t") for line in file.read_text().splitlines() if not line.startswith("#")]
            packets = [packet for row in rows if len(row) > 2 for packet in row[2].split("|")]
            pieces += [bytes.fromhex(packet) for packet in packets if re.fullmatch(r"[0-9A-Fa-f ]*", packet)]
        else:
            pieces.append(file.read_bytes()[:65536])
    for index, piece in enumerate(pieces):
        (folder / f"{index:05}").write_bytes(piece)
    return folder


def fuzz(program: Path, target: str, longest: int, seconds: int, seeds: Path) -> tuple[int, int]:
    """Executions and finds of one target."""
    corpus, artifacts, finds = SCRATCH / "corpus" / target, SCRATCH / "artifacts" / target, HERE / "finds" / target
    shutil.rmtree(artifacts, ignore_errors=True)
    for folder in (corpus, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    known = [folder for folder in (finds, HERE / "seeds" / target) if folder.is_dir()]
    # No symboliser: it can outlive the program it reports on and hold its output open.
    environment = {**os.environ, "FUZZ_TARGET": target, "ASAN_OPTIONS": "detect_leaks=0:symbolize=0", "SWIFT_BACKTRACE": "enable=no"}
    log = SCRATCH / f"{target}.log"
    with log.open("wb") as file:
        run = subprocess.run([program, f"-max_total_time={seconds}", "-print_final_stats=1", f"-max_len={longest}", "-timeout=10",
                              f"-artifact_prefix={artifacts}/", corpus, seeds, *known],
                             env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file, timeout=seconds + 120, check=False)
    said = log.read_text(errors="replace")
    counts = re.findall(r"number_of_executed_units:\s*(\d+)|^#(\d+)\s", said, re.MULTILINE)
    executions = max((int(a or b) for a, b in counts), default=0)
    new = sorted(artifacts.iterdir())
    for artifact in new:
        finds.mkdir(parents=True, exist_ok=True)
        shutil.copy(artifact, finds / artifact.name)
    if run.returncode != 0:
        print("\n".join(said.splitlines()[-12:]), file=sys.stderr)
        return executions, max(1, len(new))
    return executions, 0


def main() -> int:
    seconds, wanted = int(sys.argv[1]), sys.argv[2:]
    program = build()
    listed = subprocess.run([program], env={**os.environ, "FUZZ_TARGET": ""}, check=True, capture_output=True, text=True).stdout
    targets = {name: int(longest) for name, longest in map(str.split, listed.splitlines())}
    unknown = set(wanted) - set(targets)
    if unknown:
        print(f"fuzz.py: there is no target {', '.join(sorted(unknown))}; there are {', '.join(targets)}", file=sys.stderr)
        return 64
    folder = seeds()
    total = 0
    for name in wanted or targets:
        executions, finds = fuzz(program, name, targets[name], seconds, folder)
        total += finds
        print(f"{name:20} {executions:>14,} executions {finds:>4} finds", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
