#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""An hour of four sensors and a 10 Hz receiver as one capture of ours, to measure with.

    hour_ride.py hour.nmea > ride.capture       # hour.nmea: nmea_route.py --hz 10 --seconds 3600 --sentences RMC,GGA

A strap and a power meter notify once a second (2A37 with RR-intervals, 2A63 with crank revolutions), a stick hears a heart
rate strap and a power meter 4.06 and 4.005 times a second, the receiver's sentences arrive one a read, a tick every second.
The same arguments give the same bytes.
"""
import heapq, math, sys

HEADER = """wattbeat-capture 1
identity 60a1d7c45be04e6fa2f3bb0d7d1c9e55
start 2026-11-30T08:00:00.000000Z synchronised
utc-offset 3600
activity cycling
ftp 250
lthr 168
zones.heart-rate user custom 114,133,152,171
zones.power user coggan7 137.5,187.5,225,262.5,300,375

0 command - start cycling
0 open 1 nmea /dev/ttyACM0 -
0 open 2 gatt:2a37 D8:3A:5B:01:02:03 Strap
0 open 3 gatt:2a63 D8:3A:5B:04:05:06 Meter
0 open 4 ant 1-1.2 Stick"""
SECOND = 1_000_000
HOUR = 3600 * SECOND


def heart(t): return round(142 + 22 * math.sin(t / 300e6) + 5 * math.sin(t / 37e6))
def power(t): return round(210 + 70 * math.sin(t / 240e6) + 25 * math.sin(t / 11e6))


def strap():
    beat = 0
    for t in range(80_214, HOUR, SECOND):
        intervals = b""
        while beat <= t:
            ticks = round(61440 / heart(t)); beat += ticks * SECOND // 1024; intervals += ticks.to_bytes(2, "little")
        yield t, f"rx 2 {(bytes([0x16 if intervals else 0x06, heart(t)]) + intervals).hex()}"


def meter():
    turns, ticks = 0, 0
    for t in range(310_007, HOUR, SECOND):
        while ticks * SECOND < t * 1024: turns += 1; ticks += 700
        value = bytes([0x20, 0]) + b"".join(x.to_bytes(2, "little") for x in (power(t), turns & 0xFFFF, ticks & 0xFFFF))
        yield t, f"rx 3 {value.hex()}"


def frame(channel, page, device, kind):
    body = bytes([0xA4, 14, 0x4E, channel]) + page + bytes([0x80]) + device.to_bytes(2, "little") + bytes([kind, 0x01])
    check = 0
    for byte in body: check ^= byte
    return f"rx 4 {(body + bytes([check])).hex()}"


def ant_heart():
    beats, before, last = 0, 0, 0
    for n, t in enumerate(range(17_000, HOUR, 246_306)):
        while last * SECOND < t * 1024: before, last, beats = last, last + round(61440 / heart(t)), beats + 1
        page = bytes([4 | n << 5 & 0x80, 0xFF]) + b"".join((x & 0xFFFF).to_bytes(2, "little") for x in (before, last))
        yield t, frame(0, page + bytes([beats & 0xFF, heart(t)]), 4711, 120)


def ant_power():
    total = 0
    for n, t in enumerate(range(92_000, HOUR, 249_688)):
        watts = power(t); total += watts
        page = bytes([0x10, n & 0xFF, 0xFF, 88]) + (total & 0xFFFF).to_bytes(2, "little") + watts.to_bytes(2, "little")
        yield t, frame(1, page, 815, 11)


def receiver(path):
    with open(path, newline="") as log:
        for line in log:
            at = line[7:16].replace(",", "")
            t = (int(at[0:2]) - 8) * 3600 * SECOND + int(at[2:4]) * 60 * SECOND + round(float(at[4:]) * SECOND)
            text = line.rstrip("\r\n")
            yield t + (31_000 if "RMC," in text[:7] else 38_000), f'rx 1 "{text}\\r\\n"'


def ticks():
    for t in range(SECOND, HOUR, SECOND): yield t, "tick -"


print(HEADER)
for offset, line in heapq.merge(receiver(sys.argv[1]), strap(), meter(), ant_heart(), ant_power(), ticks()): print(offset, line)
print(HOUR, "command - stop")
