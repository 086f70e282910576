#!/usr/bin/env python3
"""Works out periods, buckets and comparisons by Python's own calendar and zones, for comparison with the program's.

    calendar_check.py < CASES.json

A list of cases, each a text: zone, first weekday (1 Monday ... 7 Sunday), now in microseconds since 1970, and a kind: rolling, day,
week, month, quarter, year, or custom with its first and last date. The answer is a list of texts of microseconds since 1970:
bucket edges; start, end and cut of the previous period; those of the same last year (`-` for none); `|` between the three.
"""
import datetime
import functools
import json
import sys
from zoneinfo import ZoneInfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
DAY = datetime.timedelta(days=1)
MICROSECOND = datetime.timedelta(microseconds=1)


def micros(moment: datetime.datetime) -> int:
    return (moment.astimezone(UTC) - EPOCH) // MICROSECOND


@functools.cache
def start_of_day(zone: str, date: datetime.date) -> int:
    """Walks through the day before until the date is reached, and then closes in on the second."""
    tz = ZoneInfo(zone)
    reached = lambda s: (EPOCH + datetime.timedelta(seconds=s)).astimezone(tz).date() >= date
    second = (datetime.datetime(date.year, date.month, date.day, tzinfo=UTC) - EPOCH) // datetime.timedelta(seconds=1) - 20 * 3600
    while not reached(second + 1800):
        second += 1800
    low, high = second, second + 1800
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high * 1_000_000


def days_in(year: int, month: int) -> int:
    return (datetime.date(year + month // 12, month % 12 + 1, 1) - datetime.date(year, month, 1)).days


def months_later(date: datetime.date, count: int) -> datetime.date:
    year, month = divmod(date.year * 12 + date.month - 1 + count, 12)
    return datetime.date(year, month + 1, min(date.day, days_in(year, month + 1)))


def span(kind: str, date: datetime.date, first_weekday: int) -> tuple[datetime.date, datetime.date]:
    """First date, and the date after the last."""
    if kind == "day":
        return date, date + DAY
    if kind == "week":
        while date.isoweekday() != first_weekday:
            date -= DAY
        return date, date + 7 * DAY
    months = {"month": 1, "quarter": 3, "year": 12}[kind]
    first = datetime.date(date.year, (date.month - 1) // months * months + 1, 1)
    return first, months_later(first, months)


def bucket_starts(kind: str, first: datetime.date, end: datetime.date, first_weekday: int) -> list[datetime.date]:
    unit = {"week": "day", "month": "day", "quarter": "week", "year": "month"}.get(kind)
    if unit is None:
        unit = "day" if (end - first).days <= 62 else "week" if end <= months_later(first, 12) else "month"
    dates = [first + i * DAY for i in range((end - first).days)]
    is_edge = {"day": lambda d: True, "week": lambda d: d.isoweekday() == first_weekday, "month": lambda d: d.day == 1}[unit]
    return [d for d in dates if d == first or is_edge(d)]


def compared(zone, kind, first, end, other, other_end, now) -> str:
    start, stop = start_of_day(zone, other), start_of_day(zone, other_end)
    begin, finish = start_of_day(zone, first), start_of_day(zone, end)
    if now >= finish:
        cut = stop
    elif now <= begin:
        cut = start
    else:
        local = (EPOCH + now * MICROSECOND).astimezone(ZoneInfo(zone))
        if kind in ("day", "week", "custom"):
            date = other + (local.date() - first)
        else:
            month = months_later(other, (local.year - first.year) * 12 + local.month - first.month)
            date = month.replace(day=local.day) if local.day <= days_in(month.year, month.month) else None
        if date is None:
            cut = start_of_day(zone, months_later(month, 1))
        else:
            cut = micros(datetime.datetime.combine(date, local.time().replace(fold=0), tzinfo=ZoneInfo(zone)))
        cut = min(cut, stop)
    return f"{start} {stop} {cut}"


def answer(zone: str, first_weekday: int, now: int, kind: str, dates: list[str]) -> str:
    if kind == "rolling":
        hour = 3_600_000_000
        return f"{' '.join(str(now - i * hour) for i in range(24, -1, -1))}|{now - 48 * hour} {now - 24 * hour} {now - 24 * hour}|-"
    if kind == "custom":
        first, end = datetime.date.fromisoformat(dates[0]), datetime.date.fromisoformat(dates[1]) + DAY
        previous = first - (end - first), first
        last_year = months_later(first, -12), months_later(end - DAY, -12) + DAY
    else:
        today = (EPOCH + now * MICROSECOND).astimezone(ZoneInfo(zone)).date()
        first, end = span(kind, today, first_weekday)
        previous = span(kind, first - DAY, first_weekday)
        last_year = (first - 364 * DAY, first - 357 * DAY) if kind == "week" else span(kind, months_later(first, -12), first_weekday)
    stop = start_of_day(zone, end)
    if kind == "day":
        edges = list(range(start_of_day(zone, first), stop, 3_600_000_000)) + [stop]
    else:
        edges = [start_of_day(zone, date) for date in bucket_starts(kind, first, end, first_weekday)] + [stop]
    comparisons = (compared(zone, kind, first, end, *other, now) for other in (previous, last_year))
    return f"{' '.join(map(str, edges))}|{'|'.join(comparisons)}"


cases = (case.split() for case in json.load(sys.stdin))
print(json.dumps([answer(zone, int(weekday), int(now), kind, dates) for zone, weekday, now, kind, *dates in cases]))
