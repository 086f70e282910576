"""The way through: scan, pair, ride; every link lost and back; a crash; then what was recorded is judged."""
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import judge
from rider import OUT, PROGRAM, Background, Bluetoothd, holds, hush, main, say, sensors, speak, state, until, wattbeat

ADDRESSES = {"Strap": "C0:11:22:33:44:01", "Meter": "C0:11:22:33:44:02"}
PAIRED = ["ble:C0:11:22:33:44:01", "ble:C0:11:22:33:44:02", "ant:120:12345", "ant:11:54321"]
HOME = OUT / "home"
CAPTURES, WORKOUTS = HOME / "wattbeat/captures", HOME / "wattbeat/workouts"
os.environ.update(XDG_DATA_HOME=str(HOME), XDG_CONFIG_HOME=str(HOME / "config"), XDG_RUNTIME_DIR="/run/lab")


def device(name):
    return next((d["state"] for d in (state() or {}).get("devices", []) if d["device"] == name), None)


def linked(speaking=True):
    """Sensors that are linked and, unless they are mute, say something now; by identity."""
    return {s["sensor"] for s in (state() or {}).get("sensors", [])
            if s["isLinked"] and not (speaking and (s["secondsSinceHeard"] or 0) >= 4)}


def all_linked(what, names=PAIRED, seconds=90):
    until(what, lambda: set(names) <= linked(), seconds)


def ride(gateway, bluetoothd):
    time.sleep(8)
    wattbeat("lap")
    say("the strap's link drops")
    sensors("drop Strap")
    until("the strap's loss is seen", lambda: PAIRED[0] not in linked(), 30)
    all_linked("the strap is back")
    sensors("hr Strap 141")

    say("the meter is switched off")
    sensors("off Meter")
    until("the meter's loss is seen", lambda: PAIRED[1] not in linked(), 30)
    time.sleep(5)
    sensors("on Meter")
    all_linked("the meter is back")

    say("bluetoothd is killed")
    hush()
    bluetoothd.end(signal.SIGKILL)
    until("both are lost", lambda: not {PAIRED[0], PAIRED[1]} & linked(), 30)
    time.sleep(2)
    bluetoothd.start()
    # The kernel keeps the links of the dead one for a while, and a sensor would go on speaking to nobody.
    until("bluetoothd is back, and both are linked", lambda: {PAIRED[0], PAIRED[1]} <= linked(speaking=False), 120)
    speak()
    all_linked("and speak")

    say("the stick is pulled")
    hush()
    sensors("unplug", "ant")
    until("the stick's loss is seen", lambda: not any(d["device"].startswith("ant:") and d["state"] == "open"
                                                      for d in state()["devices"]), 30)
    sensors("plug", "ant")
    speak()
    all_linked("the stick is back, and both its sensors are")
    for mischief in ("garbage", "split", "stall"):
        sensors(mischief, "ant")
        time.sleep(1)
    sensors("lose hr", "ant")
    until("a sensor out of the stick's range is missed", lambda: PAIRED[2] not in linked(), 30)
    sensors("find hr", "ant")
    all_linked("and found again")

    say("the gateway is killed")
    hush()
    gateway.end(signal.SIGKILL)
    time.sleep(3)
    gateway.start()
    until("the workout goes on after the crash", lambda: (state() or {}).get("live"), 60)
    speak()
    all_linked("all four are back after the crash", seconds=120)
    sensors("hr Strap 133"), sensors("power Meter 260")
    time.sleep(8)


def by_bluez():
    bluetoothd = Bluetoothd()
    bluetoothd.start()
    gateway = Background("gateway", [PROGRAM, "run"])
    gateway.start()
    until("the gateway answers", state, 30)
    found = wattbeat("sensors", "scan", "--seconds", "15", timeout=90)
    print(found)
    for identity in PAIRED:
        holds(f"the scan finds {identity}", identity in found)
        wattbeat("sensors", "pair", identity)
    print(wattbeat("sensors", "list"))
    all_linked("all four are linked")
    answer = wattbeat("sensors", "calibrate", PAIRED[1], timeout=60)
    holds(f"zero offset over BLE: {answer.strip()}", "1.25" in answer)
    answer = wattbeat("sensors", "calibrate", PAIRED[3], timeout=60)
    holds(f"zero offset over ANT+: {answer.strip()}", "512" in answer)
    sensors("hr Strap 121"), sensors("power Meter 210"), sensors("hr 122", "ant"), sensors("power 215", "ant")
    time.sleep(3)  # until nobody says the values of before
    wattbeat("start", "indoorCycling")
    until("a workout runs", lambda: (state() or {}).get("live"), 10)
    ride(gateway, bluetoothd)
    print(wattbeat("status"))
    print(wattbeat("stop"))
    hush()
    gateway.end(signal.SIGTERM)
    received = judge.compare(OUT, CAPTURES, ADDRESSES)
    workout = finished()
    judge.totals(workout, received, ADDRESSES)
    replayed(workout)
    bluetoothd.end()


def finished():
    files = sorted(WORKOUTS.glob("*.json"))
    holds(f"one workout was written: {[f.name for f in files]}", len(files) == 1)
    return json.loads(files[0].read_text())


def replayed(workout):
    """The workout's captures, replayed, give its JSON byte for byte."""
    files = [c.path for c in judge.captures(CAPTURES) if "idle" not in c.path.name]
    holds(f"the ride lies in two captures, before and after the crash: {[f.name for f in files]}", len(files) == 2)
    text = subprocess.run([PROGRAM, "replay", *map(str, files), "--json"], capture_output=True, check=False).stdout
    holds("their replay equals the workout byte for byte", text == next(WORKOUTS.glob("*.json")).read_bytes())


def without_bluetoothd():
    """The same sensors over the kernel's own sockets."""
    say("once more, without bluetoothd")
    shutil.move(HOME, OUT / "home-bluez")
    settings = HOME / "config/wattbeat"
    settings.mkdir(parents=True)
    shutil.copy(OUT / "home-bluez/config/wattbeat/settings.json", settings)
    for name in ("ble.jsonl", "ant.jsonl"):
        os.truncate(OUT / name, 0)
    sensors("hr 133", "ant"), sensors("power 260", "ant")
    gateway = Background("gateway", [PROGRAM, "run", "--now"])
    gateway.start()
    until("the gateway answers", state, 30)
    speak()
    all_linked("all four are linked over the ATT path")
    time.sleep(5)
    sensors("drop Strap")
    until("the strap's loss is seen", lambda: PAIRED[0] not in linked(), 30)
    all_linked("the strap is back")
    time.sleep(5)
    hush()
    gateway.end(signal.SIGTERM)
    received = judge.compare(OUT, CAPTURES, ADDRESSES)
    judge.totals(finished(), received, ADDRESSES)


def scenario():
    Path(OUT).joinpath("home").mkdir(parents=True, exist_ok=True)
    hush()
    speak()
    by_bluez()
    without_bluetoothd()
    say("PASSED")


main(scenario)
