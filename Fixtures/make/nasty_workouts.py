"""Nasty cases of workouts: pauses, laps, legs, ends, records of every kind."""
from nasty_bytes import *
from nasty_case import *
from nasty_receivers import clock, north, ride, LONGITUDE

POWER_ZONES = {"ftp": "200", "zones.power": "user custom 150,250"}

case = Case("pauses", "a pause is not riding: not in the timer, the zones, the distance or the averages", FIVE_ZONES | {"wheel-circumference": "2.5"})
case.open(0, 1, STRAP).open(0, 2, WHEEL)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(140 if not 20 <= t < 40 else 100)).rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t)))
case.command(20, "pause rider").command(40, "resume rider").stop(60)
case.because("Timer 40 s: 0 to 20 and 40 to 60 s. 140 bpm from 1 to 20 and from 40 to 60 s: 39 s. Wheel, 5 m/s: 19 s and 20 s, 195 m.")
case.must(summary(elapsedSeconds=60, timerSeconds=40, distance_metres=195, heartRate_average=140, averageSpeed=4.875))
case.must({"workouts.0.zones.heartRate.zones.2.seconds": 39, "workouts.0.zones.heartRate.zones.0.seconds": 0,
           "workouts.0.zones.heartRate.unattributedSeconds": 1, "workouts.0.zones.heartRate.zones.2.percentOfCovered": 100,
           "workouts.0.pauses.0.startOffset": 20, "workouts.0.pauses.0.endOffset": 40, "workouts.0.pauses.0.isAutomatic": False,
           "workouts.0.pauses.1": None})

case = Case("pause-on-a-train", "the rider pauses and takes the train: the receiver's way there does not count")
case.open(0, 3, RECEIVER)
ride(case, range(1, 21))
ride(case, range(21, 41), metres=lambda t: 96 + 40 * (t - 20))
ride(case, range(41, 61), metres=lambda t: 896 + 4.8 * (t - 40))
case.command(20, "pause rider").command(40.01, "resume rider").stop(61)
case.because("19 steps before and 19 after the pause, the first fix after it being that of 41 s: 38 * 4.8 = 182.4 m.")
case.must(summary(distance_metres=182.4, timerSeconds=40.99), within=0.05)

case = Case("pause-to-the-end", "paused and never resumed: the pause runs to the end")
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140))
case.command(20, "pause rider").command(22, "pause rider").stop(30)
case.must(summary(timerSeconds=20, elapsedSeconds=30))
case.must({"workouts.0.pauses.0.startOffset": 20, "workouts.0.pauses.0.endOffset": 30, "workouts.0.pauses.1": None,
           "notices": ["commandIgnored"]})

case = Case("laps", "two laps pressed: three laps that cover the workout, each with its own figures; one pressed twice at once is one", FIVE_ZONES | {"wheel-circumference": "2.5"})
case.open(0, 1, STRAP).open(0, 2, WHEEL)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(130 if t < 20 else 150)).rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t)))
case.command(20, "lap").command(20, "lap").command(50, "lap").stop(60)
case.because("5 m/s from 1 s: 95, 150 and 50 m. 130 bpm from 1 to 20 s, then 150.")
for index, (start, end, metres, rate, trigger) in enumerate([(0, 20, 95, 130, "manual"), (20, 50, 150, 150, "manual"), (50, 60, 50, 150, "sessionEnd")]):
    lap = f"workouts.0.laps.{index}."
    case.must({lap + "startOffset": start, lap + "endOffset": end, lap + "summary.distance.metres": metres,
               lap + "summary.heartRate.average": rate, lap + "trigger": trigger})
case.must({"workouts.0.laps.3": None, "workouts.0.laps.0.zones.heartRate.zones.1.seconds": 19,
           "workouts.0.laps.1.zones.heartRate.zones.2.seconds": 30})

case = Case("auto-pause-wheel", "automatic pause: the wheel stands for 40 s, then rolls on", {"auto-pause": "on", "wheel-circumference": "2.5"})
case.open(0, 2, WHEEL)
for t in range(1, 101):
    turned, event = (t, t) if t <= 20 else (20, 20) if t <= 60 else (t - 40, t)
    case.rx(t, 2, speed_cadence(wheel=(100 + 2 * turned, 1024 * event)))
case.stop(100)
case.because("The last turn is at 20 s, 2 s later the speed is 0, and 5 s of standing later the timer stops: about 27 s. It goes on with the first turn, 61 s.")
case.must({"workouts.0.pauses.0.isAutomatic": True, "workouts.0.pauses.1": None})
case.must({"workouts.0.pauses.0.startOffset": 27, "workouts.0.pauses.0.endOffset": 61, "workouts.0.summary.timerSeconds": 66}, within=1.6)
case.because("Wheel, 5 m/s: 1 to 20 s, and 61 to 100 s; the way of the second that ended the pause lies in it: 95 + 195 = 290 m.")
case.must(summary(distance_metres=290), within=0.1)

case = Case("auto-pause-receiver", "automatic pause with a receiver alone: it stands at a crossing and drifts a little", {"auto-pause": "on"}, activity="running")
case.open(0, 3, RECEIVER)
ride(case, range(1, 31), speed=3)
for t in range(31, 71):
    case.rx(t + 0.05, 3, rmc(clock(t), "030526", north(90 + (t % 3) * 0.2), LONGITUDE, 0.1))
ride(case, range(71, 101), speed=3, metres=lambda t: 90 + 3 * (t - 70))
case.stop(100)
case.because("0.1 m/s from 31 s on is standing: 5 s later, 36 s, the timer stops; it goes on at 71 s.")
case.must({"workouts.0.pauses.0.isAutomatic": True, "workouts.0.pauses.1": None})
case.must({"workouts.0.pauses.0.startOffset": 36, "workouts.0.pauses.0.endOffset": 71}, within=2)

case = Case("auto-pause-heart-alone", "automatic pause with a strap alone: nothing says that the athlete stands, so the timer runs", {"auto-pause": "on"})
case.open(0, 1, STRAP)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(90))
case.stop(60)
case.must({"workouts.0.pauses.0": None, "workouts.0.summary.timerSeconds": 60})

case = Case("ride-then-run", "a ride, a transition, a run in one workout: each leg has its zones and its figures; steps are strides times two",
            {"zones.heart-rate": "user custom 114,133,152,171", "zones.heart-rate.running": "user custom 120,140,160,180", "zones.power": "user custom 150,250"})
case.open(0, 1, STRAP).open(0, 2, METER).open(0, 6, STICK)
for t in range(1, 121):
    case.rx(t, 1, heart_rate(136 if t < 60 else 145))
    if t <= 60:
        case.rx(t, 2, power(200))
    if t >= 70:
        case.rx(t, 6, ant_foot_pod(t, 3 * t, 3, int(1.5 * t), number=300))
case.command(60, "activity transition").command(70, "activity running").stop(120)
case.because("Ride 0 to 60 s: 136 bpm from 1 s, 59 s in zone 3 of 114/133/152/171, 200 W from 1 to 60 s: 59 s in the middle zone, 11.8 kJ. "
             "Run 70 to 120 s: 145 bpm, 50 s in zone 3 of 120/140/160/180, 50 s of 3 m/s = 150 m, 75 strides = 150 steps.")
case.must({"workouts.0.type": "cycling", "workouts.0.activities.0.type": "cycling", "workouts.0.activities.1.type": "transition",
           "workouts.0.activities.2.type": "running", "workouts.0.activities.3": None,
           "workouts.0.activities.0.endOffset": 60, "workouts.0.activities.2.startOffset": 70,
           "workouts.0.activities.0.zones.heartRate.zones.2.seconds": 59, "workouts.0.activities.0.zones.power.zones.1.seconds": 59,
           "workouts.0.activities.0.summary.workKilojoules": 11.8, "workouts.0.activities.0.summary.steps": None,
           "workouts.0.activities.2.zones.heartRate.zones.2.seconds": 50,
           "workouts.0.activities.2.zones.heartRate.configuration.boundaries.0": 120,
           "workouts.0.activities.2.summary.steps": 150, "workouts.0.activities.2.summary.distance.metres": 150,
           "workouts.0.activities.2.summary.distance.origin": "footPod", "workouts.0.laps.0.endOffset": 60, "workouts.0.laps.0.trigger": "activityChange",
           "workouts.0.laps.2.activityIndex": 2})

case = Case("steps-of-strides", "a pod over Bluetooth counts strides; the rider said so: steps are twice as many", {"strides": "ble:C0:00:00:00:00:05"}, activity="running")
case.open(0, 1, POD)
for t in range(1, 62):
    case.rx(t, 1, running(3, 90))
case.stop(62)
case.because("90 strides a minute are 180 steps; 60 s from the first packet to the last: 180 steps, 180 m.")
case.must(summary(steps=180, stepRate_maximum=180, distance_metres=180, distance_origin="footPod", maximumSpeed=3))

case = Case("steps-once", "a pod over Bluetooth and ANT at once: its steps and metres count once", activity="running")
case.open(0, 1, POD).open(0, 2, STICK)
for t in range(1, 62):
    case.rx(t, 1, running(3, 180)).rx(t, 2, ant_foot_pod(t, 3 * t, 3, int(1.5 * t), number=300))
case.stop(62)
case.must(summary(steps=180, distance_metres=180))

case = Case("battery-died", "the machine's battery died: no stop command, the workout ends with the last record", FIVE_ZONES)
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140))
case.ticks(0, 30)
case.must({"workouts.0.endOffset": 30, "workouts.0.zones.heartRate.zones.2.seconds": 29, "workouts.1": None, "torn": False})

case = Case("crash-and-restart", "the machine crashes in the middle of a line and starts anew: the second capture continues the first, and both are one workout",
            FIVE_ZONES | {"wheel-circumference": "2.5"})
case.open(0, 1, STRAP).open(0, 2, WHEEL)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140)).rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t)))
case.tail = "31000000 rx 2 013e0000"
again = case.restart("2026-05-03T06:31:00.000000Z synchronised")
again.command(0, "start cycling").open(0.5, 1, STRAP).open(0.5, 2, WHEEL)
for t in range(1, 31):
    again.rx(t, 1, heart_rate(160)).rx(t, 2, speed_cadence(wheel=(2 * (60 + t), 1024 * (60 + t))))
again.stop(31)
case.because("The second begins 60 s after the first. 140 bpm from 1 to 40 s (held for 10 s), 160 from 61 to 91 s. "
             "Wheel: 29 s of 5 m/s before and 29 s after, and nobody knows what lay between.")
case.must({"torn": True, "workouts.1": None, "workouts.0.endOffset": 91, "workouts.0.zones.heartRate.zones.2.seconds": 39,
           "workouts.0.zones.heartRate.zones.3.seconds": 30, "workouts.0.summary.distance.metres": 290, "workouts.0.sources.2": None,
           "notices.0": "sensorLost 0", "notices.1": "sensorLost 1", "notices.2": "commandIgnored"})

case = Case("torn-tail", "the power failed in the middle of a line: all before it is used, and it is said", FIVE_ZONES)
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140))
case.tail = "31000000 rx 1 00"
case.must({"workouts.0.endOffset": 30, "workouts.0.summary.heartRate.sampleCount": 29, "torn": True})
case.because("30 samples arrived; the last one, at the very end, covers no time.")

case = Case("dropped", "the recorder was too busy and says how many records it lost")
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140))
case.add(10.5, "drop", 1, "17").add(20.5, "drop", 1, "3").stop(31)
case.must({"counters.dropped": 20, "workouts.0.summary.heartRate.sampleCount": 30})

case = Case("younger-verbs", "records of a younger format are passed over and counted")
case.open(0, 1, STRAP)
for t in range(1, 11):
    case.rx(t, 1, heart_rate(140))
case.add(2.5, "shimmer", "1", "blue 12").add(3.5, "weather", "-", "rain").add(4.5, "command", "-", "photograph").stop(11)
case.must({"unknownLines": 3, "workouts.0.summary.heartRate.sampleCount": 10, "workouts.0.endOffset": 11})

case = Case("settings-change", "the wheel's circumference changes on the way; FTP and zones were frozen when the workout began", FIVE_ZONES | POWER_ZONES | {"wheel-circumference": "2"})
case.open(0, 1, STRAP).open(0, 2, WHEEL).open(0, 4, METER)
for t in range(1, 62):
    case.rx(t, 1, heart_rate(140)).rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t))).rx(t, 4, power(200))
case.add(31, "set", "-", "wheel-circumference 2.5").add(31, "set", "-", "ftp 300").add(31, "set", "-", "zones.heart-rate user custom 100,110,120,130")
case.add(32, "set", "-", "wheel-circumference 99").stop(61)
case.because("Records of one moment keep their order, so the packet of 31 s is still measured with 2 m: 30 * 4 m = 120 m, then 30 * 5 m = 150 m. 200 W of FTP 200: intensity 1. 99 m is no wheel.")
case.must(summary(distance_metres=270, intensityFactor=1))
case.must({"workouts.0.settings.functionalThresholdPower": 200, "workouts.0.zones.heartRate.zones.2.seconds": 60,
           "workouts.0.zones.heartRate.configuration.boundaries.0": 114, "notices": ["settingRejected wheel-circumference"]})

case = Case("two-workouts", "two workouts in one capture, with riding between them: nothing of one is in the other", FIVE_ZONES | {"wheel-circumference": "2.5"})
case.open(0, 1, STRAP).open(0, 2, WHEEL)
for t in range(1, 91):
    case.rx(t, 1, heart_rate(130 if t < 60 else 150)).rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t)))
case.command(30, "stop").command(59.5, "start running").stop(90)
case.because("First 0 to 30 s: 29 s of 5 m/s. Second 59.5 to 90 s: half of the second that it begins in, then 30 s: 152.5 m. 130 holds until the sample of 60 s, but that sample came before the start: 0.5 s belong to none.")
case.must({"workouts.0.endOffset": 30, "workouts.0.summary.distance.metres": 145, "workouts.1.type": "running", "workouts.1.startOffset": 59.5,
           "workouts.1.summary.distance.metres": 152.5, "workouts.1.zones.heartRate.zones.1.seconds": 0,
           "workouts.1.zones.heartRate.zones.2.seconds": 30, "workouts.1.zones.heartRate.unattributedSeconds": 0.5,
           "workouts.1.sources.0.identity": "ble:C0:00:00:00:00:01", "workouts.2": None})

case = Case("stop-within-a-message", "a workout ends between two chunks of one message and another begins: the message counts whole, in the second", activity="cycling")
case.open(0, 1, STICK).open(0, 3, RECEIVER)
for t in range(1, 31):
    message = ant_power(t, 200 * t, 200, number=900)
    line = rmc(clock(t), "030526", north(4.8 * t), LONGITUDE, 4.8).encode()
    case.rx(t, 1, message[:6]).rx(t + 0.1, 1, message[6:]).rx(t + 0.1, 3, line[:30]).rx(t + 0.2, 3, line[30:])
case.command(15.05, "stop").command(15.06, "start cycling").command(16.15, "stop").command(16.16, "start cycling").stop(31)
case.must({"counters.rejected": 0, "workouts.0.sources.1.samples.power": 14, "workouts.1.sources.1.samples.power": 2,
           "workouts.2.sources.1.samples.power": 14, "workouts.2.route.points": 14})
case.because("The message of 15 s ends at 15.1 s, in the second workout; the fix of 16 s lies before the third, which has those of 17 to 30 s.")

case = Case("commands-out-of-place", "a lap and a stop before the start, a second start, a resume while riding: each is said and changes nothing", activity=None)
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(140))
case.command(1.2, "lap").command(1.4, "stop").command(2, "start cycling").command(4, "start running").command(6, "resume rider")
case.command(8, "activity juggling").stop(30)
case.must({"workouts.0.type": "cycling", "workouts.0.startOffset": 2, "workouts.0.endOffset": 30, "workouts.0.pauses.0": None, "workouts.0.laps.1": None,
           "workouts.1": None, "notices": ["commandIgnored"] * 5})

case = Case("bytes-without-a-link", "bytes of a link that no record opened, and of one that was closed: said, and nothing else")
case.open(0, 1, STRAP)
for t in range(1, 11):
    case.rx(t, 1, heart_rate(140))
case.rx(5.5, 9, heart_rate(99)).add(10.5, "close", 1, "gone").rx(11, 1, heart_rate(99)).stop(12)
case.must(summary(heartRate_minimum=140, heartRate_sampleCount=10) | {"notices": ["unknownLink 9", "sensorLost 0", "unknownLink 1"]})

case = Case("reopened-without-close", "a link is opened again though its end was never told, with the receiver's last sentence still open", {"wheel-circumference": "2.5"})
case.open(0, 2, WHEEL).open(0, 3, RECEIVER)
ride(case, range(1, 11))
for t in range(1, 11):
    case.rx(t, 2, speed_cadence(wheel=(2 * t, 1024 * t)))
case.open(10.1, 2, WHEEL).open(10.1, 3, RECEIVER)
ride(case, range(11, 21))
for t in range(11, 21):
    case.rx(t, 2, speed_cadence(wheel=(90000 + 2 * t, 1024 * t)))
case.stop(21)
case.because("20 fixes. Wheel: 9 + 9 steps of 5 m = 90 m; from 10 to 11 s the receiver's 4.8 m.")
case.must({"workouts.0.route.points": 20})
case.must(summary(distance_metres=94.8, maximumSpeed=5), within=0.05)

case = Case("odd-bytes", "values cut short, empty or of a kind that says nothing: counted, and the rest goes on")
case.open(0, 1, STRAP).open(0, 2, METER).open(0, 6, STICK)
for t in range(1, 11):
    case.rx(t, 1, heart_rate(140)).rx(t + 0.1, 2, power(200))
case.add(3.3, "rx", 1, '""').rx(3.4, 1, bytes([0x01, 0x2C])).rx(4.3, 2, bytes([0, 0, 0xC8])).rx(5.3, 6, bytes([0xA4, 1, 0x4A, 0, 0])).stop(11)
case.because("An empty value, a 16-bit rate with one byte, a power of half a number, a message whose checksum is not EF.")
case.must(summary(heartRate_sampleCount=10, power_maximum=200) | {"counters.rejected": 4})
