"""A virtual ANT stick with ANT+ sensors in range, plugged into the guest's vhci-hcd by USB/IP (in the guest, as root).

usage: ant_stick.py [--pid 1008|1009] [--ctl SOCKET] [--log FILE] KIND=NUMBER ...

KIND is hr or power. The kernel gets one end of a socket pair, so there is neither a port nor the usbip tool.
A line to the control socket is a command, answered by a line:
    hr BPM | power WATTS | cadence RPM
    lose KIND | find KIND   out of range, and back
    mute | speak            no sensor sends anything; ends that
    unplug | plug
    stall                   one transfer ends with an endpoint error
    garbage | split         noise before a frame; a frame in two packets
The log has a JSON object a line for every page that the host has fetched.
"""
import argparse
import asyncio
import json
import socket
import struct
import subprocess
import time

from control import listen

VHCI = "/sys/devices/platform/vhci_hcd.0"
EVENT = 0x01
NO_ERROR, SEARCH_TIMEOUT, RX_FAIL, TX_DONE, CLOSED, GO_TO_SEARCH, WRONG_STATE, INVALID = 0, 1, 2, 5, 7, 8, 0x15, 0x28
RESPONSE, UNASSIGN, ASSIGN, PERIOD, SEARCH, FREQUENCY, KEY, RESET, OPEN, CLOSE, REQUEST, BROADCAST, ACKNOWLEDGED, CHANNEL_ID = (
    0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x51)
STATUS, CAPABILITIES, OPEN_SCAN, SERIAL, LOW_SEARCH, EXTENDED, LIB_CONFIG, START_UP, VERSION = (
    0x52, 0x54, 0x5B, 0x61, 0x63, 0x66, 0x6E, 0x6F, 0x3E)


def frame(message, body):
    data = bytes([0xA4, len(body), message]) + bytes(body)
    checksum = 0
    for byte in data:
        checksum ^= byte
    return data + bytes([checksum])


class Sensor:
    """One ANT+ sensor: what page it sends next."""

    def __init__(self, kind, number):
        self.kind, self.number, self.is_near, self.is_mute = kind, number, True, False
        self.type, self.transmission, self.period = (120, 0x01, 8070) if kind == "hr" else (11, 0x05, 8182)
        self.value, self.rpm = (72 if kind == "hr" else 200), 90
        self.began = time.monotonic()
        self.sent = self.events = self.accumulated = self.last_beat = self.beat_before = 0
        self.next_beat = 0.0
        self.answer = None

    @property
    def is_heard(self):
        return self.is_near and not self.is_mute

    @property
    def identity(self):
        return struct.pack("<HBB", self.number, self.type, self.transmission)

    def page(self):
        self.sent += 1
        return self.heart_page() if self.kind == "hr" else self.power_page()

    def heart_page(self):
        now = time.monotonic() - self.began
        while self.next_beat + 60 / self.value <= now:
            self.next_beat += 60 / self.value
            self.events += 1
            self.beat_before, self.last_beat = self.last_beat, int(self.next_beat * 1024) & 0xFFFF
        tail = struct.pack("<HBB", self.last_beat, self.events & 255, self.value)
        toggle = 0x80 if self.sent // 4 & 1 else 0
        if self.sent % 65 in (61, 62, 63, 64):
            return bytes([2 | toggle, 0x0F]) + struct.pack("<H", self.number) + tail
        return bytes([4 | toggle, 0xFF]) + struct.pack("<H", self.beat_before) + tail

    def power_page(self):
        if self.answer:
            page, self.answer = self.answer, None
            return page
        if self.sent % 61 == 60:
            return bytes([0x50, 255, 255, 1]) + struct.pack("<HH", 0x0F, 1)
        if self.sent % 61 == 30:
            return bytes([0x51, 255, 255, 10]) + struct.pack("<I", 1000 + self.number)
        self.events += 1
        self.accumulated = self.accumulated + self.value & 0xFFFF
        return bytes([0x10, self.events & 255, 0xFF, self.rpm]) + struct.pack("<HH", self.accumulated, self.value)

    def hear(self, page):
        """A power meter's answer to a manual zero: it went well, the offset is 512."""
        if self.kind == "power" and page[:2] == b"\x01\xaa":
            self.answer = bytes([0x01, 0xAC, 0xFF, 0xFF, 0xFF, 0xFF]) + struct.pack("<h", 512)


class Stick:
    """The ANT side: bytes in by `receive`, frames out by `send(frame, log entry or None)`."""

    def __init__(self, send, sensors):
        self.send, self.sensors = send, sensors
        self.channels, self.tasks, self.extended, self.buffer = {}, {}, 0, b""
        self.is_scanning = False

    def receive(self, data):
        self.buffer += data
        while True:
            start = self.buffer.find(b"\xa4")
            if start < 0:
                self.buffer = b""
                return
            self.buffer = self.buffer[start:]
            if len(self.buffer) < 2 or len(self.buffer) < self.buffer[1] + 4:
                return
            whole, checksum = self.buffer[:self.buffer[1] + 4], 0
            for byte in whole:
                checksum ^= byte
            if checksum:
                self.buffer = self.buffer[1:]
                continue
            self.buffer = self.buffer[len(whole):]
            self.message(whole[2], whole[3:-1])

    def reply(self, channel, message, code=NO_ERROR):
        self.send(frame(RESPONSE, [channel, message, code]))

    def stop(self, channel):
        if task := self.tasks.pop(channel, None):
            task.cancel()

    def reset(self):
        for channel in list(self.tasks):
            self.stop(channel)
        self.channels, self.extended, self.is_scanning = {}, 0, False
        self.send(frame(START_UP, [0x20]))

    def message(self, message, body):
        number = body[0] if body else 0
        channel = self.channels.get(number)
        loop = asyncio.get_running_loop()
        if message == RESET:
            return self.reset()
        if message == REQUEST:
            return self.request(number, channel, body[1])
        needs_channel = (CHANNEL_ID, PERIOD, FREQUENCY, SEARCH, LOW_SEARCH, OPEN, OPEN_SCAN, UNASSIGN, ACKNOWLEDGED, BROADCAST)
        if message in needs_channel and channel is None:
            return self.reply(number, message, WRONG_STATE)
        if message == ASSIGN:
            self.channels[number] = {"id": (0, 0, 0), "period": 8192, "timeout": 10, "found": False}
        elif message == CHANNEL_ID:
            channel["id"] = struct.unpack("<HBB", body[1:5])
        elif message == PERIOD:
            channel["period"] = struct.unpack("<H", body[1:3])[0]
        elif message == SEARCH:
            channel["timeout"] = body[1]
        elif message == LIB_CONFIG:
            self.extended = body[1]
        elif message == EXTENDED:
            self.extended = 0x80 if body[1] else 0
        elif message == OPEN:
            if self.is_scanning:
                return self.reply(number, message, WRONG_STATE)
            self.tasks[number] = loop.create_task(self.track(number, channel))
        elif message == OPEN_SCAN:
            if self.tasks:
                return self.reply(number, message, 0x19)
            self.is_scanning = True
            self.tasks[0] = loop.create_task(self.scan())
        elif message == CLOSE:
            if number not in self.tasks:
                return self.reply(number, message, WRONG_STATE)
            self.stop(number)
            self.is_scanning = False
            self.reply(number, message)
            return self.reply(number, EVENT, CLOSED)
        elif message == UNASSIGN:
            self.stop(number)
            self.channels.pop(number, None)
        elif message == ACKNOWLEDGED:
            device = channel["id"]
            for sensor in self.sensors:
                if sensor.is_near and device[0] in (0, sensor.number) and device[1] & 127 in (0, sensor.type):
                    sensor.hear(body[1:9])
            return self.reply(number, EVENT, TX_DONE)
        elif message == BROADCAST:
            return
        self.reply(number, message)

    def request(self, number, channel, wanted):
        state = 3 if channel and channel["found"] else 2 if number in self.tasks else 1 if channel else 0
        known = {
            CAPABILITIES: [8, 3, 0, 0xBA, 0x36, 0, 0xDF, 0], SERIAL: [0x78, 0x56, 0x34, 0x12], VERSION: b"AJK1.04\0",
            STATUS: [number, state], CHANNEL_ID: [number, *struct.pack("<HBB", *(channel or {"id": (0, 0, 0)})["id"])],
        }
        if wanted in known:
            self.send(frame(wanted, known[wanted]))
        else:
            self.reply(number, REQUEST, INVALID)

    def data(self, channel, sensor):
        page, tail = sensor.page(), b""
        if self.extended & 0xE0:
            tail = bytes([self.extended & 0xE0])
            if self.extended & 0x80:
                tail += sensor.identity
            if self.extended & 0x40:
                tail += struct.pack("<Bbb", 0x20, -60 if sensor.kind == "hr" else -66, -128)
            if self.extended & 0x20:
                tail += struct.pack("<H", int(time.monotonic() * 32768) & 0xFFFF)
        entry = {"time": time.time(), "sensor": sensor.kind, "page": page.hex()}
        self.send(frame(BROADCAST, bytes([channel]) + page + tail), entry)

    async def scan(self):
        """Continuous scan: every sensor in range, each at its own pace."""
        async def follow(sensor):
            moment = time.monotonic()
            while True:
                moment += sensor.period / 32768
                await asyncio.sleep(max(0, moment - time.monotonic()))
                if sensor.is_heard:
                    self.data(0, sensor)
        await asyncio.gather(*(follow(sensor) for sensor in self.sensors))

    async def track(self, number, channel):
        """Searches, then receives until eight misses, then searches again; closes when the search times out."""
        loop = asyncio.get_running_loop()
        while True:
            end = loop.time() + (1e9 if channel["timeout"] == 255 else channel["timeout"] * 2.5)
            while (sensor := self.matching(channel)) is None:
                if loop.time() > end:
                    self.tasks.pop(number, None)
                    self.reply(number, EVENT, SEARCH_TIMEOUT)
                    self.reply(number, EVENT, CLOSED)
                    return
                await asyncio.sleep(0.1)
            channel["id"], channel["found"] = (sensor.number, sensor.type, sensor.transmission), True
            misses, moment = 0, loop.time()
            while misses < 8:
                moment += channel["period"] / 32768
                await asyncio.sleep(max(0, moment - loop.time()))
                if sensor.is_heard:
                    misses = 0
                    self.data(number, sensor)
                else:
                    misses += 1
                    self.reply(number, EVENT, RX_FAIL)
            channel["found"] = False
            self.reply(number, EVENT, GO_TO_SEARCH)

    def matching(self, channel):
        number, kind, transmission = channel["id"]
        for sensor in self.sensors:
            if (sensor.is_heard and number in (0, sensor.number) and kind & 127 in (0, sensor.type)
                    and transmission in (0, sensor.transmission)):
                return sensor
        return None


class USB:
    """The USB side: answers USB/IP's requests for one full-speed device with bulk IN 0x81 and bulk OUT 0x01."""

    # What a stick keeps for a host that does not fetch; older messages are overwritten.
    MOST_WAITING = 32

    def __init__(self, product, sensors, log):
        self.device = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0, 0, 0, 64, 0x0FCF, product, 0x0100, 1, 2, 3, 1)
        endpoints = struct.pack("<BBBBHB", 7, 5, 0x81, 2, 64, 1) + struct.pack("<BBBBHB", 7, 5, 0x01, 2, 64, 1)
        interface = struct.pack("<9B", 9, 4, 0, 0, 2, 0xFF, 0, 0, 0) + endpoints
        self.configuration = struct.pack("<BBHBBBBB", 9, 2, 9 + len(interface), 1, 1, 0, 0x80, 50) + interface
        names = ("Dynastream Innovations", "ANT USBStick2", "123")
        self.strings = [b"\x04\x03\x09\x04"] + [bytes([2 + 2 * len(n), 3]) + n.encode("utf-16le") for n in names]
        self.sensors, self.log, self.mode, self.writer, self.is_halted = sensors, log, "", None, False

    def control(self, setup):
        """- Returns: what the control endpoint answers; None to stall."""
        kind, request, value, _, length = struct.unpack("<BBHHH", setup)
        if (kind, request) == (0x80, 6):
            which, index = value >> 8, value & 255
            string = self.strings[index] if index < len(self.strings) else None
            found = {1: self.device, 2: self.configuration, 3: string}.get(which)
            return found and found[:length]
        if request == 0 and kind & 0x80:
            return b"\0\0"
        if (kind, request) == (0x80, 8):
            return b"\1"
        if (kind, request) == (0x81, 10):
            return b"\0"
        if (kind, request) == (0x02, 1) and self.is_halted:
            # The halt is cleared; what the endpoint held is gone.
            self.is_halted, self.waiting = False, []
        return b"" if request in (9, 11, 1, 3) else None

    def complete(self, sequence, status, data=b"", count=None):
        count = len(data) if count is None else count
        self.writer.write(struct.pack(">IIIIIiIIIIQ", 3, sequence, 0, 0, 0, status, count, 0, 0, 0, 0) + data)

    def send(self, whole, entry=None):
        if self.mode == "garbage":
            whole, self.mode = b"\x00\xff\xa4\x03" + whole, ""
        if self.mode == "split":
            self.mode = ""
            self.waiting += [(whole[:5], None), (whole[5:], entry)]
        else:
            self.waiting.append((whole, entry))
        del self.waiting[:-self.MOST_WAITING]
        self.pump()

    def pump(self):
        while self.waiting and self.pending and not self.is_halted:
            sequence, length = self.pending.pop(0)
            if self.mode == "stall":
                self.mode, self.is_halted = "", True
                self.complete(sequence, -32)
                continue
            data, entry = self.waiting.pop(0)
            if len(data) > length:
                self.waiting.insert(0, (data[length:], entry))
                data, entry = data[:length], None
            self.complete(sequence, 0, data)
            if entry:
                print(json.dumps(entry), file=self.log, flush=True)

    async def plug(self):
        ours, kernels = socket.socketpair()
        self.waiting, self.pending, self.is_halted = [], [], False
        self.stick = Stick(self.send, self.sensors)
        with open(f"{VHCI}/status") as status:
            rows = [line.split() for line in status.readlines()[1:]]
        self.port = next(int(row[1]) for row in rows if row[0] == "hs" and row[2] == "004")
        reader, self.writer = await asyncio.open_connection(sock=ours)
        with open(f"{VHCI}/attach", "w") as attach:
            attach.write(f"{self.port} {kernels.fileno()} {0x10002} 2")
        kernels.close()
        self.task = asyncio.get_running_loop().create_task(self.serve(reader))

    async def serve(self, reader):
        try:
            while True:
                await self.serve_one(await reader.readexactly(48), reader)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        for channel in list(self.stick.tasks):
            self.stick.stop(channel)

    async def serve_one(self, header, reader):
        command, sequence, _, direction, endpoint = struct.unpack(">5I", header[:20])
        if command == 2:
            victim = struct.unpack(">I", header[20:24])[0]
            was_pending = any(entry[0] == victim for entry in self.pending)
            self.pending = [entry for entry in self.pending if entry[0] != victim]
            self.writer.write(struct.pack(">IIIIIi24x", 4, sequence, 0, 0, 0, -104 if was_pending else 0))
            return
        length, setup = struct.unpack(">i", header[24:28])[0], header[40:48]
        data = await reader.readexactly(length) if direction == 0 and length else b""
        if endpoint == 0:
            answer = self.control(setup)
            if answer is None:
                self.complete(sequence, -32)
            else:
                self.complete(sequence, 0, answer if direction else b"", None if direction else length)
        elif direction:
            self.pending.append((sequence, length))
            self.pump()
        else:
            self.complete(sequence, 0, b"", length)
            self.stick.receive(data)

    async def unplug(self):
        with open(f"{VHCI}/detach", "w") as detach:
            detach.write(str(self.port))
        self.writer.close()


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pid", default="1008")
    parser.add_argument("--ctl", default="/run/ant-lab.sock")
    parser.add_argument("--log", required=True)
    parser.add_argument("sensor", nargs="*", default=["hr=12345", "power=54321"])
    options = parser.parse_args()
    subprocess.run(["modprobe", "vhci-hcd"], check=True)
    sensors = [Sensor(kind, int(number)) for kind, number in (text.split("=") for text in options.sensor)]
    usb = USB(int(options.pid, 16), sensors, open(options.log, "a"))
    await usb.plug()

    async def command(verb, *arguments):
        if verb in ("hr", "power", "cadence"):
            for sensor in sensors:
                if verb == "cadence":
                    sensor.rpm = int(arguments[0])
                elif sensor.kind == verb:
                    sensor.value = int(arguments[0])
        elif verb in ("lose", "find"):
            for sensor in sensors:
                if sensor.kind == arguments[0]:
                    sensor.is_near = verb == "find"
        elif verb in ("mute", "speak"):
            for sensor in sensors:
                sensor.is_mute = verb == "mute"
        elif verb in ("plug", "unplug"):
            await getattr(usb, verb)()
        elif verb in ("stall", "garbage", "split"):
            usb.mode = verb
        else:
            return "unknown"
        return "ok"

    await listen(options.ctl, command)
    print("stick ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
