#!/usr/bin/env python3
"""Answers as the dashboard's server does, for work on its pages: the documents come from the program itself.

usage: mock.py PROGRAM FOLDER [PORT] [--state empty|demo|data]

PROGRAM is a built wattbeat; what it makes is kept in FOLDER, so that a second start is quick. The live page follows a gateway that plays the
bundled ride.
"""
import argparse
import csv
import datetime
import gzip
import io
import json
import math
import os
import re
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "Sources/Dashboard/Pages"
CAPTURES = ROOT / "Fixtures/captures"
LIBRARIES = Path("/usr/share/javascript")
LANGUAGES = ["en", "cs", "de", "es", "fr", "it", "pt", "ja", "ko", "zh-Hans"]
SCOPES = [f"read {kind}" for kind in ("live", "workouts", "statistics", "moods", "zones", "plans", "sensors", "heartRate", "power", "cadence", "speed", "location")] + [
    f"write {kind}" for kind in ("live", "workouts", "moods", "zones", "sensors")]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json",
         ".png": "image/png", ".webmanifest": "application/manifest+json"}
RIDES = {
    "morning-ride": ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"],
    "run": ["ble.btsnoop", "gps.nmea", "commands.capture"],
    "indoor-ride": ["ble.btsnoop", "ant.pcap", "commands.capture"],
    "duathlon": ["ble.btsnoop", "gps.nmea", "commands.capture"],
}
SETTINGS = {
    "rider": {"ftp": 250, "lthr": 168, "hr-max": 190, "hr-rest": 50, "weight": 72, "cp": 180, "w-prime": 12000},
    "zones": {"heart-rate": [114, 133, 152, 171], "power": "coggan7"},
    "templates": [
        {"name": "2 × 3 min", "activity": "cycling", "plan": {"name": "2 × 3 min", "steps": [
            {"kind": "warmUp", "seconds": 180, "target": {"quantity": "power", "zones": [1, 2]}},
            {"repeat": 2, "steps": [
                {"kind": "work", "seconds": 180, "target": {"quantity": "power", "zones": [3, 4]}},
                {"kind": "recovery", "seconds": 90, "target": {"quantity": "power", "zones": 1}}]},
            {"kind": "steady", "seconds": 300, "target": {"quantity": "heart-rate", "zones": [2, 3]}},
            {"kind": "coolDown", "seconds": 180}]}},
        {"name": "Hatha yoga", "activity": "flexibility", "kcal-per-minute": 3.5},
    ],
}


class Program:
    """What the program says, run once and kept."""

    def __init__(self, path: str, folder: Path):
        self.path, self.folder = str(Path(path).resolve()), folder
        folder.mkdir(parents=True, exist_ok=True)
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"), XDG_CONFIG_HOME=str(folder / "config"), TZ="Europe/Prague")
        self.settings = folder / "settings.json"
        self.settings.write_text(json.dumps(SETTINGS))

    def run(self, *arguments: str) -> bytes:
        done = subprocess.run([self.path, *arguments], env=self.environment, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"wattbeat {' '.join(arguments)}: {done.stderr.decode()}")
        return done.stdout

    def kept(self, name: str, *arguments: str):
        path = self.folder / f"{name}.json"
        if not path.exists():
            path.write_bytes(self.run(*arguments))
        return json.loads(path.read_bytes())


class Live:
    """A gateway that plays the bundled ride, and what the pages ask about the workout that runs."""

    def __init__(self, program: Program, speed: int):
        self.program, self.speed = program, speed
        self.status, self.version, self.changed = {}, 0, threading.Condition()
        self.silent = False
        self.rows, self.route, self.begun = {}, [], None
        self.play()

    def play(self):
        """From the beginning of the ride; the recording starts its workout by itself."""
        folder = self.program.folder / "gateway"
        folder.mkdir(exist_ok=True)
        self.socket = str(folder / "control.sock")
        Path(self.socket).unlink(missing_ok=True)
        files = [word for file in RIDES["morning-ride"][:3] for word in ("--demo", str(CAPTURES / "morning-ride" / file))]
        self.process = subprocess.Popen(
            [self.program.path, "run", "--settings", str(self.program.settings), "--captures", str(folder / "captures"), "--workouts", str(folder / "workouts"),
             "--socket", self.socket, "--demo-speed", str(self.speed), *files], env=self.program.environment, stdout=subprocess.DEVNULL)
        for _ in range(100):
            if Path(self.socket).exists():
                break
            time.sleep(0.1)
        threading.Thread(target=self.watch, daemon=True).start()

    def follow(self, template):
        """A new ride that follows a template's plan."""
        self.stop()
        self.play()
        time.sleep(1)
        self.ask(request="stop")
        return self.ask(request="start", template=template)

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, **request):
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(self.socket)
            link.sendall(json.dumps(request).encode() + b"\n")
            return json.loads(link.makefile().readline())

    def watch(self):
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(self.socket)
            link.sendall(b'{"request":"watch"}\n')
            for line in link.makefile():
                self.take(json.loads(line).get("status") or {})

    def take(self, status):
        live = status.get("live")
        with self.changed:
            self.status, self.version = status, self.version + 1
            if live:
                start = round(live["now"] - live["elapsedSeconds"])
                if start != self.begun:
                    self.rows, self.route, self.begun = {}, [], start
                values = {value["quantity"]: value["value"] for value in live["values"]}
                second = int(live["elapsedSeconds"])
                for fill in range(max(self.rows, default=-1) + 1, second + 1):
                    self.rows[fill] = {**values, "isPaused": live["state"] in ("paused", "autoPaused")}
                place = live["location"]
                if place and (not self.route or self.route[-1]["offset"] < place["offset"]):
                    self.route.append(place)
            else:
                self.begun = None
            self.changed.notify_all()

    def trace(self, after):
        seconds = sorted(self.rows)
        first = max(0, seconds[-1] - 599) if after is None and seconds else (after or -1) + 1
        rows = [self.rows[second] for second in seconds if second >= first]
        return {"workout": "0" * 32, "from": rows and first or None, "seconds": [second for second in seconds if second >= first], **{name: [row.get(name) for row in rows] for name in ("heartRate", "power", "cadence", "speed", "isPaused")}}


class Documents:
    """Everything that does not move."""

    def __init__(self, program: Program):
        self.program = program
        self.rides, self.rows = {}, []
        for name, files in RIDES.items():
            paths = [str(CAPTURES / name / file) for file in files]
            found = program.kept(name, "replay", *paths, "--json", "--route", "--save", "--store", str(program.folder / f"{name}.db"), *(["--set", "cp=180", "--set", "w-prime=12000"]))
            for workout in found if isinstance(found, list) else [found]:
                self.rides[workout["id"]] = workout
            samples = program.folder / f"{name}.csv"
            if not samples.exists():
                program.run("replay", *paths, "--csv", str(samples))
            for workout in found if isinstance(found, list) else [found]:
                workout["_csv"] = samples
            # All of them were played in one hour: in one store they would be one ride.
            self.rows += json.loads(program.run("workouts", "--json", "--store", str(program.folder / f"{name}.db")))["workouts"]
        self.zones = program.kept("zones", "zones", "--json", "--settings", str(program.settings))
        self.moods = [
            {"id": f"{n:032x}", "at": f"2026-11-{28 - n:02}T18:1{n}:00+01:00", "day": f"2026-11-{28 - n:02}", "kind": kind, "valence": valence, "labels": labels,
             "associations": about, "workout": self.rows[0]["id"] if n == 1 else None, "note": note}
            for n, (kind, valence, labels, about, note) in enumerate([
                ("momentary", 0.66, ["energized", "proud"], ["fitness"], None), ("daily", 0.2, ["content"], ["work", "weather"], "long day, good legs"),
                ("momentary", -0.4, ["tired"], ["sleep"], None), ("daily", 0.5, ["calm", "content"], ["family"], None)])]
        self.year = program.kept("year", "stats", "--demo", "--json", "--period", "year", "--bucket", "day", "--time-zone", "Europe/Prague")
        self.lock = threading.Lock()

    def statistics(self, query):
        words = ["--period", query.get("period", "week"), "--back", query.get("back", "0"), "--baseline", query.get("baseline", "previous")]
        if "from" in query:
            words = ["--from", query["from"], "--to", query.get("to", query["from"]), "--baseline", query.get("baseline", "previous")]
        with self.lock:
            found = self.program.kept("stats" + "".join(words).replace("-", "_"), "stats", "--demo", "--json", "--time-zone", "Europe/Prague", "--weeks", "26",
                                      "--goal", "steps=8000/day", "--goal", "time=5h/week", *words)
        weeks = (found["load"] or {}).get("weeks", [])
        found["mood"] = {
            "weeks": [{"firstDay": week["firstDay"], "momentary": {"checkIns": 4, "meanValence": round(math.sin(n / 3) * 0.5, 3)},
                       "daily": {"checkIns": 3, "meanValence": round(math.sin(n / 3 + 1) * 0.4, 3)},
                       "withFitness": {"checkIns": 2, "meanValence": None, "meanValenceReason": "tooShort"}, "load": week["load"], "knownDays": 7, "form": week["form"]}
                      for n, week in enumerate(weeks)],
            "trends": {"momentary": {"direction": "rising", "valencePerWeek": 0.02, "weeks": 12}, "daily": {"direction": "steady", "valencePerWeek": 0, "weeks": 12},
                       "withFitness": {"direction": None, "reason": "tooShort"}}}
        return found

    def days(self):
        metrics = self.year["scopes"]["activities"]
        return {"days": [
            {"day": (datetime.date.fromisoformat(self.year["period"]["firstDay"]) + datetime.timedelta(n)).isoformat(),
             "exerciseSeconds": metrics["exerciseSeconds"]["buckets"][n], "distanceMetres": metrics["distanceMetres"]["buckets"][n],
             "load": metrics["trainingImpulse"]["buckets"][n], "workouts": metrics["activityCount"]["buckets"][n]}
            for n, bucket in enumerate(self.year["buckets"]) if bucket["hasBegun"]]}

    def today(self):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        rates = [{"time": (now - datetime.timedelta(seconds=15 * (19 - n))).isoformat().replace("+00:00", "Z"), "beatsPerMinute": 62 + round(9 * math.sin(n / 2))} for n in range(20)]
        return {"steps": 7620, "distanceMetres": 5676.7, "exerciseSeconds": 3980, "badge": "onTheMove", "goals": self.statistics({})["goals"], "heartRates": rates}

    def workout(self, uid):
        document = {key: value for key, value in self.rides[uid].items() if key != "_csv"}
        row = next((row for row in self.rows if row["id"] == uid), {"title": None})
        route = document.get("route") or {}
        points = route.get("points") or 0
        document["route"] = {key: value for key, value in route.items() if key != "batches"} or None
        document |= {"title": row["title"], "edits": {"name": None, "note": None, "type": None}, "source": {"origin": "capture", "path": None}, "hasCapture": True,
                     "routeState": {"state": "recorded" if points else "none", "points": points, "sentence": None if points else "No route was recorded."}}
        return document

    def series(self, uid, step):
        ride = self.rides[uid]
        columns = {"heartRate": "heart_rate_bpm", "power": "power_w", "cadence": "cadence_rpm", "speed": "speed_mps"}
        with open(ride["_csv"], newline="") as file:
            rows = [row for row in csv.DictReader(file)]
        end = ride["summary"]["elapsedSeconds"]
        count = max(1, math.ceil(end / step))
        quantities = {}
        first = datetime.datetime.fromisoformat(ride["start"].replace("Z", "+00:00"))
        for row in rows:
            row["_at"] = (datetime.datetime.fromisoformat(row["timestamp_utc"].replace("Z", "+00:00")) - first).total_seconds()
        for name, column in columns.items():
            bins = [[] for _ in range(count)]
            for row in rows:
                if row[column] and 0 <= row["_at"] < end and row["paused"] == "0":
                    bins[int(row["_at"] / step)].append(float(row[column]))
            if any(bins):
                quantities[name] = {"minimum": [min(b) if b else None for b in bins], "average": [round(sum(b) / len(b), 1) if b else None for b in bins],
                                    "maximum": [max(b) if b else None for b in bins]}
        distance, altitude, balance, left = [None] * count, [None] * count, [], 12000.0
        for row in rows:
            if 0 <= row["_at"] < end:
                bin = int(row["_at"] / step)
                distance[bin] = float(row["distance_m"]) if row["distance_m"] else distance[bin]
                altitude[bin] = float(row["alt_m"]) if row["alt_m"] else altitude[bin]
        for power in (quantities.get("power") or {}).get("average", []):
            left += step * ((180 - (power or 0)) * ((12000 - left) / 12000 if (power or 0) < 180 else 1))
            balance.append(round(left, 1))
        if any(altitude):
            quantities["altitude"] = {"minimum": altitude, "average": altitude, "maximum": altitude}
        return {"workout": uid, "step": step, "count": count, "quantities": quantities, "distance": distance if any(distance) else None, "wPrime": balance or None}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "mock"

    def log_message(self, *words):
        pass

    def answer(self, body, kind="application/json", status=200, **headers):
        if not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        if len(body) > 500 and "gzip" in self.headers.get("Accept-Encoding", "") and not kind.startswith("image/png"):
            body = gzip.compress(body, 6)
            headers["Content-Encoding"] = "gzip"
        self.send_response(status)
        self.send_header("Content-Type", kind + ("; charset=utf-8" if kind.startswith("text/") else ""))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def problem(self, status, title, detail):
        self.answer({"type": "about:blank", "title": title, "status": status, "detail": detail}, "application/problem+json", status)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path.startswith("/api/v1/"):
            return self.get(url.path[8:], query)
        if url.path.startswith("/lib/"):
            return self.file(LIBRARIES, url.path[5:])
        if url.path.startswith("/app/"):
            return self.file(PAGES, url.path[1:])
        page = {"": "live", "workout": "workout"}.get(url.path.split("/")[1], url.path.split("/")[1])
        if (PAGES / f"{page}.html").exists():
            return self.file(PAGES, f"{page}.html")
        self.problem(404, "Not found", f"There is no page {url.path}.")

    def file(self, root, name):
        path = (root / name).resolve()
        if not path.is_relative_to(root.resolve()) and not path.is_relative_to("/usr/share"):
            return self.problem(404, "Not found", "There is no such file.")
        if not path.is_file():
            return self.problem(404, "Not found", "There is no such file.")
        self.answer(path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))

    def get(self, path, query):
        server, documents, live = self.server, self.server.documents, self.server.live
        parts = path.split("/")
        empty = server.state == "empty"
        if path == "status":
            return self.answer({"status": server.status(), "time": now(), "version": "0.9.0"})
        if path == "events":
            return self.events()
        if path == "live/trace":
            return self.answer(live.trace(int(query["after"]) if "after" in query else None))
        if path == "live/route":
            after = int(query.get("after", 0))
            return self.answer(json.dumps({"locations": live.route[after:], "done": False}).encode() + b"\n", "application/jsonl")
        if path == "session":
            return self.answer({"isOwner": not server.is_stranger, "scopes": [], "language": server.language, "languages": LANGUAGES, "units": server.units, "isDemo": server.state == "demo", "canRemoveDemo": server.state == "demo",
                                "hasData": not empty, "tiles": None, "version": "0.9.0"})
        if path == "phrases":
            language = query.get("language", "en")
            words = {key: value for key, value in json.loads((ROOT / f"Sources/Phrases/Catalogs/{language}.json").read_text()).items()}
            return self.answer(words | json.loads((PAGES / f"words/{language}.json").read_text()))
        if path == "workouts":
            rows = [] if empty else documents.rows
            if "sport" in query:
                rows = [row for row in rows if row["type"] == query["sport"]]
            return self.answer({"workouts": rows, "next": None, "anchor": "a-1"} if "deleted" not in query else {"workouts": [{"id": "c" * 32, "reason": "deleted", "deletedAt": now()}], "next": None, "anchor": "a-1"})
        if parts[0] == "workouts" and len(parts) > 1 and parts[1] in documents.rides:
            if len(parts) == 2:
                return self.answer(documents.workout(parts[1]))
            if parts[2] == "series":
                return self.answer(documents.series(parts[1], float(query.get("step", 1))))
            if parts[2] == "route":
                batches = (documents.rides[parts[1]].get("route") or {}).get("batches") or [{"locations": [], "done": True}]
                return self.answer(b"".join(json.dumps(batch).encode() + b"\n" for batch in batches), "application/jsonl")
        if path == "statistics":
            return self.answer(documents.statistics(query))
        if path == "days":
            return self.answer({"days": []} if empty else documents.days())
        if path == "today":
            return self.answer(documents.today())
        if path == "zones":
            return self.answer(documents.zones)
        if path == "moods":
            return self.answer({"moods": [] if empty else documents.moods, "weeks": [], "trends": {}})
        if path == "plans":
            return self.answer({"plans": []})
        if path == "templates":
            return self.answer({"templates": [{"name": t["name"], "activity": t["activity"], "hasPlan": "plan" in t} for t in SETTINGS["templates"]]})
        if path == "sensors":
            status = server.status()
            return self.answer({key: status.get(key, []) for key in ("sensors", "devices", "sources")})
        if path == "sensors/bytes":
            return self.bytes_stream()
        if path == "settings":
            return self.answer({"settings": SETTINGS | {"language": server.language, "units": server.units, "dated": [{"from": "2026-12-15", "rider": {"ftp": 262}}]},
                                "file": "/var/lib/wattbeat/settings.json"})
        if path == "storage":
            return self.answer({"store": {"path": "/var/lib/wattbeat/history.db", "bytes": 4915200, "workouts": len(documents.rows)},
                                "captures": {"path": "/var/lib/wattbeat/captures", "bytes": 18350080, "files": 12},
                                "files": {"path": "/var/lib/wattbeat/workouts", "bytes": 1126400, "files": 8},
                                "settings": {"path": "/var/lib/wattbeat/settings.json", "bytes": 812},
                                "cache": {"bytes": 204800, "isCurrent": True, "sets": [{"timeZone": "Europe/Prague", "days": 412}]}})
        if path == "tokens":
            return self.answer({"tokens": [{"id": "a1", "name": "Wall", "scopes": ["read heartRate", "read live"], "createdAt": "2026-11-20T08:00:00Z"}], "scopes": SCOPES})
        if path == "join/code":
            return self.answer({"code": "K7QX-2MPD", "url": "http://192.168.1.20:8737/join?code=K7QX-2MPD", "expires": now(600), "reachable": True})
        self.problem(404, "Not found", f"There is nothing at /api/v1/{path}.")

    def events(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        live, seen = self.server.live, -1
        while not self.server.closing:
            with live.changed:
                live.changed.wait_for(lambda: live.version != seen or self.server.closing, 1)
                fresh, seen = live.version != seen, live.version
            if fresh and not live.silent:
                self.wfile.write(f"id: {seen}\nevent: status\ndata: {json.dumps(self.server.status())}\n\n".encode())
            else:
                self.wfile.write(b":\n\n")
            self.wfile.flush()

    def bytes_stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        beat = 120
        while not self.server.closing:
            beat = 118 + int(time.time()) % 9
            data = {"source": "ble:C0:11:22:33:44:01", "kind": "2A37", "bytes": f"16{beat:02X}B101", "decoded": [{"name": "heartRate", "value": f"{beat} bpm"}, {"name": "rrIntervals", "value": "423 ms"}]}
            self.wfile.write(f"event: bytes\ndata: {json.dumps(data)}\n\n".encode())
            self.wfile.flush()
            time.sleep(0.5)

    def do_POST(self):
        if self.path == "/mock/ride":
            return self.answer(self.server.live.follow(self.body().get("template")))
        path, body, live = urlsplit(self.path).path[8:], self.body(), self.server.live
        parts = path.split("/")
        if parts[0] == "control":
            reply = live.ask(request=parts[1], **{key: value for key, value in body.items() if value is not None})
            if reply.get("ok") and parts[1] == "start":
                self.server.state = "demo" if self.server.state == "empty" else self.server.state
            return self.answer(reply) if reply.get("ok") else self.problem(409, "Conflict", reply.get("error"))
        if parts[0] == "sensors":
            if parts[1] == "scan":
                return self.answer({"ok": True})
            if parts[2] == "calibrate":
                return self.answer({"ok": True, "text": "The zero offset is 512."})
            return self.answer({"ok": True})
        if path == "moods":
            body = {"id": f"{time.time_ns():032x}", "at": now(), "day": now()[:10], "note": None, "workout": None} | body
            self.server.documents.moods.insert(0, body)
            return self.answer(body, status=201)
        if path == "tokens":
            return self.answer({"id": "b2", "token": "wb_4f1d…shown-once", **body}, status=201)
        if path == "join":
            return self.answer({"ok": True})
        self.answer({"ok": True})

    def do_PATCH(self):
        body = self.body()
        if body.get("key") == "language":
            self.server.language = body["value"]
        if body.get("key") == "units":
            self.server.units = body["value"]
        self.answer({"ok": True})

    def do_PUT(self):
        self.body()
        self.answer({"ok": True})

    def do_DELETE(self):
        path = urlsplit(self.path).path[8:]
        if path.startswith("moods/"):
            self.server.documents.moods = [mood for mood in self.server.documents.moods if mood["id"] != path[6:]]
        if path == "demo":
            self.server.state = "empty"
        self.answer({"ok": True})


def now(ahead=0):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=ahead)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Mock(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, program, folder, port=0, state="data", speed=20):
        super().__init__(("127.0.0.1", port), Handler)
        made = Program(program, Path(folder).resolve())
        self.documents = Documents(made)
        self.live = Live(made, speed)
        self.state, self.language, self.units, self.closing = state, "en", "metric", False
        self.override = None
        self.is_stranger = False

    def status(self):
        status = self.override(json.loads(json.dumps(self.live.status))) if self.override else dict(self.live.status)
        if self.state == "data":
            status["isDemo"] = False
        return status

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def close(self):
        self.closing = True
        self.live.stop()
        self.shutdown()


if __name__ == "__main__":
    options = argparse.ArgumentParser(usage=__doc__.splitlines()[2][7:])
    options.add_argument("program")
    options.add_argument("folder")
    options.add_argument("port", type=int, nargs="?", default=8799)
    options.add_argument("--state", default="data")
    options.add_argument("--speed", type=int, default=20)
    chosen = options.parse_args()
    mock = Mock(chosen.program, chosen.folder, chosen.port, chosen.state, chosen.speed)
    print(mock.address, flush=True)
    try:
        mock.serve_forever()
    finally:
        mock.closing = True
        mock.live.stop()
