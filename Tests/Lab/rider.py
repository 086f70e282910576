"""What the scenario speaks: the program, the virtual sensors, waiting with a deadline."""
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

OUT = Path(os.environ.get("OUT", "/out"))
PROGRAM = os.environ["WATTBEAT"]
BEGAN = time.monotonic()


class Failure(Exception):
    """What the scenario says when something is not as it must be."""


def say(text):
    print(f"{time.monotonic() - BEGAN:6.1f} s  {text}", flush=True)


def sensors(line, device="ble"):
    """A command to the virtual sensors (`ble`) or the virtual stick (`ant`)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(15)
        connection.connect(f"/run/{device}-lab.sock")
        connection.sendall(f"{line}\n".encode())
        answer = connection.recv(4096).decode().strip()
    if answer != "ok":
        raise Failure(f"{device}: {line}: {answer}")


def hush():
    """Silence, and time for what is under way to arrive."""
    for name in ("Strap", "Meter"):
        sensors(f"mute {name}")
    sensors("mute", "ant")
    time.sleep(1)


def speak():
    for name in ("Strap", "Meter"):
        sensors(f"speak {name}")
    sensors("speak", "ant")


def until(what, test, seconds=60):
    """Waits for `test` to give something true and gives it back."""
    end, last = time.monotonic() + seconds, None
    while time.monotonic() < end:
        if last := test():
            say(what)
            return last
        time.sleep(0.3)
    raise Failure(f"not within {seconds} s: {what}")


def holds(what, truth):
    if not truth:
        raise Failure(what)
    say(what)


def wattbeat(*arguments, status=0, timeout=60):
    """Runs a command of the program and gives what it printed."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=timeout)
    if done.returncode != status:
        raise Failure(f"wattbeat {' '.join(arguments)}: status {done.returncode}, {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def state():
    """The gateway's status; None when there is no gateway."""
    done = subprocess.run([PROGRAM, "status", "--json"], capture_output=True, text=True, timeout=30)
    return json.loads(done.stdout) if done.returncode == 0 else None


class Background:
    """A process of the scenario's own: started, killed by its pid, never found by its name."""

    def __init__(self, name, command):
        self.name, self.command, self.log = name, command, open(OUT / f"{name}.log", "ab")
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def end(self, number=signal.SIGTERM, seconds=30):
        self.process.send_signal(number)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure(f"{self.name} did not end within {seconds} s") from None


class Bluetoothd(Background):
    PID = Path("/run/lab/bluetoothd")

    def __init__(self):
        super().__init__("bluetoothd", ["/usr/libexec/bluetooth/bluetoothd", "-n"])

    def start(self):
        super().start()
        self.PID.write_text(str(self.process.pid))

    def end(self, number=signal.SIGTERM, seconds=30):
        self.PID.unlink(missing_ok=True)
        return super().end(number, seconds)


def main(scenario):
    try:
        scenario()
    except Exception as problem:
        say(f"FAILED: {problem!r}" if not isinstance(problem, Failure) else f"FAILED: {problem}")
        for name in ("gateway", "judge"):
            log = OUT / f"{name}.log"
            if log.exists():
                print(f"--- the end of {name}.log", *log.read_text(errors="replace").splitlines()[-25:], sep="\n")
        sys.exit(1)
