#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A seeded generator of NMEA 0183 logs: a route with curves and hills, ridden or run at a given speed profile.

    nmea_route.py --seconds 3600 --hz 10 --seed 7 > ride.nmea            # also --sentences RMC,GGA  --stamps  --truth FILE
    nmea_route.py --ride run --log director.jsonl --truth run.truth.json > gps.nmea    # the ride that was recorded

The path is drawn first, in metres, without noise: heading, height and speed are sums of sines with seeded phases, so the
same seed gives the same path at any rate. Per epoch the true position is moved by a slow, smooth error (about 1 m) and
written as RMC, GGA, GSA and GST (GSV once a minute). Speed and course are those of the movement with a Doppler error of
0.03 m/s. At standstill the course is empty. In a tunnel the sentences are void and empty, the time goes on.
`--truth` writes what is true of the log (definitions inside). No other program's reading of the log goes into it.
`--stamps` puts the time of reception (epoch seconds with microseconds, one space) before each line.
Earth: a sphere of 6371008.8 m, the same that the distances are computed with.
"""
import argparse, json, math, random, sys
from datetime import datetime, timedelta, timezone

R = 6371008.8
KNOT = 1852 / 3600
ISO = "%Y-%m-%dT%H:%M:%S"


def haversine(a, b):
    p, q = math.radians(a[0]), math.radians(b[0])
    h = math.sin((q - p) / 2) ** 2 + math.cos(p) * math.cos(q) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * R * math.asin(math.sqrt(h))


def iso(ms):
    return datetime.fromtimestamp(ms // 1000, timezone.utc).strftime(ISO) + ".%03dZ" % (ms % 1000)


def sentence(body, end="\r\n"):
    x = 0
    for c in body.encode(): x ^= c
    return f"${body}*{x:02X}{end}"


def degrees_minutes(value, width, letters, decimals=5):
    unit = 60 * 10 ** decimals
    n = round(abs(value) * unit)
    d, m = divmod(n, unit)
    return f"{d:0{width}d}{m / 10 ** decimals:0{3 + decimals}.{decimals}f},{letters[value < 0]}"


def read_back(value, decimals=5):
    """The coordinate a reader gets from the printed one."""
    unit = 60 * 10 ** decimals
    n = round(abs(value) * unit)
    d, m = divmod(n, unit)
    return math.copysign(d + m / 10 ** decimals / 60, value)


class Waves:
    """A smooth seeded function: sum of sines."""
    def __init__(self, rng, waves): self.w = [(a, 2 * math.pi / l, rng.uniform(0, 2 * math.pi)) for a, l in waves]
    def __call__(self, x): return sum(a * math.sin(k * x + p) for a, k, p in self.w)


class Route:
    def __init__(self, seed, kind, start, metres, base):
        rng = random.Random(f"route {seed}")
        bend = Waves(rng, [(0.9, 2300), (0.5, 870), (0.35, 310), (0.12, 95)])
        size = 1.0 if kind == "ride" else 0.35
        self.hill = Waves(rng, [(22 * size, 4700), (9 * size, 1650), (3.5 * size, 610), (0.5 * size, 140)])
        self.base = base
        h0, turn = rng.uniform(0, 2 * math.pi), rng.choice((-1, 1)) * 2 * math.pi / max(metres, 1000)   # closes roughly
        self.heading = lambda s: h0 + turn * s + bend(s)
        lat, lon = map(math.radians, start); self.grid = [start]
        for s in range(int(metres) + 50):
            h = self.heading(s + 0.5)
            lat += math.cos(h) / R; lon += math.sin(h) / R / math.cos(lat)
            self.grid.append((math.degrees(lat), math.degrees(lon)))
    def at(self, s):
        s = max(0.0, min(s, len(self.grid) - 1.001)); i = int(s); f = s - i
        a, b = self.grid[i], self.grid[i + 1]
        return a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f
    def altitude(self, s): return self.base + self.hill(s) - self.hill(0)


class Speed:
    """Speed, piecewise linear between whole seconds, and its integral. knots[i] holds at second i; 0 before and after."""
    def __init__(self, knots):
        self.k = [0.0] + list(knots[1:])
        while self.k[-1] > 0: self.k.append(round(max(0.0, self.k[-1] - 2.0), 3))
        self.d = [0.0]
        for a, b in zip(self.k, self.k[1:]): self.d.append(self.d[-1] + (a + b) / 2)
    def at(self, t):
        if t <= 0 or t >= len(self.k) - 1: return 0.0
        i = int(t); return self.k[i] + (self.k[i + 1] - self.k[i]) * (t - i)
    def distance(self, t):
        if t <= 0: return 0.0
        if t >= len(self.k) - 1: return self.d[-1]
        i, f = int(t), t - int(t)
        return self.d[i] + self.k[i] * f + (self.k[i + 1] - self.k[i]) * f * f / 2


def own_profile(kind, seconds, seed):
    rng = random.Random(f"speed {seed}")
    slow = Waves(rng, [(1.0, 700), (0.6, 190), (0.3, 47)] if kind == "ride" else [(0.25, 900), (0.12, 170)])
    mean, v, out, stop = (8.0, 0.0, [], rng.randint(400, 700)) if kind == "ride" else (3.0, 0.0, [], rng.randint(600, 900))
    for s in range(seconds):
        want = 0.0 if stop <= s < stop + 30 else mean + slow(s)
        if s == stop + 30: stop = s + rng.randint(400, 700)
        v += max(-1.2, min(0.5, want - v)); out.append(round(max(0.0, v), 3))
    return out


def epochs(o):
    """One dictionary an epoch: everything true of it and what the receiver makes of it."""
    seconds = len(o.knots)
    speed = Speed(o.knots)
    route = Route(o.seed, o.kind, o.start, speed.d[-1], o.altitude)
    rng = random.Random(f"noise {o.seed}")
    def error(a): return Waves(rng, [(a * 0.8, 397), (a * 0.6, 151), (a * 0.35, 61), (a * 0.12, 23)])
    east, north, up = error(0.9), error(0.9), error(1.6)
    hdop, used = Waves(rng, [(0.12, 610), (0.07, 133)]), Waves(rng, [(1.6, 530), (0.9, 97)])
    step = 1000 // o.hz
    t = o.first_ms
    while t <= o.last_ms:
        x = (t - o.t0_ms) / 1000
        s = speed.distance(x); v = speed.at(x); lat, lon = route.at(s); alt = route.altitude(s)
        e = {"ms": t, "x": x, "void": any(a <= x < b for a, b in o.void), "true": (lat, lon), "trueAltitude": alt, "s": s, "v": v}
        dv = rng.gauss(0, 0.03)
        e["speed"] = round(max(0.0, v + dv) / KNOT, 3) if v > 0 else round(abs(dv) / 3 / KNOT, 3)
        e["course"] = round(math.degrees(route.heading(s)) + rng.gauss(0, 0.03) / max(v, 0.3) * 57, 2) % 360 if v >= 0.5 else None
        if e["course"] is not None and e["course"] >= 359.995: e["course"] = 0.0
        e["lat"] = lat + math.degrees(north(x) / R); e["lon"] = lon + math.degrees(east(x) / R / math.cos(math.radians(lat)))
        e["alt"] = round(alt + up(x), 1)
        e["hdop"] = round(0.85 + hdop(x), 2); e["used"] = max(6, min(12, round(10 + used(x))))
        e["quality"] = 2 if x > o.dgps else 1; e["sep"] = o.separation
        yield e
        t += step


def write(e, o, n):
    """The sentences of one epoch, in the order the receiver sends them."""
    d = datetime.fromtimestamp(e["ms"] // 1000, timezone.utc); hms = d.strftime("%H%M%S") + ".%02d" % (e["ms"] % 1000 // 10); day = d.strftime("%d%m%y")
    t = o.talker; out = {}
    sats = [3, 6, 9, 12, 17, 19, 22, 25, 28, 32, 1, 14]
    if e["void"]:
        out["RMC"] = f"{t}RMC,{hms},V,,,,,,,{day},,,N"
        out["GGA"] = f"{t}GGA,{hms},,,,,0,00,99.99,,,,,,"
        out["GSA"] = f"{t}GSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"
        out["GST"] = f"{t}GST,{hms},,,,,,,"
    else:
        pos = degrees_minutes(e["lat"], 2, "NS") + "," + degrees_minutes(e["lon"], 3, "EW"); q = e["quality"]
        course = "" if e["course"] is None else f"{e['course']:.2f}"
        ids = ",".join([f"{x:02d}" for x in sats[:e["used"]]] + [""] * (12 - e["used"])); h = e["hdop"]
        out["RMC"] = f"{t}RMC,{hms},A,{pos},{e['speed']:.3f},{course},{day},,,{'AD'[q - 1]}"
        out["GGA"] = f"{t}GGA,{hms},{pos},{q},{e['used']:02d},{h:.2f},{e['alt']:.1f},M,{e['sep']:.1f},M,{'1.0,0120' if q == 2 else ','}"
        out["GSA"] = f"{t}GSA,A,3,{ids},{h * 1.9:.2f},{h:.2f},{h * 1.6:.2f}"
        u = 1.1 if q == 2 else 2.4
        out["GST"] = f"{t}GST,{hms},{u * 8:.0f},,,,{h * u:.1f},{h * u * 0.9:.1f},{h * u * 1.7:.1f}"
    lines = [sentence(out[k]) for k in o.sentences if k in out]
    if "GSV" in o.sentences and e["ms"] % 60000 == 0:
        for i in range(3):
            four = ",".join(f"{s:02d},{(s * 7) % 80 + 5:02d},{(s * 53) % 360:03d},{20 + (s * 3 + n) % 25:02d}" for s in sats[4 * i:4 * i + 4])
            lines.append(sentence(f"GPGSV,3,{i + 1},12,{four}"))
    return lines


DEFINITIONS = {
    "fixes": "epochs whose sentences are valid (not void)",
    "first/last": "first and last valid epoch as printed in the log: coordinates read back from the printed digits, altitude above mean sea level from GGA",
    "maxSpeed": "largest printed RMC speed x 1852/3600, m/s",
    "distance.path": "length of the noise-free path: integral of the speed profile over all epochs, voids included, m",
    "distance.trueFixes": "haversine (R = 6371008.8 m) over the noise-free positions at the epochs with a fix, m; a void stretch counts as one straight step",
    "distance.emittedFixes": "the same over the printed positions: what a reader without any filter gets (unfilteredDistance)",
    "ascent.path": "sum of the positive height differences of the noise-free path, from epoch to epoch, m",
    "ascent.emitted": "the same over the printed altitudes without any threshold: an upper bound that a filter must not reach",
    "ascent.emitted3m": "over the printed altitudes with a 3 m threshold: the anchor starts at the first altitude and moves only when the altitude is 3 m or more away from it; rises are added up",
    "standing": "seconds (of the profile, whole) in which the true speed is 0 between start and stop",
}


def truth(es, o, lines, size):
    ok = [e for e in es if not e["void"]]
    def place(e): return {"time": iso(e["ms"]), "lat": round(read_back(e["lat"]), 8), "lon": round(read_back(e["lon"]), 8), "altitudeMSL": e["alt"], "geoidSeparation": e["sep"]}
    emitted = [(read_back(e["lat"]), read_back(e["lon"])) for e in ok]
    def length(p): return round(sum(haversine(a, b) for a, b in zip(p, p[1:])), 2)
    def climb(z): return round(sum(max(0, b - a) for a, b in zip(z, z[1:])), 2)
    anchor, up3 = ok[0]["alt"], 0.0
    for e in ok:
        if abs(e["alt"] - anchor) >= 3: up3 += max(0.0, e["alt"] - anchor); anchor = e["alt"]
    return {"definitions": DEFINITIONS, "bytes": size, "sentences": lines, "epochs": len(es), "fixes": len(ok), "voidEpochs": len(es) - len(ok),
            "first": place(ok[0]), "last": place(ok[-1]), "maxSpeed": round(max(e["speed"] for e in ok) * KNOT, 3),
            "distance": {"path": round(es[-1]["s"] - es[0]["s"], 2), "trueFixes": length([e["true"] for e in ok]), "emittedFixes": length(emitted)},
            "ascent": {"path": climb([e["trueAltitude"] for e in es]), "emitted": climb([e["alt"] for e in ok]), "emitted3m": round(up3, 2)},
            "altitude": {"min": min(e["alt"] for e in ok), "max": max(e["alt"] for e in ok)},
            "standing": sum(1 for k in o.knots[1:] if k == 0), "hz": o.hz, "seed": o.seed}


def options(argv=None):
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("--ride", help="speed profile, place and tunnels of a ride of schedule.py"); ap.add_argument("--log", help="director.jsonl: when that ride began")
    ap.add_argument("--kind", choices=("ride", "run"), default="ride"); ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--seconds", type=int, default=600); ap.add_argument("--hz", type=int, default=1, choices=(1, 2, 5, 10))
    ap.add_argument("--start", default="46.9480,7.4474"); ap.add_argument("--utc", default="2026-11-30T08:00:00"); ap.add_argument("--altitude", type=float, default=540.0)
    ap.add_argument("--separation", type=float, default=47.8); ap.add_argument("--talker", default="GN"); ap.add_argument("--dgps", type=float, default=30.0, help="seconds until quality 2")
    ap.add_argument("--void", default="", help="FROM-TO[,FROM-TO] seconds without a fix"); ap.add_argument("--sentences", default="RMC,GGA,GSA,GST,GSV")
    ap.add_argument("--stamps", action="store_true"); ap.add_argument("--truth")
    o = ap.parse_args(argv)
    o.sentences = o.sentences.split(","); o.start = tuple(map(float, o.start.split(","))); lead = tail = 0
    o.void = [tuple(map(float, v.split("-"))) for v in o.void.split(",") if v]
    if o.ride:
        import schedule
        p = schedule.plan(o.ride); o.kind = "run" if o.ride == "run" else "ride"; o.seed, o.start, o.void = p.seed, p.gps["start"], p.gps["void"]
        o.knots = [r["speed"] for r in p.rows]; o.seconds = p.seconds; lead, tail = 5000, 4000
        o.altitude, o.separation, o.talker = {"morning-ride": (455.0, 49.3, "GN"), "run": (8.0, 40.7, "GN"), "duathlon": (31.0, 39.9, "GP")}[o.ride]
        o.t0_ms = next(round(json.loads(l)["t0"] * 1000) for l in open(o.log) if '"begin"' in l)
    else:
        o.knots = own_profile(o.kind, o.seconds, o.seed)
        o.t0_ms = round(datetime.strptime(o.utc, ISO).replace(tzinfo=timezone.utc).timestamp() * 1000)
    grid = 1000 // o.hz
    o.first_ms = -(-(o.t0_ms - lead) // grid) * grid; o.last_ms = (o.t0_ms + o.seconds * 1000 - (0 if o.ride else grid) + tail) // grid * grid
    return o


def main():
    o = options(); es, n, size = [], 0, 0
    for e in epochs(o):
        lines = write(e, o, n); es.append(e); out = []
        for i, l in enumerate(lines):
            n += 1; size += len(l)
            if o.stamps:
                us = e["ms"] * 1000 + 31000 + i * 7000 // max(1, o.hz // 5) + (n * 7919) % 1500
                l = f"{us // 1000000}.{us % 1000000:06d} {l}"
            out.append(l)
        sys.stdout.write("".join(out))
    if o.truth:
        with open(o.truth, "w") as f: json.dump(truth(es, o, n, size), f, indent=1); f.write("\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(newline="", encoding="ascii")
    main()
