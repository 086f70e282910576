#!/usr/bin/env python3
"""Smooths routes another way: the whole path at once, as one linear least squares problem, solved by numpy.

    smooth_check.py < CASES

CASES: a JSON list of {"agility": m²/s³, "points": [[seconds, x, y, z, deviation], …]}; output: a JSON list of lists of [x, y, z].
What is minimised is what the smoother's model says: each place against what was measured, over its deviation, and each step of
position and velocity against even motion, over the covariance of acceleration as white noise. Nothing is said of the first
velocity. Places are taken from the first one, so that numbers stay small.
"""
import json
import sys

import numpy as np


def smooth(agility, points):
    points = np.array(points)
    offsets, places, deviations = points[:, 0], points[:, 1:4], points[:, 4]
    origin = places[0].copy()
    count = len(points)
    rows, sides = [], []
    for index in range(count):
        row = np.zeros(2 * count)
        row[2 * index] = 1 / deviations[index]
        rows.append(row)
        sides.append((places[index] - origin) / deviations[index])
    for index in range(count - 1):
        step = offsets[index + 1] - offsets[index]
        noise = agility * np.array([[step**3 / 3, step**2 / 2], [step**2 / 2, step]])
        whiten = np.linalg.inv(np.linalg.cholesky(noise))
        motion = np.zeros((2, 2 * count))
        motion[:, 2 * index:2 * index + 2] = -np.array([[1, step], [0, 1]])
        motion[:, 2 * index + 2:2 * index + 4] = np.eye(2)
        rows.extend(whiten @ motion)
        sides.extend(np.zeros((2, 3)))
    solution, *_ = np.linalg.lstsq(np.array(rows), np.array(sides), rcond=None)
    return (solution[::2] + origin).tolist()


print(json.dumps([smooth(case["agility"], case["points"]) for case in json.load(sys.stdin)]))
