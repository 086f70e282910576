"""Nasty cases of receivers: fixes that end, dates that lie, two receivers, wheel and receiver together."""
from nasty_bytes import *
from nasty_case import *

LATITUDE, LONGITUDE = 49.2, 16.6
WRONG_CLOCK = "2026-01-02T03:04:05.000000Z unsynchronised"  # the last shutdown


def north(metres):
    return LATITUDE + metres / METRES_PER_DEGREE


def clock(second, base=6 * 3600 + 1800):
    """hhmmss.ss so many seconds after the start, 06:30:00."""
    whole = (base + second) % 86400
    return f"{int(whole) // 3600:02d}{int(whole) // 60 % 60:02d}{whole % 60:05.2f}"


def ride(case, seconds, speed=4.8, link=3, date="030526", lag=0.05, metres=None, **options):
    """One RMC a second on the way north."""
    for t in seconds:
        way = speed * t if metres is None else metres(t)
        case.rx(t + lag, link, rmc(clock(t), date, north(way), LONGITUDE, speed, **options))


case = Case("gps-fix-ends", "the receiver goes on sending its last position with status V after it lost the sky: the fix ends when it ends")
case.open(0, 3, RECEIVER)
ride(case, range(1, 11))
for t in range(11, 31):
    case.rx(t + 0.05, 3, rmc(clock(t), "030526", north(48), LONGITUDE, 4.8, status="V"))
ride(case, range(31, 41))
case.stop(41)
case.because("Ten fixes before and ten after twenty void epochs. Speed holds for 5 s after the last fix, to 15 s. "
             "The way through the gap is the straight line: 39 s of 4.8 m from 1 to 40 s = 187.2 m.")
case.must({"workouts.0.route.points": 20, "counters.voidFixes": 20})
case.must(summary(distance_metres=187.2, distance_origin="gps"), within=0.05)
case.value("speed", 14.5, 4.8).value("speed", 16, None).value("speed", 25, None).value("speed", 31.5, 4.8)

case = Case("noisy-altitude", "a flat road, and a receiver whose height wanders by up to 4 m: no metre was climbed")
case.open(0, 3, RECEIVER)
heights = [212.4 + round(8 * (t * 0.618034 % 1) - 4, 1) for t in range(1, 121)]
for t, height in enumerate(heights, 1):
    case.rx(t + 0.05, 3, rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8) + gga(clock(t), north(4.8 * t), LONGITUDE, round(height, 1), 45.1))
climbed = sum(max(0, b - a) for a, b in zip(heights, heights[1:]))
smooth = [sum(part) / len(part) for part in (heights[max(0, i - 2):i + 3] for i in range(len(heights)))]
assert climbed > 200 and all(abs(height - smooth[0]) <= 5 for height in smooth)
case.stop(121)
case.because(f"From epoch to epoch the heights rise by {climbed:.1f} m in all. The mean of five never leaves the first by more than 5 m, so nothing counts.")
case.must({"workouts.0.route.points": 120, "workouts.0.summary.ascentMetres": 0, "workouts.0.summary.descentMetres": 0})

case = Case("gps-falls-silent", "the receiver is unplugged: nothing says so but silence")
case.open(0, 3, RECEIVER)
ride(case, range(1, 11))
case.add(10.5, "close", 3, "no such device").stop(30)
case.must({"workouts.0.route.points": 10, "workouts.0.markers.0.kind": "sensorLost", "workouts.0.markers.0.note": "gps:/dev/gps0"})
case.value("speed", 14.5, 4.8).value("speed", 16, None)

case = Case("void-rmc-zero", "void sentences carry 0,0, and so does one that claims a fix: the boat does not move to the Gulf of Guinea")
case.open(0, 3, RECEIVER)
for t in range(1, 6):
    case.rx(t + 0.05, 3, sentence(f"GPRMC,{clock(t)},V,0000.0000,N,00000.0000,E,0.0,0.0,030526,,,N"))
ride(case, range(6, 21))
case.rx(21.05, 3, sentence(f"GPRMC,{clock(21)},A,0000.0000,N,00000.0000,E,0.0,0.0,030526,,,A"))
case.stop(22)
case.because("15 fixes, 14 steps of 4.8 m = 67.2 m; the southernmost is 6 * 4.8 = 28.8 m north of 49.2 degrees.")
case.must({"workouts.0.route.points": 15, "counters.voidFixes": 6})
case.must({"workouts.0.route.bounds.south": 49.2 + 28.8 / METRES_PER_DEGREE, "workouts.0.route.bounds.west": 16.6}, within=1e-6)
case.must(summary(distance_metres=67.2), within=0.05)

case = Case("empty-rmc", "a cold receiver sends empty sentences and the date 00-00-00: neither sets a clock nor a position", start=WRONG_CLOCK)
case.open(0, 3, RECEIVER)
for t in range(1, 21):
    case.rx(t + 0.05, 3, sentence("GPRMC,,V,,,,,,,,,,N"))
    case.rx(t + 0.06, 3, sentence("GPRMC,000000.00,V,,,,,,,000000,,,N"))
    case.rx(t + 0.07, 3, sentence("GPGGA,,,,,,0,00,99.99,,,,,,"))
case.stop(21)
case.because("Nothing better than the machine's own clock was heard: it stands, and is not trusted.")
case.must({"workouts.0.start": "2026-01-02T03:04:05.000Z", "workouts.0.clock.source": "system", "workouts.0.clock.isTrusted": False,
           "workouts.0.route.points": 0, "workouts.0.summary.distance": None, "workouts.0.summary.distanceReason": "noData"})

case = Case("midnight-once", "midnight with GGA before RMC: the day turns once", start="2026-05-03T23:59:50.000000Z unsynchronised")
case.open(0, 3, RECEIVER)
for t in range(1, 21):
    time = clock(t, 86390)
    case.rx(t + 0.05, 3, gga(time, north(4.8 * t), LONGITUDE, 212.4, 45.1))
    case.rx(t + 0.10, 3, rmc(time, "030526" if t < 10 else "040526", north(4.8 * t), LONGITUDE, 4.8))
case.stop(21)
case.because("The first bytes of each epoch come 50 ms late, so the receiver's clock puts the start at 23:59:49.950; 20 fixes at their own times.")
case.must({"workouts.0.route.points": 20, "workouts.0.start": "2026-05-03T23:59:49.950Z", "workouts.0.clock.source": "gps",
           "workouts.0.clock.isTrusted": True, "workouts.0.route.first.timestamp": "2026-05-03T23:59:51.000Z",
           "workouts.0.route.last.timestamp": "2026-05-04T00:00:10.000Z", "workouts.0.end": "2026-05-04T00:00:10.950Z"})

case = Case("midnight-without-date", "the date comes once, then only GGA follows, over midnight", start="2026-05-03T23:59:50.000000Z synchronised")
case.open(0, 3, RECEIVER)
for t in range(1, 21):
    time = clock(t, 86390)
    if t == 1:
        case.rx(t + 0.04, 3, rmc(time, "030526", north(4.8 * t), LONGITUDE, 4.8))
    case.rx(t + 0.05, 3, gga(time, north(4.8 * t), LONGITUDE, 212.4, 45.1))
case.stop(21)
case.must({"workouts.0.route.points": 20, "workouts.0.route.first.timestamp": "2026-05-03T23:59:51.000Z",
           "workouts.0.route.last.timestamp": "2026-05-04T00:00:10.000Z"})

case = Case("second-60", "a leap second: second 60 is a moment like any other", start="2016-12-31T23:59:50.000000Z synchronised")
case.open(0, 3, RECEIVER)
times = [("311216", f"2359{s:02d}.00") for s in range(51, 61)] + [("010117", f"0000{s:02d}.00") for s in range(0, 10)]
for t, (date, time) in enumerate(times, 1):
    case.rx(t + 0.05, 3, rmc(time, date, north(4.8 * t), LONGITUDE, 4.8))
case.stop(21)
case.because("20 fixes, strictly in order: UTC has no number of its own for 23:59:60, so that fix stands just before the next second.")
case.must({"workouts.0.route.points": 20, "counters.misplacedFixes": 0, "workouts.0.route.batches.0.locations.8.timestamp": "2016-12-31T23:59:59.000Z",
           "workouts.0.route.batches.0.locations.9.timestamp": "2016-12-31T23:59:59.999Z",
           "workouts.0.route.batches.0.locations.10.timestamp": "2017-01-01T00:00:00.000Z"})
case.must(summary(distance_metres=19 * 4.8), within=0.05)

case = Case("week-rollover", "an old receiver's date lies 1024 weeks back and the machine has no clock: moved by a whole era, and flagged", start=WRONG_CLOCK)
case.open(0, 3, RECEIVER)
ride(case, range(1, 11), date="170906")
case.stop(11)
case.because("2006-09-17 and 7168 days are 2026-05-03. The bytes come 50 ms late.")
case.must({"workouts.0.clock.source": "gpsEraShifted", "workouts.0.clock.isTrusted": True, "workouts.0.start": "2026-05-03T06:29:59.950Z",
           "workouts.0.route.points": 10, "workouts.0.route.first.timestamp": "2026-05-03T06:30:01.000Z"})

case = Case("week-rollover-known-clock", "the same old receiver beside a synchronised clock: the clock stands, and every fix has its place")
case.open(0, 3, RECEIVER)
ride(case, range(1, 11), date="170906")
case.stop(11)
case.must({"workouts.0.clock.source": "system", "workouts.0.start": "2026-05-03T06:30:00.000Z", "workouts.0.route.points": 10,
           "counters.misplacedFixes": 0})
case.must({"workouts.0.route.first.offset": 1, "workouts.0.route.last.offset": 10}, within=0.06)

case = Case("no-clock-chip", "a machine without a clock begins in 1970; the receiver's date becomes the anchor: the whole workout moves and no sample does",
            FIVE_ZONES, start="1970-01-01T00:00:12.000000Z unsynchronised", begins=2)
case.open(0, 1, STRAP).open(0, 3, RECEIVER)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(130 if t <= 30 else 150))
ride(case, range(40, 61))
case.command(20, "lap").command(25, "pause rider").command(35, "resume rider").stop(62)
case.because("The first three fixes agree; their bytes come 50 ms late: offset 0 is 06:29:59.950 on 3 May 2026, the start 2 s later. Offsets stay: "
             "130 from 2 to 25 s (the pause); after it the sample of 35 s, 150: 27 s.")
case.must({"workouts.0.clock.origin": "2026-05-03T06:29:59.950Z", "workouts.0.clock.source": "gps", "workouts.0.clock.isTrusted": True,
           "workouts.0.start": "2026-05-03T06:30:01.950Z", "workouts.0.startOffset": 2, "workouts.0.endOffset": 62,
           "workouts.0.laps.1.startOffset": 20, "workouts.0.laps.1.start": "2026-05-03T06:30:19.950Z",
           "workouts.0.pauses.0.startOffset": 25, "workouts.0.pauses.0.endOffset": 35,
           "workouts.0.zones.heartRate.zones.1.seconds": 23, "workouts.0.zones.heartRate.zones.2.seconds": 27,
           "workouts.0.route.points": 21})
case.must({"workouts.0.route.first.offset": 40}, within=0.06)

case = Case("clock-learned-later", "no clock, and the first workout is over before the sky is found: the capture's anchor moves it all the same",
            start="1970-01-01T00:00:12.000000Z unsynchronised")
case.open(0, 1, STRAP).open(0, 3, RECEIVER)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(130))
ride(case, range(50, 61))
case.command(30, "stop").command(40, "start running").stop(61)
case.must({"workouts.0.start": "2026-05-03T06:29:59.950Z", "workouts.0.end": "2026-05-03T06:30:29.950Z", "workouts.0.clock.source": "gps",
           "workouts.1.start": "2026-05-03T06:30:39.950Z", "workouts.1.clock.source": "gps"})

case = Case("no-clock-chip-void-dates", "before the sky is found the receiver dates its void sentences by its firmware's birthday: they set nothing",
            start="1970-01-01T00:00:12.000000Z unsynchronised")
case.open(0, 3, RECEIVER)
for t in range(1, 11):
    case.rx(t + 0.05, 3, rmc(clock(t), "060180", LATITUDE, LONGITUDE, 0, status="V"))
ride(case, range(11, 21))
case.stop(21)
case.must({"workouts.0.start": "2026-05-03T06:29:59.950Z", "workouts.0.clock.source": "gps", "workouts.0.route.points": 10})

case = Case("date-steps-first", "the receiver's first date is a guess that two seconds later steps: three epochs must agree before it is believed",
            start=WRONG_CLOCK)
case.open(0, 3, RECEIVER)
ride(case, range(1, 3), date="120226")
ride(case, range(3, 21))
case.stop(21)
case.must({"workouts.0.start": "2026-05-03T06:29:59.950Z", "workouts.0.clock.source": "gps"})

case = Case("clock-anchor", "the network's time arrives in the middle of the ride; a second opinion afterwards moves nothing", start=WRONG_CLOCK)
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(130))
case.add(5, "clock", "-", "2026-01-02T03:04:15.000000Z system unsynchronised")
case.add(20, "clock", "-", "2026-05-03T06:30:20.000000Z system synchronised")
case.add(25, "clock", "-", "2026-05-03T06:30:31.000000Z gps synchronised").stop(31)
case.because("At 20 s it is 06:30:20: the capture began at 06:30:00. A clock that is not synchronised says nothing.")
case.must({"workouts.0.start": "2026-05-03T06:30:00.000Z", "workouts.0.end": "2026-05-03T06:30:31.000Z", "workouts.0.clock.source": "system",
           "workouts.0.clock.isTrusted": True, "workouts.0.endOffset": 31, "workouts.0.summary.heartRate.sampleCount": 30})

case = Case("geoid", "the geoid lies 45.1 m above the ellipsoid: the altitude is already above the sea, nothing is added")
case.open(0, 3, RECEIVER)
for t in range(1, 21):
    case.rx(t + 0.05, 3, gga(clock(t), north(4.8 * t), LONGITUDE, 212.4, 45.1))
    case.rx(t + 0.06, 3, rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8))
case.stop(21)
case.must(summary(altitude_minimum=212.4, altitude_maximum=212.4, ascentMetres=0, descentMetres=0) | {"workouts.0.route.first.altitude": 212.4})

case = Case("two-dimensional", "too few satellites for a height: the receiver assumes one, and it is not taken for an altitude")
case.open(0, 3, RECEIVER)
for t in range(1, 21):
    case.rx(t + 0.05, 3, gga(clock(t), north(4.8 * t), LONGITUDE, 212.4 if t <= 10 else 0.0, 45.1))
    case.rx(t + 0.06, 3, sentence(f"GPGSA,A,{3 if t <= 10 else 2},01,02,03,,,,,,,,,,1.5,0.9,1.2"))
    case.rx(t + 0.07, 3, rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8))
case.stop(21)
case.must(summary(altitude_minimum=212.4, altitude_maximum=212.4, descentMetres=0) | {"workouts.0.route.last.altitude": None})


def report(t, mode):
    """One of gpsd's."""
    time = f"2026-05-03T06:{30 + t // 60}:{t % 60:02d}.000Z"
    body = f',"lat":{north(4.8 * t):.9f},"lon":{LONGITUDE},"altMSL":212.4,"speed":4.8,"track":0.0' if mode >= 2 else ""
    return f'{{"class":"TPV","device":"/dev/ttyACM0","mode":{mode},"time":"{time}"{body}}}\n'


case = Case("gpsd-fix-ends", "gpsd says that the fix is gone, and later that the receiver was unplugged", start=WRONG_CLOCK)
case.open(0, 3, "gpsd localhost:2947 -")
for t in range(1, 31):
    text = report(t, mode=3 if t <= 10 or t > 20 else 1)
    case.rx(t + 0.05, 3, text if t <= 25 else text.rstrip("\n"))
case.rx(30.5, 3, '{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}\n').stop(45)
case.because("Fixes of 1 to 10 and 21 to 30 s, the last five in records without a line end; the way between is the straight line: 29 * 4.8 = 139.2 m. Speed holds for 5 s.")
case.must({"workouts.0.route.points": 20, "workouts.0.clock.source": "gps", "workouts.0.start": "2026-05-03T06:29:59.950Z",
           "workouts.0.route.first.altitude": 212.4})
case.must(summary(distance_metres=139.2), within=0.05)
case.value("speed", 14.5, 4.8).value("speed", 16, None).value("speed", 36, None)

case = Case("fused-sentences", "lost bytes fuse two sentences: the whole one that follows counts, the half one does not")
case.open(0, 3, RECEIVER)
for t in range(1, 11):
    case.rx(t + 0.05, 3, f"$GPGGA,{clock(t)[:6]}" + rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8))
case.stop(11)
case.must({"workouts.0.route.points": 10})
case.must(summary(distance_metres=9 * 4.8), within=0.05)

case = Case("lower-case-checksum", "checksums in small letters are checksums; wrong ones are none")
case.open(0, 3, RECEIVER)
for t in range(1, 31):
    line = rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8, lower=True)
    if t == 15:
        line = line.replace(",01636.", ",06137.")  # the longitude mangled on the way, the checksum as it was
    case.rx(t + 0.05, 3, line)
case.stop(31)
case.because("29 fixes; the mangled one would lie 45 degrees east. The way past it is the straight line: 29 * 4.8 = 139.2 m.")
case.must({"workouts.0.route.points": 29})
case.must({"workouts.0.route.bounds.east": 16.6}, within=1e-6)
case.must(summary(distance_metres=139.2), within=0.05)

case = Case("weak-checksum", "two digits change places on the way, and an exclusive or does not see it: a fix 45 degrees to the east is no place on this ride")
case.open(0, 3, RECEIVER)
for t in range(1, 31):
    line = rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8)
    case.rx(t + 0.05, 3, line.replace(",01636.", ",06136.") if t == 15 else line)
case.stop(31)
case.must({"workouts.0.route.points": 29, "counters.misplacedFixes": 1, "counters.rejected": 0})
case.must({"workouts.0.route.bounds.east": 16.6}, within=1e-6)
case.must(summary(distance_metres=139.2), within=0.05)

case = Case("leap-that-is-real", "the receiver was a kilometre off until it had heard enough satellites: the place that the next fix confirms is the new one")
case.open(0, 3, RECEIVER)
ride(case, range(1, 6), metres=lambda t: 1000 + 4.8 * t)
ride(case, range(6, 31))
case.stop(31)
case.because("The sixth fix lies 1000 m from the fifth; the seventh confirms it: 29 of 30.")
case.must({"workouts.0.route.points": 29, "counters.misplacedFixes": 1})

case = Case("chunks-cut-anywhere", "the tty cuts sentences where it likes")
case.open(0, 3, RECEIVER)
for t in range(1, 11):
    line = rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8)
    for part, cut in enumerate(range(0, len(line), 7)):
        case.rx(t + 0.05 + part / 1000, 3, line[cut:cut + 7].encode())
case.stop(11)
case.must({"workouts.0.route.points": 10})

case = Case("two-receivers", "two receivers ten metres apart on one ride: the route follows one of them, the other takes over when it ends; no zigzag",
            start=WRONG_CLOCK)
case.open(0, 3, RECEIVER).open(0, 4, "nmea /dev/gps1 -")
ride(case, range(1, 21))
east = LONGITUDE + 10 / METRES_PER_DEGREE / 0.6534  # cos 49.2 degrees
for t in range(1, 41):
    case.rx(t + 0.15, 4, rmc(clock(t), "030526", north(4.8 * t), east, 4.8))
case.stop(41)
case.because("39 steps of 4.8 m are 187.2 m, and about 10 m of the way from one to the other once; a zigzag would be some 400 m. "
             "Each receiver's date proves itself alone: 50 ms late is the first to be believed.")
case.must({"workouts.0.start": "2026-05-03T06:29:59.950Z", "workouts.0.clock.source": "gps"})
case.must(summary(distance_metres=192), within=7)
case.must({"workouts.0.route.points": 36}, within=2)
case.must({"counters.spareFixes": 24}, within=2)

case = Case("wheel-drops-out", "the wheel sensor drops out and comes back: the receiver's distance fills the hole, and nothing counts twice",
            {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 61))
for t in list(range(1, 21)) + list(range(41, 61)):
    case.rx(t, 2 if t < 41 else 5, speed_cadence(wheel=(100 + 2 * t, 1024 * t)))
case.add(20.5, "close", 2, "connection timeout").open(40.5, 5, WHEEL).stop(61)
case.because("Wheel, 5 m/s: 1 to 20 s and 41 to 60 s, 38 * 5 = 190 m. Receiver, 4.8 m/s: 20 to 41 s, 21 * 4.8 = 100.8 m.")
case.must(summary(distance_metres=290.8, distance_parts_0_metres=190, distance_parts_1_metres=100.8), within=0.05)
case.must(summary(distance_origin="wheel", distance_parts_0_origin="wheel", distance_parts_1_origin="gps"))
case.value("speed", 10.5, 5).value("speed", 30.5, 4.8).value("speed", 50.5, 5)

case = Case("wheel-silent-then-more", "the wheel sensor is out of reach for 20 s on an open link, and its count says what it rolled: the receiver's way there is not added",
            {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 61))
for t in list(range(1, 21)) + list(range(41, 61)):
    case.rx(t, 2, speed_cadence(wheel=(100 + 2 * t, 1024 * t)))
case.stop(61)
case.because("The count runs on through the gap: 59 s of 5 m/s, 295 m, all of the wheel's.")
case.must(summary(distance_metres=295, distance_parts_0_metres=295, distance_origin="wheel"), within=0.05)

case = Case("wheel-magnet-lost", "the magnet has slipped: the wheel sensor speaks and never turns while the receiver rides; its zeros must not stop the distance",
            {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 121))
for t in range(1, 121):
    turned = min(t, 30)
    case.rx(t, 2, speed_cadence(wheel=(100 + 2 * turned, 1024 * turned)))
case.stop(121)
case.because("Wheel: 29 s of 5 m/s = 145 m. It stands from 32 s on; 10 s later its zeros no longer count. From 30 s to then nobody can tell a stop from a "
             "fault: at most 13 s are missing of the receiver's 90 s of 4.8 m/s = 432 m: 145 + 432 = 577 m, less at most 62.4 m.")
case.must(summary(distance_metres=577), within=63)
case.must(summary(distance_parts_0_metres=145), within=0.1)
case.value("speed", 60.5, 4.8).value("speed", 110.5, 4.8)

case = Case("wheel-never-turns", "the other bike's wheel sensor is awake and never turns while the receiver rides: it is idle from the start",
            {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 61))
for t in range(1, 61):
    case.rx(t, 2, speed_cadence(wheel=(100, 0)))
case.stop(61)
case.because("59 s of 4.8 m/s = 283.2 m; in the first seconds, before the receiver has shown that it moves, a zero may pass.")
case.must(summary(distance_metres=283.2), within=10)
case.value("speed", 30.5, 4.8)

case = Case("red-light", "a stop of 60 s at a red light: the wheel's zeros count, for the receiver's jitter is no ride", {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 21))
for t in range(21, 81):
    jitter = (0, 0.4, 0.1, 0.5, 0.2)[t % 5]
    case.rx(t + 0.05, 3, rmc(clock(t), "030526", north(96 + jitter), LONGITUDE, 0.3))
ride(case, range(81, 101), metres=lambda t: 96 + 4.8 * (t - 80))
for t in range(1, 101):
    turned = t if t <= 20 else 20 if t <= 80 else t - 60
    case.rx(t, 2, speed_cadence(wheel=(100 + 2 * turned, 1024 * (t if t <= 20 else 20 if t <= 80 else t))))
case.stop(101)
case.because("The wheel turns for 19 s before and 20 s after the light: 39 * 5 = 195 m, and nothing in between.")
case.must(summary(distance_metres=195, distance_origin="wheel"), within=0.05)
case.value("speed", 50.5, 0)
