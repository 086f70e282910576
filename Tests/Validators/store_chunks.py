"""Reads a store with Python's own sqlite3 and with what docs/store.md says, and prints what it found as JSON.

The page's Python reads the chunks, the page's SQL is run as it stands there.
"""
import json
import pathlib
import re
import sqlite3
import sys
import zlib

page = (pathlib.Path(__file__).parents[2] / "docs/store.md").read_text()
said = {}
exec(re.search(r"```python\n(.*?)```", page, re.S)[1], said)

store = sqlite3.connect(sys.argv[1])
chunks = {}
tables = [
    "SELECT form, 'series ' || series, c.place, count, crc32, data FROM sample_chunks AS c JOIN series ON id = series",
    "SELECT 'places', 'route ' || route, place, count, crc32, data FROM route_chunks",
]
for table in tables:
    for form, owner, place, count, crc32, data in store.execute(table):
        assert zlib.crc32(data) == crc32, owner
        chunks[f"{owner}/{place}"] = [form, [list(row) for row in said["rows"](form, count, data)]]

answers = [store.execute(statement).fetchall()
           for block in re.findall(r"```sql\n(.*?)```", page, re.S) for statement in block.split(";") if statement.strip()]
json.dump({"chunks": chunks, "rows": [len(answer) for answer in answers]}, sys.stdout)
