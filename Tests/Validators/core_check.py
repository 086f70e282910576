#!/usr/bin/env python3
"""Computes figures of the core anew, with numpy and gpxpy, for many cases in one process.

    core_check.py < CASES.json

CASES: {"rides": [{"watts": [...], "durations": [...], "criticalPower": W, "wPrimeJoules": J}, ...], "tracks": [[[lat, lon], ...], ...]}
Output: {"rides": [{"normalizedPower": W or null, "best": [[watts, start], ...], "wPrime": [lowest, last]}, ...],
         "tracks": [{"metres": M, "radius": R, "bounds": [south, west, north, east]}, ...]}

numpy works by whole arrays (convolution, strided windows), gpxpy by its own haversine on the radius that it names.
"""
import json
import sys

import gpxpy.geo
import gpxpy.gpx
import numpy


def normalized_power(watts):
    if len(watts) < 30:
        return None
    means = numpy.convolve(watts, numpy.ones(30), mode="valid") / 30
    return float(numpy.mean(means ** 4) ** 0.25)


def best(watts, seconds):
    windows = numpy.lib.stride_tricks.sliding_window_view(watts, seconds)
    # Whole watts: sums in int64 are exact, and argmax takes the first of equals.
    sums = windows.astype(numpy.int64).sum(axis=1)
    start = int(numpy.argmax(sums))
    return [float(windows[start].mean()), start]


def w_prime(watts, critical_power, capacity):
    left, lowest = capacity, float("inf")
    for power in watts.tolist():
        left += critical_power - power if power >= critical_power else (critical_power - power) * (1 - left / capacity)
        lowest = min(lowest, left)
    return [lowest, left]


def ride(case):
    watts = numpy.array(case["watts"], dtype=float)
    return {
        "normalizedPower": normalized_power(watts),
        "best": [best(watts, seconds) for seconds in case["durations"]],
        "wPrime": w_prime(watts, case["criticalPower"], case["wPrimeJoules"]),
    }


def track(points):
    segment = gpxpy.gpx.GPXTrackSegment([gpxpy.gpx.GPXTrackPoint(latitude, longitude) for latitude, longitude in points])
    metres = sum(
        gpxpy.geo.haversine_distance(*start, *end) for start, end in zip(points, points[1:]))
    bounds = segment.get_bounds()
    return {
        "metres": metres, "radius": gpxpy.geo.EARTH_RADIUS,
        "bounds": [bounds.min_latitude, bounds.min_longitude, bounds.max_latitude, bounds.max_longitude],
    }


def main():
    cases = json.load(sys.stdin)
    json.dump(
        {"rides": [ride(case) for case in cases["rides"]], "tracks": [track(points) for points in cases["tracks"]]}, sys.stdout)


if __name__ == "__main__":
    main()
