#!/usr/bin/env python3
"""crash.py PROGRAM KILLS [SEED]: kills a gateway at random instants while it records and stores, and looks at what is left.

A receiver on a pseudo-terminal tells a place many times a second; workouts start and stop several times a second, or run on. After each
kill SQLite itself must find the store whole and every workout that was in it must be there; the capture must hold what was told up to a
second before. Each folder of some kills ends with a gateway that ends in good order: every workout that the captures began must be in the
store, once; a second reading of all captures must change nothing.
"""
import datetime
import json
import os
import pathlib
import pty
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import tty

KILLS_OF_A_FOLDER = 25


class Receiver:
    """Speaks NMEA on a pseudo-terminal from the beginning to the end of its life."""

    def __init__(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(slave)
        # The gateway leaves lines alone that another process holds.
        os.close(slave)
        self.told = []  # (monotonic time, the sentence's time of day)
        self.ends = False
        self.thread = threading.Thread(target=self.speak)
        self.thread.start()

    def speak(self):
        number = 0
        while not self.ends:
            number += 1
            now = datetime.datetime.now(datetime.timezone.utc)
            moment = now.strftime("%H%M%S.") + f"{now.microsecond // 1000:03}"
            minutes = 7 + number % 20000 * 0.0002
            body = f"GPRMC,{moment},A,48{minutes:07.4f},N,01131.0000,E,016.0,000.0,{now.strftime('%d%m%y')},,"
            total = 0
            for byte in body.encode():
                total ^= byte
            try:
                os.write(self.master, f"${body}*{total:02X}\r\n".encode())
                self.told.append((time.monotonic(), moment))
            except BlockingIOError:
                pass  # nobody reads just now
            time.sleep(0.02)

    def end(self):
        self.ends = True
        self.thread.join()
        os.close(self.master)


def starved(process):
    """Seconds for which its threads had work and no processor: what it could not read by then is no loss of its own."""
    threads = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[1]) for thread in threads) / 1e9


class Folder:
    def __init__(self, program, seed):
        self.program = program
        self.random = random.Random(seed)
        self.home = tempfile.TemporaryDirectory(prefix="wattbeat-crash-")
        self.path = pathlib.Path(self.home.name)
        self.known = {}
        self.receiver = Receiver()

    def gateway(self, start, resume):
        (self.path / "settings.json").write_text(json.dumps({"start": start, "resume-minutes": resume}))
        names = {"--settings": "settings.json", "--captures": "captures", "--workouts": "workouts", "--store": "history.db",
                 "--socket": "s"}
        arguments = [self.program, "run", "--ble", "off", "--ant", "off", "--gps", self.receiver.path]
        for option, name in names.items():
            arguments += [option, str(self.path / name)]
        self.log = open(self.path / "log", "ab")
        return subprocess.Popen(arguments, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def connect(self):
        for _ in range(500):
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(str(self.path / "s"))
                return client
            except OSError:
                client.close()
                time.sleep(0.01)
        raise SystemExit(f"no gateway answers: {(self.path / 'log').read_text()[-2000:]}")

    def ask(self, request):
        with self.connect() as client:
            client.sendall(json.dumps({"request": request}).encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                part = client.recv(1 << 16)
                if not part:
                    break
                answer += part
            return json.loads(answer)

    def kill_once(self):
        """Runs a gateway until it is killed."""
        before = {path.name.split(".")[0] for path in (self.path / "captures").glob("*")}
        process = self.gateway("now", self.random.choice([0, 0, 15]))
        client = self.connect()
        client.setblocking(False)
        end = time.monotonic() + self.random.uniform(0.0, 1.5)
        hurries = self.random.random() < 0.7
        while time.monotonic() < end:
            try:
                if hurries:
                    client.sendall(b'{"request":"stop"}\n{"request":"start"}\n')
                client.recv(1 << 20)
            except OSError:
                pass
            time.sleep(min(self.random.uniform(0.01, 0.3), max(0, end - time.monotonic())))
        killed = time.monotonic() - starved(process.pid)
        process.kill()
        process.wait()
        client.close()
        self.log.close()
        self.look(killed, before)

    def rows(self, *queries):
        """Of a copy: what a kill left is for the next gateway to put right."""
        with tempfile.TemporaryDirectory() as copy:
            for name in ("history.db", "history.db-wal"):
                if (self.path / name).exists():
                    shutil.copy(self.path / name, copy)
            database = sqlite3.connect(pathlib.Path(copy) / "history.db")
            try:
                answers = [database.execute(query).fetchall() for query in queries]
            finally:
                database.close()
        return answers if len(answers) > 1 else answers[0]

    def look(self, killed, before):
        assert (self.path / "history.db").exists() or not self.known, "the store is gone"
        if (self.path / "history.db").exists():
            integrity, tables = self.rows(
                "PRAGMA integrity_check", "SELECT 1 FROM sqlite_schema WHERE name = 'workouts'")
            assert integrity == [("ok",)], "the store is damaged"
            there = dict(self.rows("SELECT uid, digest FROM workouts")) if tables else {}
            for uid, digest in self.known.items():
                assert there.get(uid) == digest, f"workout {uid} was stored, and is lost or another one"
            self.known = there
        # What was told until a second before the end is in a capture, unless the gateway had not come as far as to hear it.
        fresh = [path for path in (self.path / "captures").glob("*.capture*") if path.name.split(".")[0] not in before]
        held = b"".join(path.read_bytes() for path in fresh)
        told = [moment for at, moment in self.receiver.told if at < killed - 1]
        heard = [moment for at, moment in self.receiver.told if moment.encode() in held]
        if heard and told:
            assert heard[-1] >= told[-1], f"{heard[-1]} is the last that was captured of what was told until {told[-1]}"

    def settle(self):
        """A gateway that nobody kills brings in what is left, and ends in good order."""
        process = self.gateway("command", 0)
        try:
            for _ in range(600):
                state = self.ask("status")["status"]["store"]
                if state["state"] == "current" and not any((self.path / "captures").glob("[0-9n]*.part")):
                    break
                time.sleep(0.1)
            else:
                raise SystemExit(f"the store does not come to an end: {state}")
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0, "the end was in no good order"
            self.log.close()

    def conclude(self):
        self.settle()
        check = subprocess.run([self.program, "store", "check", "--store", str(self.path / "history.db")], capture_output=True)
        assert check.returncode == 0, check.stderr.decode()
        begun = 0
        for path in (self.path / "captures").glob("*.capture"):
            begun += sum(1 for line in path.read_bytes().split(b"\n") if b" command - start" in line)
        stored = dict(self.rows("SELECT uid, digest FROM workouts"))
        assert len(stored) == begun, f"{begun} workouts were begun, {len(stored)} are in the store"
        for uid, digest in self.known.items():
            assert stored.get(uid) == digest, f"workout {uid} was stored, and is lost or another one"
        assert not self.rows("SELECT 1 FROM routes WHERE is_open"), "a route was left open"
        # All of it once more.
        counter = self.rows("SELECT counter FROM store")
        with sqlite3.connect(self.path / "history.db") as database:
            database.execute("DELETE FROM taken_captures")
        self.settle()
        assert dict(self.rows("SELECT uid, digest FROM workouts")) == stored, "finishing twice gave other workouts"
        changes = self.rows(f"SELECT kind, uid FROM objects WHERE change > {counter[0][0]}")
        # What is said of sensors while the gateway ran is new.
        assert not [change for change in changes if change[0] not in ("sensor", "daySeries")], changes
        self.receiver.end()
        self.home.cleanup()
        return len(stored)


def main():
    program, kills = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    done, workouts, begin = 0, 0, time.monotonic()
    while done < kills:
        folder = Folder(program, seed + done)
        try:
            for _ in range(min(KILLS_OF_A_FOLDER, kills - done)):
                folder.kill_once()
                done += 1
            workouts += folder.conclude()
        except BaseException:
            folder.receiver.ends = True
            kept = folder.home.name
            folder.home._finalizer.detach()
            print(f"after {done} kills (seed {seed}): see {kept}", file=sys.stderr)
            raise
        print(f"{done} kills, {workouts} workouts, {time.monotonic() - begin:.0f} s", flush=True)


main()
