"""The adapter changes hands: from the kernel's own sockets to bluetoothd, and back when bluetoothd is killed."""
import os
import signal
import subprocess
import time

from rider import OUT, PROGRAM, Background, Bluetoothd, holds, main, say, sensors, state, until, wattbeat

STRAP, METER = "ble:C0:11:22:33:44:01", "ble:C0:11:22:33:44:02"
HOME = OUT / "home"
os.environ.update(XDG_DATA_HOME=str(HOME), XDG_CONFIG_HOME=str(HOME / "config"), XDG_RUNTIME_DIR="/run/lab")


def linked():
    return {s["sensor"] for s in (state() or {}).get("sensors", []) if s["isLinked"] and (s["secondsSinceHeard"] or 0) < 4}


def resolved():
    """Whom bluetoothd itself holds: links that it found are connected and never resolved."""
    known = subprocess.run(["busctl", "tree", "--list", "org.bluez"], capture_output=True, text=True, timeout=30).stdout.split()
    paths = {f"ble:{path.rsplit('/dev_')[1].replace('_', ':')}": path for path in known
             if path.count("/") == 4 and "/dev_" in path}
    ask = ["busctl", "get-property", "org.bluez"]
    return {sensor for sensor, path in paths.items() if "b true" in subprocess.run(
        [*ask, path, "org.bluez.Device1", "ServicesResolved"], capture_output=True, text=True, timeout=30).stdout}


def shown():
    return {d["device"]: d["state"] for d in (state() or {}).get("devices", [])}


def scenario():
    HOME.mkdir(parents=True, exist_ok=True)
    gateway, bluetoothd = Background("gateway", [PROGRAM, "run", "--now"]), Bluetoothd()
    gateway.start()
    until("the gateway answers", state, 30)
    for identity in (STRAP, METER):
        wattbeat("sensors", "pair", identity)
    until("both are linked over the kernel's sockets", lambda: {STRAP, METER} <= linked())

    say("bluetoothd starts")
    bluetoothd.start()
    until("both are linked through bluetoothd", lambda: {STRAP, METER} <= resolved() & linked(), 120)
    time.sleep(5)
    sensors("off Strap")
    until("a strap that is off is not linked", lambda: STRAP not in linked(), 30)
    time.sleep(3)
    known = next(s for s in state()["sensors"] if s["sensor"] == STRAP)
    holds("and no link of before stands for it", not known["isLinked"])

    say("bluetoothd is killed")
    bluetoothd.end(signal.SIGKILL)
    until("the meter is lost", lambda: METER not in linked(), 30)
    until("the meter is linked over the kernel's sockets", lambda: METER in linked(), 90)
    holds(f"nothing is told of bluetoothd any more: {shown()}", "bluetooth:bluez" not in shown())
    sensors("on Strap")
    until("the strap is back", lambda: STRAP in linked())
    print(wattbeat("status"))
    gateway.end(signal.SIGTERM)
    say("PASSED")


main(scenario)
