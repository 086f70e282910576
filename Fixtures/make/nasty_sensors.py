"""Nasty cases of sensors: counters, silence, several sources."""
from nasty_bytes import *
from nasty_case import *

ROLL = 2.105  # metres of the default wheel

# Counters

case = Case("cadence-stop", "the crank stops and the sensor goes on sending its last event: cadence must fall to 0 and neither freeze nor vanish")
case.open(0, 1, WHEEL)
for t in range(1, 25):
    turned = min(t, 10)
    case.rx(t, 1, speed_cadence(crank=(turned, 1024 * turned)))
case.stop(24)
case.because("One turn a second from the second packet (2 s) to the tenth: 60 rpm; two periods, 2 s, after the last event it is 0, and said to be until the end.",
             "60 rpm from 2 to 12 s, 0 from 12 to 24 s: mean 60 * 10 / 22 = 27.27, without zeros 60.")
case.must(summary(cadence_maximum=60, cadence_minimum=0, cadence_average=27.27, cadence_averageWithoutZeros=60))
case.must({"workouts.0.summary.movingSeconds": 10})
case.value("cadence", 1.5, None).value("cadence", 5.7, 60).value("cadence", 11.9, 60).value("cadence", 12.1, 0).value("cadence", 23, 0)

case = Case("cadence-sensor-sleeps", "the crank stops and the sensor falls silent with it: one 0, then nothing is known")
case.open(0, 1, WHEEL)
for t in range(1, 11):
    case.rx(t, 1, speed_cadence(crank=(t, 1024 * t)))
case.stop(30)
case.because("The last event comes at 10 s; 2 s of silence make it 0; a value of a silent sensor holds for 5 s, to about 17 s.")
case.must(summary(cadence_maximum=60, cadence_minimum=0))
case.value("cadence", 9.5, 60).value("cadence", 13, 0).value("cadence", 18, None)

case = Case("cadence-40-rpm", "40 rpm and a packet a second: every third packet repeats an event; it must show neither 0 nor anything but 40")
case.open(0, 1, WHEEL)
for t in range(1, 31):
    turned = int(t / 1.5)
    case.rx(t, 1, speed_cadence(crank=(turned, 1536 * turned)))
case.stop(30)
case.because("One turn in 1.5 s (1536 ticks). First rate at 2 s: covered 28 of 30 s = 0.9333.")
case.must(summary(cadence_maximum=40, cadence_minimum=40, cadence_average=40, cadence_coverage=0.9333))

case = Case("crank-wrap", "the crank's count and its clock both wrap at 65536")
case.open(0, 1, METER)
for t in range(1, 11):
    case.rx(t, 1, power(150, crank=(65530 + t, 60000 + 1024 * t)))
case.stop(11)
case.because("A turn a second all the time: 60 rpm. The clock wraps between the 5th and 6th packet (60000 + 6 * 1024 = 66144), the count after the 5th.")
case.must(summary(cadence_maximum=60, cadence_minimum=60, power_maximum=150))
case.value("power", 10.5, 150)

case = Case("wheel-reset", "the wheel's count begins anew in the middle of the ride: no absurd or negative speed, and no leap in distance")
case.open(0, 1, WHEEL)
for t in range(1, 21):
    case.rx(t, 1, speed_cadence(wheel=(1000 + 2 * t, 1024 * t) if t <= 10 else (2 * (t - 10), 1024 * (t - 10) + 300)))
case.stop(21)
case.because(f"2 turns a second of {ROLL} m are 4.21 m/s. 9 steps before the restart and 9 after it: 18 * 4.21 = 75.78 m; the step between says nothing.")
case.must(summary(maximumSpeed=4.21, distance_metres=75.78, distance_origin="wheel"))

case = Case("wheel-rolled-back", "the bike is pushed backwards: the 32-bit count goes down by one, which is no wrap")
case.open(0, 1, WHEEL)
for t in range(1, 11):
    case.rx(t, 1, speed_cadence(wheel=(100 + 2 * t - (3 if t >= 6 else 0), 1024 * t)))
case.stop(11)
case.because("Steps of 2 turns but for the one from 5 to 6 s, which is -1: 8 * 4.21 = 33.68 m.")
case.must(summary(maximumSpeed=4.21, distance_metres=33.68))

case = Case("wheel-clocks", "a power meter's wheel clock runs at 1/2048 s, a speed sensor's at 1/1024 s; both on one wheel show one speed and one distance")
case.open(0, 1, METER).open(0, 2, WHEEL)
for t in range(1, 71):
    case.rx(t, 1, power(180, wheel=(500 + 2 * t, 2048 * t)))
    case.rx(t + 0.1, 2, speed_cadence(wheel=(9000 + 2 * t, 1024 * t)))
case.stop(71)
case.because("Both wrap on the way: at 32 and 64 s, and at 64 s. 2 turns a second: 4.21 m/s; from 1 s to 70.1 s one of them covers every moment, 70 s between their ends at 4.21 m/s a second: 69 steps and 0.1 s: 290.91 m.")
case.must(summary(maximumSpeed=4.21, averageSpeed=4.097, distance_origin="wheel"), within=0.001)
case.must(summary(distance_metres=290.91), within=0.43)
case.value("speed", 40, 4.21).value("speed", 66, 4.21)

case = Case("clock-wraps-unseen", "a wheel stands for 130 s, two wraps of its clock, and its first turn afterwards is no sprint")
case.open(0, 1, WHEEL)
for t in range(1, 11):
    case.rx(t, 1, speed_cadence(wheel=(2 * t, 1024 * t)))
for t in range(11, 140):
    case.rx(t, 1, speed_cadence(wheel=(20, 1024 * 10)))
case.rx(140, 1, speed_cadence(wheel=(21, 1024 * 139)))
for t in range(141, 151):
    case.rx(t, 1, speed_cadence(wheel=(21 + 2 * (t - 140), 1024 * t)))
case.stop(151)
case.because("The event at 139 s lies 129 s after the last; the 16-bit clock says 129 - 128 = 1 s, ours 130 s: 2.105 m / 130 s. "
             "Distance (9 * 2 + 1 + 10 * 2) turns = 39 * 2.105 = 82.095 m. Moving: speed from 2 to 12 s and from 141 to 151 s.")
case.must(summary(maximumSpeed=4.21, distance_metres=82.1), within=0.01)
case.must({"workouts.0.summary.movingSeconds": 20}, within=1.1)

case = Case("reconnect", "the sensor reconnects and its counts stand elsewhere: the first packet only says where they stand")
case.open(0, 1, WHEEL)
for t in range(1, 11):
    case.rx(t, 1, speed_cadence(wheel=(1000 + 2 * t, 1024 * t), crank=(5000 + t, 1024 * t)))
case.add(10.5, "close", 1, "connection timeout")
case.open(29.5, 2, WHEEL)
for t in range(30, 41):
    case.rx(t, 2, speed_cadence(wheel=(70000 + 2 * t, 1024 * t + 77), crank=(7 + t, 1024 * t + 77)))
case.stop(41)
case.because("4.21 m/s from 1 to 10 s and from 30 to 40 s: 19 * 4.21 = 79.99 m; nobody knows what lay between. Speed and cadence hold for 5 s after the last packet.")
case.must(summary(maximumSpeed=4.21, cadence_maximum=60, distance_metres=79.99))
case.must({"workouts.0.sources.0.identity": "ble:C0:00:00:00:00:03", "workouts.0.sources.1": None,
           "workouts.0.markers.0.kind": "sensorLost", "workouts.0.markers.0.offset": 10.5,
           "workouts.0.markers.1.kind": "sensorBack", "workouts.0.markers.1.offset": 29.5})
case.value("speed", 20, None).value("cadence", 20, None).value("speed", 30.5, None).value("speed", 31.5, 4.21).value("cadence", 31.5, 60)

# Machines

case = Case("ftms-speed-only", "an indoor bike whose flags are 0000 sends its speed and nothing else: a normal packet")
case.open(0, 1, TRAINER)
for t in range(1, 11):
    case.rx(t, 1, bytes.fromhex("0000c409"))
case.stop(11)
case.because("0x09C4 = 2500 hundredths of a km/h = 25 km/h = 6.944 m/s; ten packets.")
case.must(summary(maximumSpeed=6.944) | {"workouts.0.sources.0.samples.speed": 10, "counters.rejected": 0})

case = Case("ftms-averages", "a trainer sends averages between the values of now; they must be stepped over")
case.open(0, 1, TRAINER)
for t in range(1, 11):
    case.rx(t, 1, bike(speed=30, average_speed=28, cadence=88, average_cadence=80, watts=222, average_watts=199))
case.stop(11)
case.because("30 km/h = 8.333 m/s; 88 rpm; 222 W.")
case.must(summary(maximumSpeed=8.333, cadence_maximum=88, cadence_minimum=88, power_maximum=222, power_minimum=222))

case = Case("ftms-split", "records come in two parts; one part is lost, and the link breaks between two others")
case.open(0, 1, TRAINER)
for t in range(1, 21):
    if t == 8:
        case.rx(t, 1, bike(cadence=250, watts=999))  # its second part never comes
    elif t == 12:
        case.rx(t, 1, bike(cadence=250, watts=999)).add(t + 0.2, "close", 1, "gone").open(t + 0.4, 1, TRAINER)
        case.rx(t + 0.6, 1, bike(speed=36, metres=10 * t))
    else:
        case.rx(t, 1, bike(cadence=85, watts=210)).rx(t + 0.1, 1, bike(speed=36, metres=10 * t))
case.stop(21)
case.because("What the halves without a partner say (999 W, 250 rpm) belongs to nothing. 36 km/h = 10 m/s. "
             "The total stands at 10 m at 1.1 s and at 110 m at 11.1 s: 100 m; after the break at 120 m at 12.6 s and 200 m at 20.1 s: 80 m.")
case.must(summary(power_maximum=210, power_minimum=210, cadence_maximum=85, maximumSpeed=10, distance_metres=180,
                  distance_origin="machine"))

case = Case("trainer-distance-wrap", "a trainer's metres wrap at 256")
case.open(0, 1, STICK)
for t in range(1, 61):
    case.rx(t, 1, ant_machine(4 * t, 10 * t, 10000, number=77))
case.stop(61)
case.because("10 m a second from 1 to 60 s: 590 m, two wraps.")
case.must(summary(distance_metres=590, maximumSpeed=10, distance_origin="machine") | {"workouts.0.sources.0.identity": "ant:17:77"})

case = Case("two-messages-a-chunk", "the machine was busy, and two messages of one wheel sensor arrive in one chunk: no turn is lost")
case.open(0, 1, STICK)
for t in range(1, 41, 2):
    messages = [ant(123, 44, struct.pack("<BBBBHH", 0, 0xFF, 0xFF, 0xFF, 1024 * s & 0xFFFF, 2 * s)) for s in (t, t + 1)]
    case.rx(t + 1, 1, b"".join(messages))
case.stop(41)
case.because(f"2 turns a second of {ROLL} m from 1 s on; the last chunk, of 40 s, brings two turns with its first message, and two that wait for a moment after it: "
             "between 38 * 4.21 and 39 * 4.21 m.")
case.must(summary(distance_metres=162.1, distance_origin="wheel"), within=2.2)
case.must(summary(maximumSpeed=4.21))

case = Case("machine-total-leaps", "a machine's total distance leaps to 60 000 m for one packet and comes back: nobody rides 59 km in a second")
case.open(0, 1, TRAINER)
for t in range(1, 41):
    case.rx(t, 1, bike(speed=36, metres=60000 if t == 20 else 10 * t))
case.stop(41)
case.because("10 m a second from 1 to 19 s and from 21 to 40 s: 180 + 190 m. What came between 19 and 21 s the totals do not say.")
case.must(summary(distance_metres=370, maximumSpeed=10) | {"counters.implausible.distance": 1})

case = Case("two-sticks", "two sticks hear one meter and one strap: each turn, each metre and each beat counts once; when one stick is pulled, the other goes on")
case.open(0, 1, STICK).open(0, 2, "ant stick-2 -")
for t in range(1, 41):
    wheel = ant(123, 44, struct.pack("<BBBBHH", 0, 0xFF, 0xFF, 0xFF, 1024 * t & 0xFFFF, 2 * t))
    beat = ant_beat(1024 * t, t, 60, number=500)
    if t <= 20:
        case.rx(t, 1, wheel + beat)
    case.rx(t + 0.01, 2, wheel + beat)
case.add(20.5, "close", 1, "no such device").stop(41)
case.because("First stick: 19 intervals from 1 to 20 s and 19 * 4.21 = 79.99 m. It served until 20 s, so the second takes over with the first word 3 s later, 23.01 s, "
             "a baseline: 24 to 40 s are 17 intervals and 17 * 4.21 = 71.57 m.")
case.must({"workouts.0.rrIntervals.0.count": 36, "workouts.0.rrIntervals.1": None, "workouts.0.sources.2": None})
case.must(summary(distance_metres=151.56), within=0.05)

# Hearts

case = Case("rr-several", "packets with none, one, three and nine RR-intervals: all are kept, oldest first")
case.open(0, 1, STRAP)
packets = [[744, 720, 708], None, [1024], [], [512, 513, 514, 515, 516, 517, 518, 519, 520], None]
for t, intervals in enumerate(packets, 1):
    case.rx(t, 1, heart_rate(80, intervals))
case.stop(7)
case.because("3 + 1 + 0 + 9 = 13 intervals.")
case.must({"workouts.0.rrIntervals.0.count": 13, "workouts.0.rrIntervals.0.missed": 0, "beats.0.0.rr": [744, 720, 708],
           "beats.0.1.rr": [1024], "beats.0.2.rr": [512, 513, 514, 515, 516, 517, 518, 519, 520], "beats.0.3": None,
           "workouts.0.summary.heartRate.minimum": 80, "workouts.0.summary.heartRate.sampleCount": 6})

case = Case("rr-gap", "a strap over ANT: the time of a beat may be 0, and beats that were lost leave a gap that is not closed up")
case.open(0, 1, STICK)
beats = [(61440, 10), (62464, 11), (63488, 12), (64512, 13), (0, 14), (1024, 15), (2048, 16), (2048, 16), (5120, 19), (6144, 20)]
for t, (time, count) in enumerate(beats, 1):
    case.rx(t, 1, ant_beat(time, count, 60, number=500))
case.stop(11)
case.because("1024 ticks a beat: 10 to 16 give six intervals, the one that ends at time 0 (64512 + 1024 = 65536) and the one that begins there among them; "
             "a repeat gives none; 17 to 19 are known to have happened and no more; 20 gives one: 7 known, 3 missed.")
case.must({"workouts.0.rrIntervals.0.count": 7, "workouts.0.rrIntervals.0.missed": 3,
           **{f"beats.0.{i}.rr": [1024] for i in range(6)}, "beats.0.6.rr": [], "beats.0.6.missed": 3, "beats.0.7.rr": [1024],
           "workouts.0.summary.heartRate.minimum": 60, "workouts.0.summary.heartRate.maximum": 60})

case = Case("hr-zero-moment", "a strap loses the skin for a moment and sends 0: no heart beats 0 times, and the average must not fall", FIVE_ZONES)
case.open(0, 1, STRAP)
for t in range(1, 61):
    case.rx(t, 1, no_contact() if t in (20, 21, 40) else heart_rate(140))
case.stop(61)
case.because("140 bpm throughout: the value before holds for up to 10 s. Covered from 1 to 61 s: 60 s in the zone 133...152, 1 s belongs to none.")
case.must(summary(heartRate_average=140, heartRate_minimum=140, heartRate_sampleCount=57))
case.must({"workouts.0.zones.heartRate.zones.2.seconds": 60, "workouts.0.zones.heartRate.zones.0.seconds": 0,
           "workouts.0.zones.heartRate.unattributedSeconds": 1, "counters.rejected": 0})

case = Case("contact-never-set", "a strap that can tell contact and always denies it sends a rate all the same: a rate that is not 0 is a rate")
case.open(0, 1, STRAP)
for t in range(1, 31):
    case.rx(t, 1, bytes([0x04, 138]))
case.stop(31)
case.must(summary(heartRate_minimum=138, heartRate_sampleCount=30))

case = Case("strap-lost-and-back", "a strap is lost, its last value must not stick, and it comes back within the workout on another link", FIVE_ZONES)
case.open(0, 1, STRAP)
for t in range(1, 21):
    case.rx(t, 1, heart_rate(130))
case.add(20.5, "close", 1, "connection timeout").open(60, 2, STRAP)
for t in range(61, 81):
    case.rx(t, 2, heart_rate(150))
case.stop(81)
case.because("130 from 1 s to 10 s after the last, 30 s: 29 s in zone 2; 150 from 61 to 81 s: 20 s in zone 3; 81 - 49 = 32 s belong to none.")
case.must({"workouts.0.zones.heartRate.zones.1.seconds": 29, "workouts.0.zones.heartRate.zones.2.seconds": 20,
           "workouts.0.zones.heartRate.unattributedSeconds": 32, "workouts.0.sources.1": None,
           "workouts.0.markers.0.kind": "sensorLost", "workouts.0.markers.0.offset": 20.5,
           "workouts.0.markers.1.kind": "sensorBack", "workouts.0.markers.1.offset": 60})
case.value("heartRate", 29.5, 130).value("heartRate", 31, None).value("heartRate", 61.5, 150)

case = Case("strap-falls-silent", "a strap says nothing for 40 s though nobody closes the link", FIVE_ZONES)
case.open(0, 1, STRAP)
for t in list(range(1, 21)) + list(range(60, 71)):
    case.rx(t, 1, heart_rate(130))
case.stop(71)
case.because("Silent for more than 10 s after 20 s: lost with the next tick, 30.5 s; back with its first word, 60 s.")
case.must({"workouts.0.markers.0.kind": "sensorLost", "workouts.0.markers.0.offset": 30.5,
           "workouts.0.markers.1.kind": "sensorBack", "workouts.0.markers.1.offset": 60,
           "workouts.0.zones.heartRate.zones.1.seconds": 29 + 11})
case.value("heartRate", 29.9, 130).value("heartRate", 30.1, None)

case = Case("strap-repeats-itself", "a strap over ANT that lies on the table goes on sending its last rate: without a new beat it is none")
case.open(0, 1, STICK)
for t in range(1, 61):
    beat = min(t, 20)
    case.rx(t, 1, ant_beat(1024 * beat, beat, 60, number=500))
case.stop(61)
case.because("No beat after 20 s: believed for 5 s, held for 10 s more, gone at 35 s.")
case.value("heartRate", 24, 60).value("heartRate", 36, None).value("heartRate", 50, None)
case.must(summary(heartRate_minimum=60, heartRate_maximum=60))

# Several sources

case = Case("same-strap-twice", "the same strap over Bluetooth and ANT is one heart: the better radio counts, the other fills its silence, and the zones add up", FIVE_ZONES)
case.open(0, 1, STRAP).open(0, 2, STICK)
for t in range(1, 41):
    if not 10 < t < 26:
        case.rx(t, 1, heart_rate(130))
    case.rx(t + 0.5, 2, ant_beat(512 * t, t, 135, number=500))
case.stop(40)
case.because("Bluetooth, 130, counts from 1 to 10 s, holds to 20 s and counts again from 26 s: 19 + 14 = 33 s in zone 2. ANT, 135, fills 20 to 26 s: 6 s in zone 3. With the first second, in no zone, that is 40 s.")
case.must({"workouts.0.zones.heartRate.zones.1.seconds": 33, "workouts.0.zones.heartRate.zones.2.seconds": 6,
           "workouts.0.zones.heartRate.unattributedSeconds": 1, "workouts.0.summary.timerSeconds": 40})

case = Case("idle-meter", "a power meter on the other bike sends 0 W while the trainer is ridden: its zeros must not win; a zero that all agree upon must")
case.open(0, 1, METER).open(0, 2, TRAINER)
for t in range(1, 51):
    case.rx(t, 2, bike(speed=30, watts=200 if t <= 30 else 0)).rx(t + 0.2, 1, power(0))
case.stop(51)
case.because("The meter never moved: its 30 zeros beside the ridden trainer are held back, and 2 more until 3 s after the trainer's last watt (30 s). "
             "200 W from 1 to 31 s, then 0.")
case.must(summary(power_maximum=200, workKilojoules=6) | {"counters.idleZeros": 32})
case.value("power", 20.5, 200).value("power", 30.9, 200).value("power", 35.5, 0).value("power", 49.5, 0)

case = Case("meter-coasts", "the ridden meter coasts for 5 s while the trainer's flywheel still shows watts: the meter's 0 counts")
case.open(0, 1, METER).open(0, 2, TRAINER)
for t in range(1, 41):
    case.rx(t, 2, bike(speed=30, watts=60 if 20 < t <= 25 else 190)).rx(t, 1, power(0 if 20 < t <= 25 else 200))
case.stop(41)
case.because("The meter ranks before the trainer: 200 W from 1 to 21 s and 26 to 41 s, 0 W from 21 to 26 s: 35 * 200 J = 7 kJ.")
case.must(summary(workKilojoules=7, power_maximum=200) | {"counters.idleZeros": 0})
case.value("power", 23.5, 0)

case = Case("power-interleaved", "a meter sends pages 16 and 18 by turns, with common pages between: events of one page are none of the other's, and 0 W never shows")
case.open(0, 1, STICK)
for k in range(4, 124):
    t = k / 4
    if k % 30 == 0:
        case.rx(t, 1, ant(11, 900, bytes.fromhex("50ffff0145003412")))
    elif k % 2 == 0:
        case.rx(t, 1, ant_power(k // 2, 100 * k, 200, 80, number=900))
    else:
        turned = int(t / 0.75)
        case.rx(t, 1, ant_crank_torque(turned, 1536 * turned, 764 * turned, number=900))
case.stop(31)
case.because("80 rpm: a turn in 0.75 s = 1536 / 2048 s, and 60 / 0.75 = 80. Page 16 says 200 W and adds 200 an event: 200 W from 1 to 31 s.")
case.must(summary(power_minimum=200, power_maximum=200, cadence_minimum=80, cadence_maximum=80, workKilojoules=6))
case.must({"workouts.0.sources.0.manufacturer": "ANT+ manufacturer 69", "counters.rejected": 0})

case = Case("power-sum-broken", "a meter adds up only half of its watts, and once too much: what it says of now stands, also over lost messages")
case.open(0, 1, STICK)
events = total = 0
for t in range(1, 41):
    step = 3 if t in (10, 20, 30) else 1
    events += step
    total += 100 * step + (18000 if t == 25 else 0)
    case.rx(t, 1, ant_power(events, total, 200, number=900))
case.stop(41)
case.because("200 W all the time, from 1 to 41 s: 8 kJ.")
case.must(summary(power_minimum=200, power_maximum=200, workKilojoules=8))

case = Case("power-messages-lost", "messages of a sound meter are lost: the mean over the gap is in its sum")
case.open(0, 1, STICK)
watts = {1: 200, 2: 200, 5: 300, 6: 200}
events = total = 0
for t in range(1, 7):
    events, total = events + 1, total + (500 if t in (3, 4) else watts[t])
    if t in watts:
        case.rx(t, 1, ant_power(events, total, watts[t], number=900))
case.stop(7)
case.because("Three events from 2 to 5 s came to 500 + 500 + 300 W: 433.33 W each.")
case.must(summary(power_maximum=433.33, power_minimum=200))

case = Case("power-16499", "a meter says 16 499 W once: no rider can, it is counted and left out; the reading before holds on")
case.open(0, 1, METER)
for t in range(1, 41):
    case.rx(t, 1, power(16499 if t == 5 else 200))
case.stop(41)
case.because("200 W from 1 to 41 s: 8 kJ in 41 s, 195.12 W on average.")
case.must(summary(power_maximum=200, power_minimum=200, workKilojoules=8, power_average=195.12) | {"counters.implausible.power": 1})

case = Case("data-at-rest", "a strap and a standing wheel send, a receiver jitters: none of it is moving", activity="cycling")
case.open(0, 1, STRAP).open(0, 2, WHEEL).open(0, 3, RECEIVER)
for t in range(1, 61):
    case.rx(t, 1, heart_rate(90)).rx(t, 2, speed_cadence(wheel=(500, 700), crank=(90, 700)))
    jitter = (0, 0.4, 0.1, 0.5, 0.2)[t % 5] / METRES_PER_DEGREE
    case.rx(t + 0.05, 3, rmc(f"0630{t:02d}.00" if t < 60 else "063100.00", "030526", 49.2 + jitter, 16.6, 0.2))
case.stop(61)
case.because("The wheel never turned: 0 m and 0 s of moving, whatever the receiver's 0.2 m/s (0.72 km/h) adds up to.")
case.must({"workouts.0.summary.movingSeconds": 0, "workouts.0.summary.distance.metres": 0,
           "workouts.0.summary.distance.origin": "wheel"}, within=0.5)
case.value("speed", 30.5, 0).value("cadence", 30.5, 0)

case = Case("priority", "two straps, and the rider's choice: the second comes first from 20 s on and in all that is computed", FIVE_ZONES)
case.open(0, 1, STRAP).open(0, 2, STRAP.replace(":01 Strap", ":09 Other"))
for t in range(1, 41):
    case.rx(t, 1, heart_rate(130)).rx(t + 0.1, 2, heart_rate(140))
case.add(20, "priority", "-", "ble:C0:00:00:00:00:09 heartRate 0").stop(41)
case.because("Ranks are the source's, for the whole workout: 140 from 1.1 to 41 s, and 130 for the tenth of a second before.")
case.must({"workouts.0.zones.heartRate.zones.2.seconds": 39.9, "workouts.0.zones.heartRate.zones.1.seconds": 0.1,
           "workouts.0.sources.1.priorities.heartRate": 0})

case = Case("pairing", "the neighbour's strap in the hall: the paired one serves, the unpaired one steps back and is counted", FIVE_ZONES)
case.add(0, "pair", "-", "ble:C0:00:00:00:00:01 paired").open(0, 1, STRAP).open(0, 2, STRAP.replace(":01 Strap", ":09 Neighbour"))
for t in range(1, 41):
    if t < 20:
        case.rx(t, 1, heart_rate(130))
    case.rx(t + 0.1, 2, heart_rate(175))
case.stop(41)
case.because("130 from 1 s to 10 s after 19 s: 28 s in zone 2; the neighbour's 175 never, not even when the own strap is silent.")
case.must({"workouts.0.zones.heartRate.zones.1.seconds": 28, "workouts.0.zones.heartRate.zones.4.seconds": 0, "counters.unpaired": 40})

case = Case("unpaired", "a sensor that the rider put away may not serve, though no other is paired", FIVE_ZONES)
case.add(0, "pair", "-", "ble:C0:00:00:00:00:09 unpaired").open(0, 1, STRAP.replace(":01 Strap", ":09 Neighbour")).open(0, 2, STRAP)
for t in range(1, 31):
    case.rx(t, 1, heart_rate(175))
    if t > 10:
        case.rx(t, 2, heart_rate(130))
case.stop(31)
case.because("Only the second strap serves, from 11 to 31 s.")
case.must({"workouts.0.zones.heartRate.zones.1.seconds": 20, "workouts.0.zones.heartRate.zones.4.seconds": 0, "counters.unpaired": 30})

case = Case("battery-low", "a strap's battery runs low: said once, shown with the source")
case.open(0, 1, STRAP).open(0, 2, "gatt:2a19 C0:00:00:00:00:01 Strap")
for t in range(1, 11):
    case.rx(t, 1, heart_rate(120))
for t, percent in ((2, 60), (4, 15), (6, 14), (8, 13)):
    case.rx(t, 2, bytes([percent]))
case.add(9, "close", 2, "the battery's characteristic alone is gone").stop(11)
case.must({"workouts.0.sources.0.batteryPercent": 13, "workouts.0.sources.1": None, "notices": ["batteryLow 15"]})
