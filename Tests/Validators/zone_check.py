#!/usr/bin/env python3
"""Tells time zones' offsets from UTC by Python's zoneinfo, for comparison with the program's.

    zone_check.py < QUESTIONS.json

The questions are {"zones": {"a name": "the path of its file"}, "seconds": [since 1970]}, the answer is {"a name": [local time minus
UTC in seconds, for each of the seconds]}.
"""
import datetime
import json
import sys
from zoneinfo import ZoneInfo

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def offsets(path: str, moments: list[datetime.datetime]) -> list[int]:
    with open(path, "rb") as file:
        zone = ZoneInfo.from_file(file)
    return [round(moment.astimezone(zone).utcoffset().total_seconds()) for moment in moments]


questions = json.load(sys.stdin)
moments = [EPOCH + datetime.timedelta(seconds=second) for second in questions["seconds"]]
print(json.dumps({name: offsets(path, moments) for name, path in questions["zones"].items()}))
