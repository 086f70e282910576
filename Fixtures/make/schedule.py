# SPDX-License-Identifier: GPL-2.0-or-later
"""What the sensors are told and what the athlete does, second by second, for each fixture ride.

`plan(name)` is a pure function of the ride's name (seeded): it returns a Plan with
  seconds   whole seconds of the workout
  rows      one row a second: {"hr", "power", "cadence", "speed"} (power and cadence None without a meter)
  commands  [(second, command, sport or None)]: what the athlete presses; not in any radio trace
  sensors   [(second, line)]: what happens to the sensors besides their values (drop, off, on, battery)
  gps       {"void": [(from, to)], "start": (latitude, longitude)} or None
The heart follows the effort with a lag (first order, faster up than down) and drifts slowly upwards.
"""
import math, random
from collections import namedtuple

Plan = namedtuple("Plan", "name seconds rows commands sensors gps sport seed devices")


def heart(effort, rng, rest=72.0, drift=4.0, up=35.0, down=50.0):
    """Heart rate from the steady-state target of each second."""
    h, out, n = rest, [], 0.0
    for i, target in enumerate(effort):
        target += drift * i / 3600
        h += (target - h) / (up if target > h else down)
        n += (rng.gauss(0, 0.6) - n) * 0.2
        out.append(round(h + n))
    return out


def wander(rng, n, size, slow):
    x, out = 0.0, []
    for _ in range(n):
        x += rng.gauss(0, size) - x / slow
        out.append(x)
    return out


def ride_heart(power):
    """Steady-state heart rate of a power for this athlete: 78 at rest, 163 at 260 W."""
    return 78 + 85 * min(power, 300) / 260 if power else 92


def build(targets, rng, power_noise, sport_of):
    """targets: [(seconds, kind, watts or speed)] -> rows"""
    flat = [(k, v) for s, k, v in targets for _ in range(s)]
    n = len(flat)
    pw, cw, sw = wander(rng, n, power_noise, 6), wander(rng, n, 0.8, 25), wander(rng, n, 0.05, 20)
    rows, effort, speed = [], [], 0.0
    for i, (k, v) in enumerate(flat):
        row = {"power": None, "cadence": None, "kind": k}
        if k == "ride":
            row["power"] = max(20, round(v + pw[i])); row["cadence"] = max(55, min(115, round(80 + v / 22 + cw[i])))
            want = 3.0 * (row["power"] ** 0.2 if row["power"] > 0 else 0) + sw[i]; effort.append(ride_heart(v))
        elif k == "coast":
            row["power"] = 0; row["cadence"] = 0; want = v; effort.append(95)
        elif k == "run":
            want = v + sw[i]; effort.append(72 + 27.5 * v)
        elif k == "walk":
            row["power"], row["cadence"] = 0, 0      # the bike is pushed
            want = v + sw[i] / 3; effort.append(112)
        else:                                        # stand
            row["power"], row["cadence"], want = 0, 0, 0.0; effort.append(98)
        limit = 1.2 if want < speed else 0.5         # m/s2: braking, pulling away
        speed += max(-limit, min(limit, want - speed))
        if k == "stand" and speed < 1.3: speed = 0.0
        row["speed"] = round(max(0.0, speed), 3)
        rows.append(row)
    for r, h in zip(rows, heart(effort, rng)): r["hr"] = h
    return rows


def plan(name):
    if name == "indoor-ride":
        rng = random.Random(20261)
        t = [(120, "ride", 110), (180, "ride", 140), (180, "ride", 165), (120, "ride", 190)]      # warm-up, 10 min
        laps = [600]
        for _ in range(5):
            t += [(240, "ride", 260), (180, "ride", 140)]; laps += [laps[-1] + 240, laps[-1] + 420]
        t += [(420, "ride", 130), (300, "ride", 105), (180, "ride", 80)]                            # cool-down, 15 min
        rows = build(t, rng, 3.0, None)
        return Plan(name, 3600, rows, [(0, "start", "cycling")] + [(s, "lap", None) for s in laps] + [(3600, "stop", None)],
                    [(1800, "battery Strap 87"), (2700, "battery Meter 86")], None, "cycling", 20261, ("Strap", "Meter"))
    if name == "morning-ride":
        rng = random.Random(20262)
        t = [(90, "ride", 120), (210, "ride", 175), (120, "ride", 215),                               # lap 1: 0..420
             (30, "coast", 8.5), (250, "ride", 185), (20, "coast", 5.0), (60, "stand", 0),           # lap 2: 420..780
             (150, "ride", 205), (90, "ride", 240), (60, "ride", 160), (90, "ride", 120), (30, "coast", 3.0)]
        rows = build(t, rng, 5.0, None)
        commands = [(0, "start", "cycling"), (420, "lap", None), (720, "pause", None), (780, "resume", None), (800, "lap", None), (1200, "stop", None)]
        return Plan(name, 1200, rows, commands, [(600, "drop Strap"), (900, "battery Strap 87")],
                    {"void": [], "start": (47.1432, 9.5127)}, "cycling", 20262, ("Strap", "Meter"))
    if name == "run":
        rng = random.Random(20263)
        t = [(300, "run", 2.5), (480, "run", 2.9), (45, "stand", 0), (495, "run", 3.0), (300, "run", 3.3), (300, "run", 3.6), (240, "run", 2.9), (240, "run", 2.3)]
        rows = build(t, rng, 1.0, None)
        for r in rows: r["power"] = r["cadence"] = None
        return Plan(name, 2400, rows, [(0, "start", "running"), (2400, "stop", None)], [(1200, "battery Strap 87")],
                    {"void": [(1500, 1540)], "start": (53.2113, 5.7981)}, "running", 20263, ("Strap",))
    if name == "duathlon":
        rng = random.Random(20264)
        t = [(480, "run", 3.2), (60, "walk", 1.1), (60, "ride", 160), (480, "ride", 225), (60, "ride", 150), (60, "walk", 1.2), (240, "run", 3.4)]
        rows = build(t, rng, 5.0, None)
        commands = [(0, "start", "running"), (480, "activity", "transition"), (540, "activity", "cycling"), (1140, "activity", "transition"),
                    (1200, "activity", "running"), (1440, "stop", None)]
        return Plan(name, 1440, rows, commands, [(520, "on Meter"), (1150, "off Meter")],
                    {"void": [], "start": (56.1524, 10.2058)}, "multisport", 20264, ("Strap", "Meter"))
    if name == "try":
        p = plan("morning-ride")
        return p._replace(name="try", seconds=60, rows=p.rows[:60], commands=[(0, "start", "cycling"), (60, "stop", None)], sensors=[(20, "drop Strap"), (10, "off Meter"), (28, "on Meter"), (5, "battery Strap 87")])
    raise SystemExit(f"unknown ride {name}")


if __name__ == "__main__":
    import sys
    for n in sys.argv[1:] or ("indoor-ride", "morning-ride", "run", "duathlon"):
        p = plan(n)
        assert len(p.rows) == p.seconds, (n, len(p.rows))
        hr = [r["hr"] for r in p.rows]; pw = [r["power"] for r in p.rows if r["power"] is not None]
        print(n, p.seconds, "hr", min(hr), max(hr), sum(hr) / len(hr), "power", (min(pw), max(pw), sum(pw) / len(pw)) if pw else None,
              "m", round(sum(r["speed"] for r in p.rows)), "max", max(r["speed"] for r in p.rows))
