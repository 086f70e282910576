"""One nasty case: what a capture holds, and what a reader of the specifications says it must become."""
import hashlib, json

CASES = []
START = "2026-05-03T06:30:00.000000Z synchronised"
STRAP = "gatt:2a37 C0:00:00:00:00:01 Strap"
METER = "gatt:2a63 C0:00:00:00:00:02 Meter"
WHEEL = "gatt:2a5b C0:00:00:00:00:03 Wheel"
TRAINER = "gatt:2ad2 C0:00:00:00:00:04 Trainer"
POD = "gatt:2a53 C0:00:00:00:00:05 Pod"
STICK = "ant stick-1 -"
RECEIVER = "nmea /dev/gps0 -"
FIVE_ZONES = {"zones.heart-rate": "user custom 114,133,152,171"}


class Case:
    """Records are added in any order; equal offsets keep theirs. Time is in seconds since the capture began."""

    def __init__(self, name, what, settings=None, start=START, activity="cycling", begins=0):
        self.name, self.what, self.tail, self.next = name, what, "", None
        self.header = {"identity": hashlib.sha256(name.encode()).hexdigest()[:32], "start": start, **(settings or {})}
        self.lines, self.why, self.expected, self.values = [], [], {}, []
        if activity:
            self.add(begins, "command", "-", f"start {activity}")
        CASES.append(self)

    def restart(self, start):
        """The capture that continues this one after the machine was started anew; its records count from 0 again."""
        self.next = Case.__new__(Case)
        self.next.name, self.next.what, self.next.tail, self.next.next = self.name, self.what, "", None
        self.next.header = self.header | {"identity": self.header["identity"][::-1], "start": start, "continues": self.header["identity"]}
        self.next.lines = []
        return self.next

    def add(self, seconds, verb, link, payload=""):
        self.lines.append((round(seconds * 1_000_000), f"{verb} {link} {payload}".rstrip()))
        return self

    def open(self, seconds, link, identity):
        return self.add(seconds, "open", link, identity)

    def rx(self, seconds, link, payload):
        """Bytes become hex, sentences a quoted string."""
        if isinstance(payload, str):
            payload = payload.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\n", "\\n")
            return self.add(seconds, "rx", link, f'"{payload}"')
        return self.add(seconds, "rx", link, payload.hex())

    def command(self, seconds, text):
        return self.add(seconds, "command", "-", text)

    def ticks(self, first, last):
        """One each half second between the whole ones: silence counts in them."""
        for second in range(first, last):
            self.add(second + 0.5, "tick", "-")
        return self

    def stop(self, seconds):
        return self.ticks(0, int(seconds)).command(seconds, "stop")

    def because(self, *sentences):
        self.why += sentences
        return self

    def must(self, expected, within=None):
        """Dotted paths into what a replay comes to, and their values; `within` for numbers where the last digits do not matter."""
        for path, value in expected.items():
            self.expected[path] = value if within is None else {"value": value, "within": within}
        return self

    def value(self, quantity, at, value, workout=0):
        """What counts at a moment; `None` where nothing does."""
        self.values.append({"workout": workout, "quantity": quantity, "offset": at, "value": value})
        return self

    def capture(self):
        header = ["wattbeat-capture 1"] + [f"{name} {value}" for name, value in self.header.items()]
        header.append(f"note {self.what}")
        records = [f"{offset} {rest}" for offset, rest in sorted(self.lines, key=lambda line: line[0])]
        return "\n".join(header + [""] + records) + "\n" + self.tail

    def expectation(self):
        document = {"what": self.what, "why": self.why, "must": self.expected, "values": self.values}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def summary(**figures):
    """Paths into the first workout's summary: `cadence_maximum` is `workouts.0.summary.cadence.maximum`."""
    return {"workouts.0.summary." + name.replace("_", "."): value for name, value in figures.items()}
