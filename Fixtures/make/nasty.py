"""Writes the nasty cases: `nasty.py FOLDER` makes `<case>.capture` and `<case>.expected.json` for each,
and `<case>.capture-2` where a second capture continues the first.

What a case must become is stated here, beside its bytes, by arithmetic on the specifications; no program's output is copied.
"""
import pathlib, sys
import nasty_receivers, nasty_sensors, nasty_workouts  # each adds its cases
from nasty_case import CASES

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for old in list(folder.glob("*.capture*")) + list(folder.glob("*.expected.json")):
    old.unlink()
for case in CASES:
    (folder / f"{case.name}.capture").write_text(case.capture())
    if case.next:
        (folder / f"{case.name}.capture-2").write_text(case.next.capture())
    (folder / f"{case.name}.expected.json").write_text(case.expectation())
