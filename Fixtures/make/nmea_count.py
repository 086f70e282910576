#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Count what an NMEA log holds, byte by byte, independently of the program under test: nmea_count.py FILE...

It is the arithmetic behind the .expected.json files: framing, checksums, epochs, fixes, first and last fix, speed, distance.
`--check FOLDER` compares with the expected.json of a folder of real logs (the same names and definitions), where one is at hand.
"""
import hashlib, json, math, re, sys
from datetime import date, datetime, timedelta, timezone

R, KNOT = 6371008.8, 1852 / 3600
ABOUT = {
    "validSentences": "framed $ or !, printable ASCII only, '*' + two hex digits (either case) that equal the XOR of the bytes between the start and '*'. A new '$' or '!' inside a line starts a new sentence. Lines beginning with '#' are no data",
    "badChecksum / noChecksum / truncated": "the digits differ / the line ended without '*' / a new start came before the end, or the line or file ended within '*hh'. A start that no address of 4 characters follows is binary and not counted",
    "epochs": "maximal runs of consecutive position sentences (RMC, GGA, GNS, GLL) with the same time of day; ZDA gives the date only; sentences with an empty time form none; a GNS with an empty mode field carries no position",
    "fixes": "epochs with at least one valid position: RMC/GLL status A and mode not N, S, M; GGA quality not 0, 7, 8; GNS with one of A D P R F E. Coordinates present; 0,0 exactly is refused",
    "first/last.time": "date of RMC/ZDA of the epoch, else the last known date, plus one day if the time of day dropped by more than 12 h; 'T...' = no date known yet. Years 80..99 are 19xx. No week-rollover correction",
    "maxSpeed": "largest RMC knots x 1852/3600 (or VTG) over fixes, m/s, unfiltered",
    "unfilteredDistance": "sum of haversine steps between successive fixes, sphere of 6371008.8 m, first valid position of each epoch",
    "tolerances": "coordinates 1e-7 deg, altitude 0.001 m, speed 0.001 m/s, distance 0.1 %",
}


def frames(data):
    """('ok'|'bad'|'none'|'cut', text) for every start; comment lines already removed."""
    i, n, start, bad = 0, len(data), None, False
    while i <= n:
        c = data[i] if i < n else None
        if c in (0x24, 0x21):
            if start is not None: yield "cut", data[start:i]
            start = i
        elif start is not None:
            if c in (0x0D, 0x0A): yield "none", data[start:i]; start = None
            elif c is None: yield "cut", data[start:i]; start = None
            elif not 0x20 <= c <= 0x7E: yield "broken", data[start:i]; start = None
            elif c == 0x2A:
                h = data[i + 1:i + 3]
                if re.fullmatch(rb"[0-9A-Fa-f]{2}", h):
                    x = 0
                    for b in data[start + 1:i]: x ^= b
                    yield ("ok" if x == int(h, 16) else "bad"), data[start:i + 3]
                    start = None; i += 2
                elif h[:1] in (b"\r", b"\n", b""): yield "cut", data[start:i + 1]; start = None
        i += 1


def clock(s):
    m = re.fullmatch(r"(\d\d)(\d\d)(\d\d)(?:\.(\d*))?", s)
    if not m or int(m[1]) > 23 or int(m[2]) > 59 or int(m[3]) > 60: return None
    ms = int((m[4] or "")[:3].ljust(3, "0"))
    return (int(m[1]) * 3600 + int(m[2]) * 60 + int(m[3])) * 1000 + ms


def place(f, at):
    try: la, ns, lo, ew = f[at:at + 4]
    except ValueError: return None
    a, b = re.fullmatch(r"(\d*?)(\d\d(?:\.\d*)?)", la), re.fullmatch(r"(\d*?)(\d\d(?:\.\d*)?)", lo)
    if not a or not b or ns not in ("N", "S") or ew not in ("E", "W"): return None
    if float(a[2]) >= 60 or float(b[2]) >= 60: return None
    y, x = int(a[1] or 0) + float(a[2]) / 60, int(b[1] or 0) + float(b[2]) / 60
    if y > 90 or x > 180 or (x == 0 and y == 0): return None
    return (-y if ns == "S" else y, -x if ew == "W" else x)


def mangled(f, at):
    """A position that is there and has no place on earth: lost decimal points, no hemisphere."""
    return any(f[at:at + 4]) and place(f, at) is None and not all(re.fullmatch(r"0*\.?0*", x) for x in (f[at], f[at + 2]))


def day_of(s):
    m = re.fullmatch(r"(\d\d)(\d\d)(\d\d)", s)
    try: return date((1900 if int(m[3]) >= 80 else 2000) + int(m[3]), int(m[2]), int(m[1])) if m else None
    except ValueError: return None


def number(s): return float(s) if re.fullmatch(r"-?\d+(\.\d*)?|-?\.\d+", s or "") else None


def haversine(a, b):
    p, q = math.radians(a[0]), math.radians(b[0])
    h = math.sin((q - p) / 2) ** 2 + math.cos(p) * math.cos(q) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * R * math.asin(math.sqrt(h))


def count(raw):
    data = b"\n".join(l for l in raw.split(b"\n") if not l.startswith(b"#"))
    n = {"ok": 0, "bad": 0, "none": 0, "cut": 0, "broken": 0}; kinds = {}; longest = over = 0
    eps, cur, today, pending = [], None, None, None
    for state, text in frames(data):
        if state in ("none", "cut") and not re.match(rb"[$!][A-Z][A-Z0-9]{3}", text): continue      # a $ in binary
        n[state] += 1
        if state != "ok": continue
        body = text[1:-3].decode(); f = body.split(","); kinds[f[0]] = kinds.get(f[0], 0) + 1
        longest = max(longest, len(text)); over += len(text) + 2 > 82
        k = "" if f[0].startswith("P") else f[0][-3:]
        f += [""] * 20; t = None
        if k in ("RMC", "GGA", "GNS"): t = clock(f[1])
        elif k == "GLL": t = clock(f[5])
        if k in ("RMC", "GGA", "GNS", "GLL") and mangled(f, {"RMC": 3, "GLL": 1}.get(k, 2)): continue   # rejected whole: no trace
        if k in ("RMC", "GGA", "GNS", "GLL") and t is not None:
            if cur is None or cur["t"] != t: cur = {"t": t, "day": None, "pos": None, "alt": None, "sep": None, "speed": None, "est": False, "sim": False, "yes": False, "no": False, "known": pending}; eps.append(cur); pending = None
            if k == "RMC":
                good, p, mode = f[2] in ("A", "D") and f[12] not in ("N", "S", "M"), place(f, 3), f[12]
                good = good and p is not None                            # a field that is wrong rejects the sentence
                if good: cur["day"] = cur["day"] or day_of(f[9])         # and a void one must not set the date
                if good and number(f[7]) is not None: cur["speed"] = number(f[7]) * KNOT if cur["speed"] is None else cur["speed"]
            elif k == "GLL": good, p, mode = f[6] == "A" and f[7] not in ("N", "S", "M"), place(f, 1), f[7]
            elif k == "GNS": good, p, mode = bool(re.search("[ADPRFE]", f[6])), place(f, 2), f[6]
            else: good, p, mode = f[6] in ("1", "2", "3", "4", "5", "6", "9"), place(f, 2), {"6": "E", "8": "S"}.get(f[6], "")
            if "E" in mode: cur["est"] = True
            if "S" in mode: cur["sim"] = True
            if good and p:
                cur["yes"] = True; cur["pos"] = cur["pos"] or p
                if k in ("GGA", "GNS"):
                    if cur["alt"] is None: cur["alt"] = number(f[9])
                    if cur["sep"] is None: cur["sep"] = number(f[11] if k == "GGA" else f[10])
            elif not (k == "GNS" and f[6] == ""): cur["no"] = True
        elif k == "ZDA":
            try: d = date(int(f[4]), int(f[3]), int(f[2]))
            except ValueError: d = None
            if d and cur is not None and (clock(f[1]) is None or clock(f[1]) == cur["t"]): cur["day"] = d
            elif d: pending = d
        elif k == "VTG" and cur is not None and cur["speed"] is None and f[9] != "N":
            v = number(f[5]) if f[6] == "N" else number(f[3]) if f[2] != "T" else None
            if v is not None: cur["speed"] = v * KNOT
    last_t = None; back = midnights = 0; fixes = []
    for e in eps:
        if last_t is not None:
            if e["t"] < last_t - 43200000: midnights += 1; today = today + timedelta(1) if today else None
            elif e["t"] < last_t: back += 1
        last_t = e["t"]
        if e["known"]: today = e["known"]                                # a ZDA that came before its epoch
        if e["day"]: today = e["day"]
        e["date"] = today
        if e["yes"]: fixes.append(e)
    def show(e):
        t = e["t"]; leap = t // 1000 % 60 == 60
        if leap: t -= 1                                                  # second 60: the last millisecond before midnight
        s = "%02d:%02d:%02d.%03dZ" % (t // 3600000 % 24, t // 60000 % 60, t // 1000 % 60, t % 1000)
        return {"time": (e["date"].isoformat() if e["date"] else "") + "T" + s, "lat": round(e["pos"][0], 8), "lon": round(e["pos"][1], 8), "altitudeMSL": e["alt"], "geoidSeparation": e["sep"]}
    alts = [e["alt"] for e in fixes if e["alt"] is not None]; sp = [e["speed"] for e in fixes if e["speed"] is not None]
    return {"bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest(), "validSentences": n["ok"], "badChecksum": n["bad"], "noChecksum": n["none"], "truncated": n["cut"],
            "longestSentence": longest, "over82": over, "nonASCIIBytes": sum(b > 126 or (b < 32 and b not in (9, 10, 13)) for b in data), "sentences": kinds,
            "epochs": len(eps), "fixes": len(fixes), "estimatedEpochs": sum(e["est"] for e in eps), "simulatedEpochs": sum(e["sim"] for e in eps),
            "epochsWithConflictingValidity": sum(e["yes"] and e["no"] for e in eps),
            "first": show(fixes[0]) if fixes else None, "last": show(fixes[-1]) if fixes else None,
            "fixesWithAltitude": len(alts), "minAltitudeMSL": min(alts, default=None), "maxAltitudeMSL": max(alts, default=None),
            "maxSpeed": round(max(sp), 3) if sp else None, "unfilteredDistance": round(sum(haversine(a["pos"], b["pos"]) for a, b in zip(fixes, fixes[1:])), 2),
            "backwardTimeSteps": back, "midnightCrossings": midnights}


def main():
    if sys.argv[1] == "--check":
        want = json.load(open(sys.argv[2] + "/expected.json"))["files"]; wrong = 0
        for name, w in want.items():
            got = count(open(f"{sys.argv[2]}/{name}", "rb").read())
            diff = {k: (w[k], got.get(k)) for k in w if k not in ("crossCheck", "remark") and w[k] != got.get(k)
                    and not (isinstance(w[k], float) and isinstance(got.get(k), (int, float)) and abs(w[k] - got[k]) < 0.02)}
            wrong += bool(diff)
            print(name, diff or "agrees")
        print(len(want) - wrong, "of", len(want), "agree"); return
    for p in sys.argv[1:]: print(json.dumps({p: count(open(p, "rb").read())}, indent=1))


if __name__ == "__main__": main()
