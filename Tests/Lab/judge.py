"""Compares captures, workout and replay with what the virtual sensors logged. It reads captures by docs/capture-format.md alone."""
import json
import re
from collections import defaultdict
from pathlib import Path

from rider import Failure, say

WORD = re.compile(r'"(?:\\.|[^"\\])*"|\S+')
KINDS = {120: "hr", 11: "power"}


def text(word):
    """A word or text of a capture as bytes."""
    if not word.startswith('"'):
        return word.encode()
    plain = {"n": b"\n", "r": b"\r", "t": b"\t"}
    parts = re.findall(r"\\x([0-9a-fA-F]{2})|\\(.)|([^\\]+)", word[1:-1], re.DOTALL)
    return b"".join(bytes.fromhex(h) if h else plain.get(e, e.encode()) if e else rest.encode() for h, e, rest in parts)


def payload(field):
    return text(field) if field.startswith('"') else bytes.fromhex(field)


class Capture:
    """One capture file: header and records."""

    def __init__(self, path):
        self.path, self.header, self.records = path, {}, []
        lines = path.read_text().split("\n")
        end = lines.index("")
        for line in lines[1:end]:
            name, _, value = line.partition(" ")
            self.header[name] = value
        for line in lines[end + 1:-1]:
            offset, verb, link, rest = (line.split(" ", 3) + [""])[:4]
            self.records.append((int(offset), verb, link, rest))

    @property
    def start(self):
        return self.header["start"]


def captures(folder):
    found = [Capture(path) for path in Path(folder).iterdir() if ".capture" in path.name and path.stat().st_size > 0]
    return sorted(found, key=lambda capture: capture.start)


class Received:
    """What captures hold, in order: values by address and characteristic, ANT+ pages by kind; each with whether a workout ran."""

    def __init__(self, files):
        self.values, self.pages = defaultdict(list), defaultdict(list)
        is_running = False
        for capture in files:
            # A capture that goes on a workout begins in its midst.
            is_running = is_running and "continues" in capture.header
            links, buffers = {}, defaultdict(bytes)
            for _, verb, link, rest in capture.records:
                if verb == "open":
                    links[link] = [text(word).decode() for word in WORD.findall(rest)[:2]]
                elif verb == "command":
                    is_running = {"start": True, "stop": False}.get(rest.split()[0], is_running)
                elif verb == "drop":
                    raise Failure(f"{capture.path.name}: records were dropped: {link} {rest}")
                elif verb == "rx":
                    kind, address = links[link]
                    if kind.startswith("gatt:"):
                        self.values[address, kind[5:]].append((payload(rest).hex(), is_running))
                    elif kind == "ant":
                        buffers[link] = self.messages(buffers[link] + payload(rest), is_running)

    def messages(self, data, is_running):
        """Takes whole messages out of a stick's bytes and gives back the rest."""
        while len(data) >= 4:
            size = data[1] + 4
            if data[0] != 0xA4 or data[1] > 40:
                data = data[1:]
                continue
            if len(data) < size:
                break
            checksum = 0
            for byte in data[:size]:
                checksum ^= byte
            if checksum:
                data = data[1:]
                continue
            # Broadcast data with the sender's identity behind the page.
            if data[2] == 0x4E and size >= 18 and data[12] & 0x80:
                self.pages[KINDS.get(data[15] & 0x7F)].append((data[4:12].hex(), is_running))
            data = data[size:]
        return data


def logged(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def same(what, sent, received):
    """Each once, and in order; the first difference is shown."""
    got = [value for value, _ in received]
    if sent == got:
        say(f"{what}: all {len(sent)} in the captures, each once, in order")
        if not sent:
            raise Failure(f"{what}: nothing was sent")
        return
    place = next((i for i, (a, b) in enumerate(zip(sent, got)) if a != b), min(len(sent), len(got)))
    raise Failure(f"{what}: {len(sent)} sent, {len(got)} received; first difference at {place}: "
                  f"sent {sent[place:place + 3]}, received {got[place:place + 3]}")


def compare(out, folder, names, with_stick=True):
    """- Parameter names: by sensor's name its address.
    - Returns: what was received while the workout ran."""
    received = Received(captures(folder))
    ble = logged(out / "ble.jsonl")
    for name, characteristic in (("Strap", "2a37"), ("Meter", "2a63")):
        sent = [e["value"] for e in ble if e["sensor"] == name and e["characteristic"] == characteristic]
        same(f"{name}'s notifications", sent, received.values[names[name], characteristic])
    if with_stick:
        ant = logged(out / "ant.jsonl")
        for kind in ("hr", "power"):
            same(f"ANT+ {kind} pages", [e["page"] for e in ant if e["sensor"] == kind], received.pages[kind])
    return received


def totals(workout, received, names):
    """What the sensors sent while the workout ran, computed here, against the workout's own figures."""
    hearts = [bytes.fromhex(value) for value, is_running in received.values[names["Strap"], "2a37"] if is_running]
    powers = [bytes.fromhex(value) for value, is_running in received.values[names["Meter"], "2a63"] if is_running]
    sources = {source["identity"]: source for source in workout["sources"]}
    strap, meter = sources[f"ble:{names['Strap']}"], sources[f"ble:{names['Meter']}"]
    rates = [value[1] for value in hearts]
    watts = [int.from_bytes(value[2:4], "little", signed=True) for value in powers]
    intervals = sum((len(value) - 2) // 2 for value in hearts)
    rr = {entry["source"]: entry for entry in workout["rrIntervals"]}
    for what, figure, sent in (
        ("heart-rate samples", strap["samples"].get("heartRate"), len(rates)),
        ("power samples", meter["samples"].get("power"), len(watts)),
        ("RR-intervals", rr.get(strap["id"], {}).get("count"), intervals),
        ("lowest heart rate", workout["summary"]["heartRate"]["minimum"], min(rates)),
        ("highest heart rate", workout["summary"]["heartRate"]["maximum"], max(rates)),
        ("highest power", workout["summary"]["power"]["maximum"], max(watts)),
    ):
        if figure != sent:
            raise Failure(f"{what}: the workout says {figure}, the sensors sent {sent}")
        say(f"{what}: {sent}, as sent")
