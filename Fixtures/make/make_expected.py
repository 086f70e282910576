#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Say what a recorded ride must become: make_expected.py RIDE RECORDING CAPTURE

RECORDING holds what the emulators and the director wrote down (director.jsonl, sensors.log, ant.log); CAPTURE is the folder
with the recorded traces. Writes CAPTURE/commands.json and CAPTURE/expected.json. Every value comes from those logs, from
the route generator or from the arithmetic below. The traces are only counted and compared with the logs: the script stops
when a byte that was sent is not in them, or the other way round.
"""
import json, math, os, struct, sys
from datetime import datetime, timezone
import nmea_route, schedule, traces

HR_ZONES, POWER_ZONES = [114, 133, 152, 171], [137.5, 187.5, 225, 262.5, 300, 375]
CAP = {"hr": 10.0, "power": 5.0}
STRAP, METER = "C0:11:22:33:44:01", "C0:11:22:33:44:02"
DEFINITIONS = {
    "time": "t, start, end: seconds since the command `start`, whose wall clock is `start`. Wall clocks are UTC of the machine that recorded",
    "elapsed / timer": "from start to stop; the same without the manual pauses",
    "values": "`ble` and `ant`: from what the emulated sensor wrote down as sent to a subscriber (value and time of sending). `commanded`: from the steps the director gave the sensors; a sensor shows a step with its next notification, up to 1 s (BLE) or 0.5 s (ANT) later",
    "hold": "a sample counts from its time until the next sample of the same source, its time + cap (10 s heart rate, 5 s power), the next pause or the end, whichever is first; samples inside a pause and outside [start, stop) are left out; nothing is held backwards. A commanded value holds until the next step, without cap",
    "average": "sum of value x held seconds / held seconds (zeros included); min and max over the samples kept; those of a part over the samples that lie in it, the value held over its beginning left out (but not a commanded one, which is sent again)",
    "zoneSeconds": "held seconds per zone, zone i = [b(i-1), b(i)); heart rate boundaries 114 133 152 171; power boundaries for FTP 250: 137.5 187.5 225 262.5 300 375",
    "unattributed": "timer - held seconds",
    "notifications / broadcasts": "inFile: all in the file; inWorkout: with start <= time < stop (record time in the trace). A notification within some milliseconds of either edge may fall on the other side: tolerance 1",
    "traceLag": "time of the record in the trace minus time of sending, seconds",
    "steps": "[t, value] each time the director changed the value; it holds until the next step",
    "route.log": "what the NMEA file holds, from its generator (definitions within)",
    "route.workout": "fixes with start <= time < stop and outside pauses; no distance across a pause; haversine, R = 6371008.8 m. distance.path: length of the noise-free path, pauses left out",
    "ascent.smoothed5m": "printed altitudes, centred mean of 5 (fewer at the ends), then a reference that moves when the altitude is more than 5 m from it, rises added; begins anew after a pause",
    "splits": "1000 m of emitted distance, time linear between the two fixes around the boundary; the first row begins at the start, the last ends at the stop; timer without pauses",
    "tolerances": "per source: what the time of a record in the trace may change. commanded: the largest difference between it and the sources here, rounded up, plus 1 s: use it when several sources are merged",
}


def iso(t): return datetime.fromtimestamp(t, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
def r(x, n=3): return None if x is None else round(x, n)


def hold(samples, end, pauses, cap):
    """[(from, to, value)] by the rule above; samples [(t, value)] sorted, t relative to the start."""
    kept = [(t, v) for t, v in samples if 0 <= t < end and not any(a <= t < b for a, b in pauses)]
    out = []
    for i, (t, v) in enumerate(kept):
        to = min([end, t + cap] + ([kept[i + 1][0]] if i + 1 < len(kept) else []) + [a for a, _ in pauses if a > t])
        if to > t: out.append((t, to, v))
    return out


def stats(held, lo, hi, timer, zones, is_sampled=True):
    """Average, extremes and zones of the part of `held` within [lo, hi)."""
    part = [(max(a, lo), min(b, hi), v) for a, b, v in held if a < hi and b > lo]
    seconds = sum(b - a for a, b, _ in part)
    if not part: return None
    values = [v for a, b, v in held if lo <= a < hi] if is_sampled else [v for *_, v in part]
    values = values or [v for *_, v in part]
    z = [0.0] * (len(zones) + 1)
    for a, b, v in part: z[sum(v >= x for x in zones)] += b - a
    return {"average": r(sum((b - a) * v for a, b, v in part) / seconds), "min": min(values), "max": max(values),
            "seconds": r(seconds), "zoneSeconds": [r(x) for x in z], "unattributed": r(timer - seconds)}


def net(lo, hi, pauses): return hi - lo - sum(max(0, min(hi, b) - max(lo, a)) for a, b in pauses)


def quantity(sources, steps, end, pauses, zones, cap, spans):
    held = {k: hold(s, end, pauses, cap) for k, s in sources.items()}
    held["commanded"] = hold([(max(0.0, t), v) for t, v in steps], end, pauses, 1e9)
    if pauses:                                                       # a commanded value also holds on after a pause, from its end
        extra = []
        for a, b in pauses:
            v = [v for t, v in steps if t < b][-1]; nxt = min([end] + [t for t, _ in steps if t >= b])
            extra.append((b, nxt, v))
        held["commanded"] = sorted(held["commanded"] + extra)
    whole = {k: stats(h, 0, end, net(0, end, pauses), zones) for k, h in held.items()}
    parts = [{k: stats(h, a, b, net(a, b, pauses), zones, k != "commanded") for k, h in held.items()} for a, b in spans]
    return whole, parts


def main():
    name, rec, cap = sys.argv[1:4]
    plan = schedule.plan(name)
    log = [json.loads(l) for l in open(f"{rec}/director.jsonl")]
    begin = next(e for e in log if e["what"] == "begin")
    commands = [e for e in log if e["what"] == "command"]
    T0 = commands[0]["t"]; T1 = commands[-1]["t"]; end = T1 - T0
    assert commands[0]["command"] == "start" and commands[-1]["command"] == "stop" and abs(end - plan.seconds) < 0.5
    with open(f"{cap}/commands.json", "w") as f:
        rows = [json.dumps({"wallclock": iso(e["t"]), "command": e["command"], **({"sport": e["sport"]} if "sport" in e else {})}) for e in commands]
        f.write("[\n " + ",\n ".join(rows) + "\n]\n")

    # pauses, laps, activities
    pauses, open_ = [], None
    for e in commands:
        if e["command"] == "pause": open_ = e["t"] - T0
        if e["command"] == "resume": pauses.append((open_, e["t"] - T0))
    edges = [0.0] + [e["t"] - T0 for e in commands if e["command"] == "lap"] + [end]
    laps = list(zip(edges, edges[1:]))
    legs = [(e["t"] - T0, e["sport"]) for e in commands if e["command"] in ("start", "activity")]
    activities = [(a, b, s) for (a, s), b in zip(legs, [l[0] for l in legs[1:]] + [end])]

    # what the sensors sent
    sent = []
    for l in open(f"{rec}/sensors.log"):
        p = l.split()
        if len(p) == 5 and p[2] == "sent": sent.append((float(p[0]), {"Strap": STRAP, "Meter": METER}[p[1]], p[3], bytes.fromhex(p[4])))
    seen = traces.notifications(f"{cap}/ble.btsnoop")
    ble, lag = {}, []
    for key in sorted({(a, u) for _, a, u, _ in sent} | {(a, u) for _, a, u, _ in seen}):
        s = [(t, v) for t, a, u, v in sent if (a, u) == key]; w = [(t, v) for t, a, u, v in seen if (a, u) == key]
        if [v for _, v in s] != [v for _, v in w]:                   # a last one may have been sent into a link that was just closing
            j = 0; lost = []
            for x in s:
                if j < len(w) and x[1] == w[j][1] and abs(w[j][0] - x[0]) < 2: j += 1
                else: lost.append(x)
            assert j == len(w) and len(lost) <= 2, (key, len(s), len(w), lost[:4])
            print(f"{name} {key}: sent but not on the air: {[(round(t - T0, 3), v.hex()) for t, v in lost]}")
            s = [x for x in s if x not in lost]; sent = [x for x in sent if (x[1], x[2]) != key or (x[0], x[3]) in s]
        lag += [b - a for (a, _), (b, _) in zip(s, w)]
        inside = [t for t, _ in w if T0 <= t < T1]
        ble[f"{key[0]} {key[1]}"] = {"inFile": len(w), "inWorkout": len(inside), "first": iso(w[0][0]), "last": iso(w[-1][0])}
    links = [{"t": r(us / 1e6 - T0), "device": peer, "event": what, **({"reason": x} if what == "disconnected" else {})} for us, what, peer, x in traces.att(f"{cap}/ble.btsnoop") if what != "att"]
    for i, x in enumerate(links): assert x["event"] != "connected" or x["device"] in (STRAP, METER)

    hr = {"ble": [(t - T0, v[1]) for t, a, u, v in sent if u == "2a37"]}
    power = {"ble": [(t - T0, struct.unpack_from("<h", v, 2)[0]) for t, a, u, v in sent if u == "2a63"]}
    rr = [x for t, a, u, v in sent if u == "2a37" and T0 <= t < T1 for x in struct.unpack(f"<{(len(v) - 2) // 2}H", v[2:])]
    crank = [(t, struct.unpack_from("<HH", v, 4)) for t, a, u, v in sent if u == "2a63" and T0 <= t < T1]

    antout = None
    if os.path.exists(f"{cap}/ant.pcap"):
        pages = []
        for l in open(f"{rec}/ant.log"):
            p = l.split()
            if len(p) == 3 and p[1] in ("hr", "power"): pages.append((float(p[0]), p[1], bytes.fromhex(p[2])))
        got = traces.broadcasts(f"{cap}/ant.pcap"); antout = {}; alag = []
        for kind, number, ty in (("hr", 12345, 120), ("power", 54321, 11)):
            s = [(t, d) for t, k, d in pages if k == kind]; w = [(t, d) for t, n, y, d in got if (n, y) == (number, ty)]
            extra = len(s) - len(w); assert 0 <= extra <= 4 and [d for _, d in s][:len(w)] == [d for _, d in w], (kind, len(s), len(w))   # the reader stops first
            alag += [b - a for (a, _), (b, _) in zip(s, w)]
            antout[f"{number}/{ty}"] = {"inFile": len(w), "inWorkout": sum(T0 <= t < T1 for t, _ in w), "first": iso(w[0][0]), "last": iso(w[-1][0])}
            if kind == "hr": hr["ant"] = [(t - T0, d[7]) for t, d in s]
            else:
                power["ant"] = [(t - T0, struct.unpack_from("<H", d, 6)[0]) for t, d in s if d[0] == 0x10]
                antout[f"{number}/{ty}"]["pages"] = {f"{p:02x}": sum(d[0] == p for _, d in w) for p in sorted({d[0] for _, d in w})}
    def lags(x): x = sorted(x); return {"median": r(x[len(x) // 2], 4), "min": r(x[0], 4), "max": r(x[-1], 4)}

    def steps(key):
        out = []
        for e in log:
            if e["what"] == "set" and e[key] is not None and (not out or out[-1][1] != e[key]): out.append((round(e["t"] - T0, 3), e[key]))
        return out
    spans = laps + [(a, b) for a, b, _ in activities]
    H, hparts = quantity(hr, steps("hr"), end, pauses, HR_ZONES, CAP["hr"], spans)
    has_power = bool(power["ble"])
    if has_power: W, wparts = quantity(power, steps("power"), end, pauses, POWER_ZONES, CAP["power"], spans)
    if has_power and name == "duathlon":                             # without the meter there is no power: commanded means nothing then
        W.pop("commanded"); [p.pop("commanded") for p in wparts]

    # the route
    route = None
    if os.path.exists(f"{cap}/gps.nmea"):
        o = nmea_route.options(["--ride", name, "--log", f"{rec}/director.jsonl"])
        es = list(nmea_route.epochs(o)); lines = [l for i, e in enumerate(es) for l in nmea_route.write(e, o, 0)]
        size = os.path.getsize(f"{cap}/gps.nmea")
        whole = nmea_route.truth(es, o, len(lines), size)
        ok = [e for e in es if not e["void"] and T0 * 1000 <= e["ms"] < T1 * 1000]
        for e in ok: e["t"] = e["ms"] / 1000 - T0; e["p"] = (nmea_route.read_back(e["lat"]), nmea_route.read_back(e["lon"]))
        ok = [e for e in ok if not any(a <= e["t"] < b for a, b in pauses)]
        def crosses(a, b): return any(a["t"] < q and b["t"] >= p for p, q in pauses)
        seg = [(a, b, 0.0 if crosses(a, b) else nmea_route.haversine(a["p"], b["p"])) for a, b in zip(ok, ok[1:])]
        total = sum(d for *_, d in seg)
        def dist(lo, hi):                                            # emitted distance between two instants, linear within a step
            s = 0.0
            for a, b, d in seg:
                f = max(0.0, min(hi, b["t"]) - max(lo, a["t"])) / (b["t"] - a["t"]); s += d * f
            return round(s, 2)
        runs, cur = [], [ok[0]]
        for a, b, _ in seg:
            if crosses(a, b): runs.append(cur); cur = []
            cur.append(b)
        runs.append(cur); up5 = 0.0; naive = 0.0
        for run in runs:
            z = [e["alt"] for e in run]; n = len(z)
            z5 = [sum(z[max(0, i - 2):i + 3]) / len(z[max(0, i - 2):i + 3]) for i in range(n)]
            ref = z5[0]
            for v in z5:
                if v > ref + 5: up5 += v - ref; ref = v
                elif v < ref - 5: ref = v
            naive += sum(max(0, b - a) for a, b in zip(z, z[1:]))
        rows, k, s, prev = [], 1, 0.0, 0.0
        for a, b, d in seg:
            while d and s + d >= k * 1000 - 0.001:
                t = a["t"] + (b["t"] - a["t"]) * min(1.0, (k * 1000 - s) / d)
                rows.append({"distance": 1000, "elapsed": r(t - prev), "timer": r(net(prev, t, pauses))}); prev = t; k += 1
            s += d
        if total - (k - 1) * 1000 >= 1: rows.append({"distance": r(total - (k - 1) * 1000, 2), "elapsed": r(end - prev), "timer": r(net(prev, end, pauses))})
        sp = nmea_route.Speed(o.knots); off = (T0 - begin["t0"])
        path = sp.distance(end + off) - sp.distance(off) - sum(sp.distance(b + off) - sp.distance(a + off) for a, b in pauses)
        def place(e): return {"time": iso(e["ms"] / 1000), "lat": round(e["p"][0], 8), "lon": round(e["p"][1], 8), "altitudeMSL": e["alt"]}
        route = {"log": whole, "workout": {"fixes": len(ok), "first": place(ok[0]), "last": place(ok[-1]), "maxSpeed": r(max(e["speed"] for e in ok) * nmea_route.KNOT),
                 "distance": {"path": r(path, 2), "emittedFixes": r(total, 2)}, "ascent": {"smoothed5m": r(up5, 2), "emitted": r(naive, 2)},
                 "tunnels": [{"start": a, "end": b, "epochsWithoutFix": sum(e["void"] for e in es if a - 2 <= e["x"] < b + 2)} for a, b in plan.gps["void"]], "splits": rows},
                 "standing": []}
        z = None
        for i, v in enumerate(o.knots + [1]):
            if v == 0 and z is None: z = i
            if v != 0 and z is not None:
                if i - z > 1: route["standing"].append({"start": z, "end": i, "note": "true speed 0 from the first to the last of these seconds"})
                z = None

    def span(a, b, i, **k):
        d = {"start": r(a), "end": r(b), "elapsed": r(b - a), "timer": r(net(a, b, pauses)), **k}
        d["heartRate"] = {s: v and {"average": v["average"], "min": v["min"], "max": v["max"], "zoneSeconds": v["zoneSeconds"]} for s, v in hparts[i].items()}
        if has_power and any(wparts[i].values()): d["power"] = {s: v and {"average": v["average"], "min": v["min"], "max": v["max"], "zoneSeconds": v["zoneSeconds"]} for s, v in wparts[i].items()}
        if route: d["distance"] = dist(a, b)
        return d

    def wide(q):
        c = q.get("commanded"); others = [v for k, v in q.items() if k != "commanded" and v]
        if not c: return None
        return {"zoneSeconds": math.ceil(max(abs(a - b) for v in others for a, b in zip(v["zoneSeconds"], c["zoneSeconds"]))) + 1, "average": r(max(abs(v["average"] - c["average"]) for v in others) + 0.2, 2)}

    reads = {}
    for e in log:
        if e["what"] == "read": reads.setdefault(e["name"], {})[e["uuid"]] = e["value"]
    def text(h): return bytes.fromhex(h).decode()
    devices = [{"link": "ble", "address": {"Strap": STRAP, "Meter": METER}[n], "name": n, "manufacturer": text(v["2a29"]), "model": text(v["2a24"]), "serial": text(v["2a25"]), "firmware": text(v["2a26"]),
                **({"bodySensorLocation": 1} if "2a38" in v else {}), **({"cyclingPowerFeature": 8, "sensorLocation": 5} if "2a65" in v else {})} for n, v in reads.items()]
    if antout: devices += [{"link": "ant", "deviceNumber": 12345, "deviceType": 120, "transmissionType": 1}, {"link": "ant", "deviceNumber": 54321, "deviceType": 11, "transmissionType": 5}]

    first = min(t for t, *_ in seen); last = max(t for t, *_ in seen)
    out = {"definitions": DEFINITIONS, "ride": name, "sport": plan.sport, "seed": plan.seed, "start": iso(T0), "stop": iso(T1), "elapsed": r(end), "timer": r(net(0, end, pauses)),
           "firstNotification": iso(first), "lastNotification": iso(last), "devices": devices,
           "ble": {"notifications": ble, "traceLag": lags(lag), "links": links},
           **({"ant": {"broadcasts": antout, "traceLag": lags(alag), "channelPeriods": {"12345/120": 16140, "54321/11": 16364}}} if antout else {}),
           "tolerances": {"perSource": {"zoneSeconds": 0.5, "average": 0.05, "seconds": 0.5}, "heartRateCommanded": wide(H), **({"powerCommanded": wide(W)} if has_power and wide(W) else {}),
                          "notificationsInWorkout": 1, "coordinates": 1e-7, "altitude": 0.001, "speed": 0.001, "distanceRelative": 0.001, "splitSeconds": 1.0, "ascent": 2.0},
           "heartRate": {"boundaries": HR_ZONES, **H, "rrIntervals": {"inWorkout": len(rr), "min1024ths": min(rr), "max1024ths": max(rr), "sum1024ths": sum(rr)}},
           **({"power": {"boundaries": POWER_ZONES, "ftp": 250, **W}, "cadence": {"crankRevolutions": sum((b[1][0] - a[1][0]) & 0xFFFF for a, b in zip(crank, crank[1:])), "from": r(crank[0][0] - T0), "to": r(crank[-1][0] - T0)}} if has_power else {}),
           "pauses": [{"start": r(a), "end": r(b), "kind": "manual"} for a, b in pauses],
           "laps": [span(a, b, i) for i, (a, b) in enumerate(laps)],
           "activities": [span(a, b, len(laps) + i, sport=s) for i, (a, b, s) in enumerate(activities)],
           **({"route": route} if route else {}),
           "battery": [{"t": r(e["t"] - T0), "device": e["line"].split()[1], "percent": int(e["line"].split()[2])} for e in log if e["what"] == "sensor" and e["line"].startswith("battery")],
           "sensors": [{"t": r(e["t"] - T0), "done": e["line"]} for e in log if e["what"] == "sensor"],
           "steps": {"heartRate": steps("hr"), **({"power": steps("power"), "cadence": steps("cadence")} if has_power else {})}}
    text_ = json.dumps(out, indent=1)
    with open(f"{cap}/expected.json", "w") as f: f.write(compact(out) + "\n")
    assert json.load(open(f"{cap}/expected.json")) == json.loads(text_)
    print(name, "elapsed", r(end), "heartRate", {k: (v["average"], v["zoneSeconds"], v["unattributed"]) for k, v in H.items()}, "power", {k: (v["average"], v["zoneSeconds"], v["unattributed"]) for k, v in W.items()} if has_power else None)
    print("  ble", {k: (v["inFile"], v["inWorkout"]) for k, v in ble.items()}, lags(lag), "ant", antout and {k: (v["inFile"], v["inWorkout"]) for k, v in antout.items()}, antout and lags(alag), "tolerances", out["tolerances"])
    if route: print("  route", json.dumps(route["workout"]), route["standing"])


def compact(x, depth=0):
    """JSON with a line per member near the top and one line for small or deep things; step lists wrapped."""
    if isinstance(x, dict) and depth < 3 and len(json.dumps(x)) > 160:
        return "{\n" + ",\n".join(" " * (depth + 1) + json.dumps(k) + ": " + compact(v, depth + 1) for k, v in x.items()) + "\n" + " " * depth + "}"
    if isinstance(x, list) and len(json.dumps(x)) > 160:
        if x and isinstance(x[0], (list, tuple)):
            items = [json.dumps(i, separators=(",", ":")) for i in x]
            return "[\n" + ",\n".join(" " * (depth + 1) + ",".join(items[i:i + 12]) for i in range(0, len(items), 12)) + "\n" + " " * depth + "]"
        return "[\n" + ",\n".join(" " * (depth + 1) + compact(i, depth + 1) for i in x) + "\n" + " " * depth + "]"
    return json.dumps(x)


if __name__ == "__main__": main()
