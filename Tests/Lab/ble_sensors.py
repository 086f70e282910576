"""Virtual BLE sensors on a virtual radio link, which the kernel sees as hci0 (in the guest, as root).

usage: ble_sensors.py [--ctl SOCKET] [--log FILE] NAME=KIND@ADDRESS ...

KIND is hrm (Heart Rate) or power (Cycling Power); each has Battery and Device Information too.
A line to the control socket is a command, answered by a line:
    hr NAME BPM | power NAME WATTS | cadence NAME RPM | battery NAME PERCENT
    drop NAME       ends the link and advertises again
    off NAME        ends the link and stops advertising
    on NAME         advertises
    mute NAME       stays connected and says nothing; speak NAME ends that
The log has a JSON object a line for every value that was handed to a subscribed peer.
"""
import argparse
import asyncio
import json
import random
import struct
import time

from bumble import hci, ll
from bumble.controller import Controller
from bumble.core import AdvertisingData, UUID
from bumble.device import Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

from control import listen

NOTIFY, READ, WRITE = Characteristic.Properties.NOTIFY, Characteristic.Properties.READ, Characteristic.Properties.WRITE
INDICATE = Characteristic.Properties.INDICATE
NO_ACCESS, READABLE, WRITEABLE = Characteristic.Permissions(0), Characteristic.READABLE, Characteristic.WRITEABLE
short = UUID.from_16_bits


class Radio(LocalLink):
    """bumble names the sender of data by its random address; BlueZ connects from its public one."""

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection is not None and receiver is not None:
            asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)


class Adapter(Controller):
    """bumble's controller keeps its links through a reset and goes on scanning, refusing every further scan; a real one stands by."""

    def on_hci_reset_command(self, command):
        self.le_scan_enable = False
        self.pending_le_connection = None
        for connection in list(self.le_connections.values()):
            connection.send_ll_control_pdu(ll.TerminateInd(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR))
        self.le_connections.clear()
        return super().on_hci_reset_command(command)


class Sink:
    """Takes what the adapter says. While it is down the kernel refuses that, at which asyncio would close the device for good."""

    def __init__(self, file):
        self.file = file

    def on_packet(self, packet):
        try:
            self.file.write(packet)
        except OSError:
            pass


class Sensor:
    """One peripheral: advertises, takes one peer, notifies once a second."""

    def __init__(self, name, kind, address, radio, log):
        self.name, self.kind, self.log = name, kind, log
        self.is_on, self.is_mute = True, False
        self.bpm, self.watts, self.rpm, self.battery = 72, 200, 90, 88
        self.random = random.Random(address)
        self.next_beat = self.crank_since = None
        self.crank_angle, self.crank_turns, self.crank_time = 0.0, 0, 0
        self.peers = set()

        controller = Controller(name, link=radio, public_address=hci.Address(address, hci.Address.PUBLIC_DEVICE_ADDRESS))
        controller.random_address = hci.Address(address)
        host = Host()
        host.controller = controller
        self.device = Device(name=name, address=hci.Address(address), host=host)
        self.measurement = Characteristic(short(0x2A37 if kind == "hrm" else 0x2A63), NOTIFY, NO_ACCESS, b"")
        self.battery_level = Characteristic(
            short(0x2A19), READ | NOTIFY, READABLE, CharacteristicValue(read=lambda _: bytes([self.battery])))
        for service in self.services(address):
            self.device.add_service(service)
        self.device.advertising_data = bytes(AdvertisingData([
            (AdvertisingData.FLAGS, b"\x06"),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack("<H", 0x180D if kind == "hrm" else 0x1818)),
            (AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()),
        ]))
        self.device.on("connection", self.connected)

    def services(self, address):
        if self.kind == "hrm":
            yield Service(short(0x180D), [self.measurement, Characteristic(short(0x2A38), READ, READABLE, b"\x01")])
        else:
            self.control_point = Characteristic(
                short(0x2A66), WRITE | INDICATE, WRITEABLE, CharacteristicValue(write=self.control))
            yield Service(short(0x1818), [
                self.measurement, Characteristic(short(0x2A65), READ, READABLE, struct.pack("<I", 0x10208)),
                Characteristic(short(0x2A5D), READ, READABLE, b"\x05"), self.control_point,
            ])
        yield Service(short(0x180F), [self.battery_level])
        facts = {0x2A29: b"Wattbeat Virtual Sensors", 0x2A24: b"VHR-1" if self.kind == "hrm" else b"VPM-1",
                 0x2A25: address.encode(), 0x2A26: b"1.0"}
        yield Service(short(0x180A), [Characteristic(short(number), READ, READABLE, text) for number, text in facts.items()])

    def control(self, connection, value):
        """The Cycling Power Control Point: a zero offset succeeds with 1.25 Nm (40/32), the rest is not supported."""
        answer = bytes([0x20, value[0], 1]) + struct.pack("<h", 40) if value[:1] == b"\x0c" else bytes([0x20, value[0], 2])
        loop = asyncio.get_running_loop()
        loop.call_later(0.5, lambda: loop.create_task(self.device.indicate_subscribers(self.control_point, answer)))

    def connected(self, connection):
        self.peers.add(connection)

        def gone(reason):
            self.peers.discard(connection)
            if self.is_on:
                asyncio.get_running_loop().create_task(self.advertise())

        connection.on("disconnection", gone)

    async def advertise(self):
        try:
            await self.device.start_advertising(auto_restart=False)
        except Exception as problem:
            print(self.name, "cannot advertise:", repr(problem), flush=True)

    async def run(self):
        await self.device.power_on()
        await self.advertise()
        moment = time.monotonic()
        while True:
            moment += 1
            await asyncio.sleep(max(0, moment - time.monotonic()))
            now = time.monotonic()
            value = self.heart(now) if self.kind == "hrm" else self.power(now)
            if self.peers and not self.is_mute:
                await self.notify(self.measurement, value)

    async def notify(self, characteristic, value):
        subscribers = self.device.gatt_server.subscribers
        is_heard = any(subscribers.get(peer, {}).get(characteristic.handle, b"\0\0")[0] & 1 for peer in self.peers)
        moment = time.time()
        await self.device.notify_subscribers(characteristic, value)
        if is_heard:
            number = int.from_bytes(characteristic.uuid.to_bytes()[:2], "little")
            entry = {"time": moment, "sensor": self.name, "characteristic": f"{number:04x}", "value": value.hex()}
            print(json.dumps(entry), file=self.log, flush=True)

    def heart(self, now):
        """Rate, contact, and the RR-intervals of the beats since the last value."""
        self.next_beat = self.next_beat or now
        intervals = []
        while True:
            ticks = round(60 / self.bpm * (1 + self.random.gauss(0, 0.012)) * 1024)
            if self.next_beat + ticks / 1024 > now or len(intervals) == 9:
                break
            self.next_beat += ticks / 1024
            intervals.append(ticks)
        flags = 0x16 if intervals else 0x06
        return bytes([flags, self.bpm]) + b"".join(struct.pack("<H", ticks) for ticks in intervals)

    def power(self, now):
        """Power, and the crank's whole turns with the moment of the last."""
        if self.crank_since is None:
            self.crank_since = self.crank_start = now
        self.crank_angle += (now - self.crank_since) * self.rpm / 60
        self.crank_since = now
        if self.crank_angle >= 1:
            whole = int(self.crank_angle)
            self.crank_angle -= whole
            self.crank_turns = self.crank_turns + whole & 0xFFFF
            self.crank_time = int((now - self.crank_start - self.crank_angle * 60 / self.rpm) * 1024) & 0xFFFF
        return struct.pack("<HhHH", 0x20, self.watts, self.crank_turns, self.crank_time)

    async def command(self, verb, *arguments):
        if verb == "hr":
            self.bpm = int(arguments[0])
        elif verb == "power":
            self.watts = int(arguments[0])
        elif verb == "cadence":
            self.rpm = int(arguments[0])
        elif verb == "battery":
            self.battery = int(arguments[0])
            await self.notify(self.battery_level, bytes([self.battery]))
        elif verb in ("mute", "speak"):
            self.is_mute = verb == "mute"
        elif verb in ("drop", "off"):
            self.is_on = verb == "drop"
            for peer in list(self.peers):
                await peer.disconnect(hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR)
            if verb == "off":
                await self.device.stop_advertising()
        elif verb == "on":
            self.is_on = True
            await self.advertise()
        else:
            return "unknown"
        return "ok"


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ctl", default="/run/ble-lab.sock")
    parser.add_argument("--log", required=True)
    parser.add_argument("sensor", nargs="+")
    options = parser.parse_args()
    radio = Radio()
    adapter = await open_transport("vhci")
    Adapter("adapter", host_source=adapter.source, host_sink=Sink(adapter.sink.transport.get_extra_info("pipe")), link=radio,
            public_address=hci.Address("C8:00:00:00:00:01", hci.Address.PUBLIC_DEVICE_ADDRESS))
    with open(options.log, "a") as log:
        sensors = {}
        for text in options.sensor:
            name, rest = text.split("=", 1)
            kind, address = rest.split("@", 1)
            sensors[name] = Sensor(name, kind, address, radio, log)

        async def command(verb, name, *arguments):
            return await sensors[name].command(verb, *arguments)

        await listen(options.ctl, command)
        print("sensors ready", flush=True)
        await asyncio.gather(*(sensor.run() for sensor in sensors.values()))


asyncio.run(main())
