#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""One small log per nasty case, with what it must become: nmea_cases.py FOLDER

The positions come from nmea_route.py (seeded); this script bends the sentences. `must` is stated by hand, before any
program read the log; the remaining figures are counted by nmea_count.py, which must agree with every one of `must`.
"""
import json, os, random, sys
from datetime import date, datetime, timedelta
import nmea_count, nmea_route
from nmea_route import degrees_minutes, sentence, KNOT


def track(n, seed, start, utc, kind="run", hz=1, altitude=120.0):
    """n epochs of a movement that is already under way."""
    y, x = start
    o = nmea_route.options(["--kind", kind, "--seed", str(seed), "--seconds", "200", "--hz", str(hz), f"--start={y},{x}", "--utc", "2026-01-01T00:00:00", "--altitude", str(altitude), "--dgps", "1e9"])
    all_ = list(nmea_route.epochs(o))[60 * hz:60 * hz + n]
    t = datetime.strptime(utc, nmea_route.ISO)
    for i, e in enumerate(all_): e["utc"] = t + timedelta(milliseconds=i * 1000 // hz)
    return all_


def hms(e, frac=2):
    return e.get("hms") or e["utc"].strftime("%H%M%S") + (f".{e['utc'].microsecond // 1000:03d}"[:frac + 1] if frac else "")
def pos(e, decimals=4): return degrees_minutes(e["lat"], 2, "NS", decimals) + "," + degrees_minutes(e["lon"], 3, "EW", decimals)
def rmc(e, talker="GP", frac=2, decimals=4, day=None, tail=",,,A", status="A"):
    c = "" if e["course"] is None else f"{e['course']:.1f}"
    return f"{talker}RMC,{hms(e, frac)},{status},{pos(e, decimals)},{e['speed']:.2f},{c},{e['utc'].strftime('%d%m%y') if day is None else day}{tail}"
def gga(e, talker="GP", frac=2, decimals=4, quality=1): return f"{talker}GGA,{hms(e, frac)},{pos(e, decimals)},{quality},{e['used']:02d},{e['hdop']:.2f},{e['alt']:.1f},M,{e['sep']:.1f},M,,"


CASES = {}
def case(name, title, **must):
    def add(f): CASES[name] = (title, must, f); return f
    return add
def all_of(*bodies): return "".join(sentence(b) for b in bodies).encode()


@case("midnight-gga-first", "Midnight with GGA before RMC: the day advances once, at the GGA; the RMC with the new date must not advance it again",
      epochs=12, fixes=12, midnightCrossings=1, backwardTimeSteps=0, badChecksum=0, **{"first.time": "2026-03-14T23:59:54.000Z", "last.time": "2026-03-15T00:00:05.000Z"})
def _():
    return b"".join(all_of(gga(e), rmc(e)) if i else all_of(rmc(e), gga(e)) for i, e in enumerate(track(12, 31, (-33.8560, 151.2153), "2026-03-14T23:59:54")))

@case("leap-second", "Second 60 on 31 December 2016, GGA first: kept, order strict, the date advances once",
      epochs=10, fixes=10, midnightCrossings=1, backwardTimeSteps=0, **{"first.time": "2016-12-31T23:59:56.000Z", "last.time": "2017-01-01T00:00:04.000Z"})
def _():
    es = track(10, 32, (64.1466, -21.9426), "2016-12-31T23:59:56")
    es[4]["hms"] = "235960.00"
    for i in range(4, 10): es[i]["utc"] -= timedelta(seconds=1)
    return b"".join(all_of(gga(e), rmc(e, day=None)) if i else all_of(rmc(e), gga(e)) for i, e in enumerate(es))

@case("lower-case-checksum", "Checksums in lower-case hex, as some units send them", epochs=12, fixes=12, validSentences=24, badChecksum=0, noChecksum=0)
def _():
    return b"".join(l[:-4] + l[-4:].lower() for e in track(12, 33, (35.6586, 139.7454), "2026-05-02T04:10:00") for l in (all_of(rmc(e)), all_of(gga(e))))

@case("lost-line-end", "Bytes lost around a line end fuse two sentences, once inside a GGA and once inside an RMC: the first of each pair is lost, the second is whole",
      epochs=12, fixes=12, validSentences=22, truncated=2, badChecksum=0, noChecksum=0, fixesWithAltitude=11)
def _():
    out = []
    for i, e in enumerate(track(12, 34, (-22.9519, -43.2105), "2026-06-11T17:40:20")):
        g, r = all_of(gga(e)), all_of(rmc(e))
        if i == 4: g = g[:29]
        if i == 8: r = r[:-5]
        out += [r, g] if i == 8 else [g, r]
    return b"".join(out)

@case("ubx-interleaved", "UBX frames between the sentences, with a dollar sign and a false header of 40000 bytes inside: no sentence may be swallowed",
      epochs=12, fixes=12, validSentences=24, badChecksum=0, noChecksum=0, truncated=0)
def _():
    rng, out = random.Random(35), b""
    for i, e in enumerate(track(12, 35, (1.2834, 103.8607), "2026-07-19T23:11:05")):
        body = bytes(rng.choice([b for b in range(256) if b not in (0x24, 0x21, 0x0A)]) for _ in range(rng.randint(12, 60)))
        if i % 3 == 1: body += b"$\x01" + b"!\xff"
        frame = bytes([1, 7]) + len(body).to_bytes(2, "little") + body; a = b = 0
        for c in frame: a = (a + c) & 255; b = (b + a) & 255
        ubx = b"\xb5\x62" + frame + bytes([a, b])
        if i == 6: ubx = b"\xb5\x62\x02\x15" + (40000).to_bytes(2, "little")         # a header whose body never comes
        out += all_of(rmc(e)) + ubx + all_of(gga(e)) + (ubx[::-1] if i == 9 else b"")
    return out

@case("void-rmc-zero", "Void RMC and GGA quality 0 at 0,0, then real fixes; one GGA of quality 1 at exactly 0,0 is refused too",
      epochs=16, fixes=10, **{"first.time": "2026-08-23T09:00:05.000Z"})
def _():
    out = b""; es = track(16, 36, (52.3676, 4.9041), "2026-08-23T09:00:00")
    for i, e in enumerate(es):
        if i < 5: out += all_of(f"GPRMC,{hms(e)},V,0000.0000,N,00000.0000,E,0.00,0.0,060180,,,N", f"GPGGA,{hms(e)},0000.0000,N,00000.0000,E,0,00,99.99,0.0,M,0.0,M,,")
        elif i == 10: out += all_of(f"GPGGA,{hms(e)},0000.0000,N,00000.0000,E,1,04,4.10,0.0,M,0.0,M,,")
        else: out += all_of(rmc(e), gga(e))
    return out

@case("rmc-date-2000-00-00", "A cold receiver's RMC: empty, then with the date 000000: void, and no date may come of it",
      epochs=13, fixes=10, **{"first.time": "2026-09-05T06:30:05.000Z", "last.time": "2026-09-05T06:30:14.000Z"})
def _():
    out = all_of("GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,00,99.99,,,,,,") * 2
    for s in range(3): out += all_of(f"GPRMC,00000{s}.00,V,,,,,,,000000,,,N", f"GPGGA,00000{s}.00,,,,,0,00,99.99,,,,,,")
    return out + b"".join(all_of(rmc(e), gga(e)) for e in track(10, 37, (-34.6037, -58.3816), "2026-09-05T06:30:05"))

@case("rmc-4.1", "RMC of NMEA 4.1 with 13 fields; the last, V, says that no navigational status is given and does not void the fix", epochs=12, fixes=12, validSentences=24)
def _(): return b"".join(all_of(rmc(e, "GN", tail=",,,A,V"), gga(e, "GN")) for e in track(12, 38, (59.3293, 18.0686), "2026-10-01T12:00:00"))

@case("empty-vtg", "VTG without values, in both forms, beside good RMC: speed stays RMC's, never 0", epochs=12, fixes=12, validSentences=36)
def _(): return b"".join(all_of(rmc(e), "GPVTG,,,,,,,,,N" if i % 2 else "GPVTG,,T,,M,,N,,K,N", gga(e)) for i, e in enumerate(track(12, 39, (19.4326, -99.1332), "2026-10-02T15:20:30")))

@case("long-gga", "High-precision GGA of more than 82 characters", epochs=10, fixes=10, validSentences=20, over82=10)
def _(): return b"".join(all_of(rmc(e, "GN", decimals=8), gga(e, "GN", frac=3, decimals=8).replace("M,,", "M,1.25,0412")) for e in track(10, 40, (-41.2866, 174.7756), "2026-10-03T21:05:00"))

@case("time-without-fraction", "Times hhmmss without a dot", epochs=12, fixes=12, validSentences=24, **{"first.time": "2026-10-04T05:00:58.000Z"})
def _(): return b"".join(all_of(rmc(e, frac=0), gga(e, frac=0)) for e in track(12, 41, (37.9715, 23.7257), "2026-10-04T05:00:58"))

@case("two-talkers", "GP and GL both report the whole epoch, GL two metres away: one fix per epoch, no zigzag", epochs=12, fixes=12, validSentences=48)
def _():
    out = b""
    for e in track(12, 42, (55.6761, 12.5683), "2026-10-05T07:15:00"):
        f = dict(e, lat=e["lat"] + 1.3e-5, lon=e["lon"] + 2.1e-5); out += all_of(rmc(e), gga(e), rmc(f, "GL"), gga(f, "GL"))
    return out

@case("gns-per-constellation", "GNS: GN carries the position, GP and GL of the same second are empty and void nothing; date from ZDA, speed from VTG", epochs=10, fixes=10, validSentences=50,
      estimatedEpochs=0, **{"first.time": "2026-10-06T10:10:10.000Z"})
def _():
    out = b""
    for e in track(10, 43, (-1.2921, 36.8219), "2026-10-06T10:10:10"):
        out += all_of(f"GNZDA,{hms(e)},{e['utc']:%d,%m,%Y},00,00", f"GNGNS,{hms(e)},{pos(e)},AAN,{e['used']:02d},{e['hdop']:.2f},{e['alt']:.1f},{e['sep']:.1f},,", f"GPGNS,{hms(e)},,,,,,06,,,,,", f"GLGNS,{hms(e)},,,,,,05,,,,,",
                      f"GNVTG,{e['course']:.1f},T,,M,{e['speed']:.2f},N,{e['speed'] * 1.852:.2f},K,A")
    return out

@case("gga-zda", "GGA and ZDA only: fixes without any speed; none may be invented from positions", epochs=12, fixes=12, validSentences=24, maxSpeed=None, **{"first.time": "2026-10-07T18:00:00.000Z"})
def _(): return b"".join(all_of(gga(e), f"GPZDA,{hms(e)},{e['utc']:%d,%m,%Y},,") for e in track(12, 44, (43.7102, 7.2620), "2026-10-07T18:00:00"))

@case("rmc-only", "RMC only: fixes without altitude", epochs=12, fixes=12, validSentences=12, fixesWithAltitude=0, minAltitudeMSL=None)
def _(): return b"".join(all_of(rmc(e)) for e in track(12, 45, (45.4215, -75.6972), "2026-10-08T13:45:00"))

TRUE_DAY = date(2026, 11, 29)
@case("week-rollover", "A receiver 1024 weeks behind: it says 15 April 2007, the day is 29 November 2026. Read as printed; a live gateway with a clock moves the date by 7168 days",
      epochs=12, fixes=12, midnightCrossings=0, **{"first.time": "2007-04-15T09:30:00.000Z"})
def _(): return b"".join(all_of(rmc(e, day=(TRUE_DAY - timedelta(7168)).strftime("%d%m%y")), gga(e)) for e in track(12, 46, (41.9028, 12.4964), "2026-11-29T09:30:00"))

@case("simulator", "Simulator: RMC status V mode S, GGA quality 8: no fix", epochs=10, fixes=0, simulatedEpochs=10, maxSpeed=None)
def _(): return b"".join(all_of(rmc(e, status="V", tail=",,,S"), gga(e, quality=8)) for e in track(10, 47, (50.0755, 14.4378), "2026-10-09T08:00:00"))

@case("weak-checksum", "Two decimal points lost: the XOR does not see it, the shape does. The mangled RMC is rejected whole, its epoch has the fix of its GGA",
      epochs=12, fixes=12, badChecksum=0, validSentences=24)
def _():
    out = b""
    for i, e in enumerate(track(12, 48, (60.1699, 24.9384), "2026-10-10T11:30:00")):
        r = rmc(e)
        if i in (4, 7): head, tail = r.split(",N,", 1); r = head[::-1].replace(".", "", 1)[::-1] + ",N," + tail.replace(".", "", 1)     # latitude and longitude lose their points
        out += all_of(r, gga(e))
    return out

@case("bad-and-missing-checksum", "One wrong digit and one sentence without checksum: neither is data", epochs=12, fixes=12, badChecksum=1, noChecksum=1, validSentences=22, fixesWithAltitude=11)
def _():
    out = b""
    for i, e in enumerate(track(12, 49, (-12.0464, -77.0428), "2026-10-11T03:03:03")):
        r, g = all_of(rmc(e)), all_of(gga(e))
        if i == 3: r = r.replace(b"A*", b"D*")
        if i == 7: g = g[:-5] + b"\r\n"
        out += r + g
    return out

@case("time-steps-back", "The receiver's clock steps back three seconds once (leap offset learnt late): order of time is kept by dropping until it has passed",
      epochs=16, fixes=16, backwardTimeSteps=1, midnightCrossings=0)
def _():
    es = track(16, 50, (49.2827, -123.1207), "2026-10-12T20:00:00")
    for e in es[8:]: e["utc"] -= timedelta(seconds=3)
    return b"".join(all_of(rmc(e), gga(e)) for e in es)


def main():
    folder = sys.argv[1]; os.makedirs(folder, exist_ok=True)
    for name, (title, must, make) in CASES.items():
        raw = f"# {title}. Synthetic, GPL-2.0-or-later.\r\n".encode() + make()
        got = nmea_count.count(raw)
        for k, v in must.items():
            a, _, b = k.partition("."); have = got[a][b] if b else got[a]
            assert have == v, (name, k, "stated", v, "counted", have)
        lines = raw.count(b"\n")
        assert 10 <= lines <= 62, (name, lines)
        extra = {"statedByHand": sorted(must)}
        if name == "week-rollover": extra["corrected"] = {"clock": "2026-11-29T09:30:00Z", "addedDays": 7168, "first.time": "2026-11-29T09:30:00.000Z", "last.time": "2026-11-29T09:30:11.000Z"}
        if name == "time-steps-back": extra["strictlyRisingFixes"] = 13
        with open(f"{folder}/{name}.nmea", "wb") as f: f.write(raw)
        with open(f"{folder}/{name}.expected.json", "w") as f: json.dump({**got, **extra, "remark": title}, f, indent=1); f.write("\n")
        print(f"{name}: {lines} lines, {got['epochs']} epochs, {got['fixes']} fixes")
    with open(f"{folder}/definitions.json", "w") as f: json.dump(nmea_count.ABOUT, f, indent=1); f.write("\n")


if __name__ == "__main__": main()
