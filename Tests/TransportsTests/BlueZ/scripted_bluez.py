#!/usr/bin/env python3
"""An org.bluez that behaves, and misbehaves, as it is told: adapters and sensors of a pretended world on a private bus.

usage: scripted_bluez.py BUS-ADDRESS

Reads one JSON object a line from standard input and does it (see `Script`); writes `ready`, then one line for each call that
it receives, as `METHOD OBJECT`, and `done` after each object. Ends with its input.
"""
import json
import sys

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

BLUEZ = "org.bluez"
ADAPTER, DEVICE, BATTERY = BLUEZ + ".Adapter1", BLUEZ + ".Device1", BLUEZ + ".Battery1"
SERVICE, CHARACTERISTIC = BLUEZ + ".GattService1", BLUEZ + ".GattCharacteristic1"
MANAGER, PROPERTIES = "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Properties"


def uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


def say(*words):
    print(*words, flush=True)


class Fault(dbus.DBusException):
    def __init__(self, name, message=""):
        super().__init__(message, name=name if "." in name else f"{BLUEZ}.Error.{name}")


class Exported(dbus.service.Object):
    """An object with properties: one interface, one dictionary."""

    def __init__(self, world, path, interface, values):
        self.world, self.path, self.interface, self.values = world, path, interface, values
        super().__init__(world.bus, path)
        world.objects[path] = self
        world.root.InterfacesAdded(path, self.interfaces())

    def interfaces(self):
        return {self.interface: dbus.Dictionary(self.values, signature="sv")}

    def remove(self):
        if self.world.objects.pop(self.path, None):
            self.world.root.InterfacesRemoved(self.path, dbus.Array(list(self.interfaces()), signature="s"))
            self.remove_from_connection()

    def change(self, **values):
        self.values.update(values)
        self.PropertiesChanged(self.interface, dbus.Dictionary(values, signature="sv"), dbus.Array([], signature="s"))

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        say("Set", self.path.split("/")[-1], name, int(value))
        self.set(name, value)

    def set(self, name, value):
        raise Fault("NotSupported")


class Root(dbus.service.Object):
    def __init__(self, world):
        self.world = world
        super().__init__(world.bus, "/")

    @dbus.service.method(MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return dbus.Dictionary({path: o.interfaces() for path, o in self.world.objects.items()}, signature="oa{sa{sv}}")

    @dbus.service.signal(MANAGER, signature="oa{sa{sv}}")
    def InterfacesAdded(self, path, interfaces):
        pass

    @dbus.service.signal(MANAGER, signature="oas")
    def InterfacesRemoved(self, path, interfaces):
        pass


class Adapter(Exported):
    def __init__(self, world, name, powered=True, blocked=False, stuck=False, deaf=False):
        self.name, self.blocked, self.stuck = name, blocked, stuck
        # As `stuck`, but for good: only another life of bluetoothd ends it.
        self.deaf = deaf
        super().__init__(world, f"/org/bluez/{name}", ADAPTER, {
            "Address": f"00:00:00:00:00:0{name[-1]}", "Powered": dbus.Boolean(powered), "Discovering": dbus.Boolean(False)})

    def set(self, name, value):
        if name != "Powered":
            raise Fault("NotSupported")
        if value and self.blocked:
            raise Fault("Blocked", "Blocked through rfkill")
        self.power(bool(value))

    def power(self, value):
        if not value:
            self.stuck = False
            for device in self.devices():
                device.drop()
            self.change(Discovering=dbus.Boolean(False))
        self.change(Powered=dbus.Boolean(value))

    def devices(self):
        return [o for o in list(self.world.objects.values()) if isinstance(o, Device) and o.path.startswith(self.path + "/")]

    @dbus.service.method(ADAPTER, in_signature="a{sv}")
    def SetDiscoveryFilter(self, wanted):
        self.filter = wanted

    @dbus.service.method(ADAPTER, sender_keyword="sender")
    def StartDiscovery(self, sender=None):
        say("StartDiscovery", self.name)
        self.world.client = sender
        if not self.values["Powered"]:
            raise Fault("NotReady", "Resource Not Ready")
        if self.stuck or self.deaf or self.values["Discovering"]:
            raise Fault("InProgress", "Operation already in progress")
        self.change(Discovering=dbus.Boolean(True))
        GLib.timeout_add(20, self.hear)

    @dbus.service.method(ADAPTER)
    def StopDiscovery(self):
        say("StopDiscovery", self.name)
        if not self.values["Discovering"]:
            raise Fault("Failed", "No discovery started")
        self.change(Discovering=dbus.Boolean(False))

    @dbus.service.method(ADAPTER, in_signature="o")
    def RemoveDevice(self, path):
        say("RemoveDevice", path.split("/")[-1])
        device = self.world.objects.get(path)
        if not device:
            raise Fault("DoesNotExist")
        device.sensor["stale"] = False
        device.drop()
        device.remove()

    def hear(self):
        if self.path not in self.world.objects or not self.values["Discovering"]:
            return False
        for sensor in self.world.sensors.values():
            signal = sensor["rssi"].get(self.name)
            if signal is None or not sensor["on"] or sensor["linked"]:
                continue
            path = f"{self.path}/dev_{sensor['address'].replace(':', '_')}"
            device = self.world.objects.get(path) or Device(self.world, path, sensor)
            device.change(RSSI=dbus.Int16(signal))
        return True

    def remove(self):
        for device in self.devices():
            device.drop()
            device.remove()
        super().remove()


class Device(Exported):
    def __init__(self, world, path, sensor):
        self.sensor, self.parts = sensor, []
        super().__init__(world, path, DEVICE, {
            "Address": sensor["address"], "AddressType": sensor.get("type", "public"), "Alias": sensor["name"], "Name": sensor["name"],
            "UUIDs": dbus.Array([uuid(s) for s in sensor["advertised"]], signature="s"), "Connected": dbus.Boolean(False),
            "ServicesResolved": dbus.Boolean(False), "Paired": dbus.Boolean(False)})

    def interfaces(self):
        found = super().interfaces()
        if self.values["Connected"] and "battery" in self.sensor:
            found[BATTERY] = dbus.Dictionary({"Percentage": dbus.Byte(self.sensor["battery"])}, signature="sv")
        return found

    @dbus.service.method(DEVICE, async_callbacks=("ok", "fail"))
    def Connect(self, ok, fail):
        adapter = self.world.objects[self.path.rsplit("/", 1)[0]]
        say("Connect", self.path.split("/")[-1], adapter.name, "discovering" if adapter.values["Discovering"] else "quiet")
        how = self.sensor.get("connect", "ok")
        if how == "hang":
            return
        if how != "ok":
            return fail(Fault(*how.split(":", 1)))
        self.sensor["linked"] = True
        self.change(Connected=dbus.Boolean(True))
        if "battery" in self.sensor:
            self.world.root.InterfacesAdded(self.path, {BATTERY: self.interfaces()[BATTERY]})
        ok()
        late = self.sensor.get("late", 0)
        if late:
            self.change(ServicesResolved=dbus.Boolean(True))
            GLib.timeout_add(late, self.resolve)
        else:
            GLib.timeout_add(10, self.resolve)

    def resolve(self):
        if not self.values["Connected"]:
            return False
        number = 0x0E
        for service, characteristics in sorted(self.sensor["services"].items()):
            if self.sensor.get("stale") and service != "180a":
                continue
            path = f"{self.path}/service{number:04x}"
            self.parts.append(Exported(self.world, path, SERVICE, {"UUID": uuid(service), "Primary": True}))
            for number, (short, about) in enumerate(sorted(characteristics.items()), number + 1):
                self.parts.append(Characteristic(self.world, f"{path}/char{number:04x}", self, short, about))
            number += 1
        self.change(ServicesResolved=dbus.Boolean(True))
        return False

    @dbus.service.method(DEVICE)
    def Disconnect(self):
        say("Disconnect", self.path.split("/")[-1])
        self.drop()

    def drop(self):
        if self.values["Connected"]:
            self.sensor["linked"] = False
            self.change(Connected=dbus.Boolean(False), ServicesResolved=dbus.Boolean(False))
            for part in reversed(self.parts):
                part.remove()
            self.parts = []


class Characteristic(Exported):
    def __init__(self, world, path, device, short, about):
        self.device, self.short, self.about, self.sent, self.timer = device, short, about, 0, None
        super().__init__(world, path, CHARACTERISTIC, {
            "UUID": uuid(short), "Service": dbus.ObjectPath(path.rsplit("/", 1)[0]), "Notifying": dbus.Boolean(False),
            "Flags": dbus.Array(about["flags"], signature="s"), "MTU": dbus.UInt16(247)})

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        say("StartNotify", self.short)
        refusals = self.device.sensor.setdefault("refusals", [])
        if refusals:
            raise Fault(*refusals.pop(0).split(":", 1))
        if self.device.sensor.pop("forgets", False):
            return
        self.change(Notifying=dbus.Boolean(True))
        if "value" in self.about and self.timer is None:
            self.timer = GLib.timeout_add(self.about.get("every", 20), self.notify)

    def notify(self):
        if self.path not in self.world.objects or not self.device.values["Connected"]:
            return False
        if self.device.sensor.get("silent"):
            return True
        self.send(bytes.fromhex(self.about["value"]))
        self.sent += 1
        if self.sent == self.device.sensor.get("hangs up after"):
            self.device.drop()
            return False
        return True

    def send(self, value):
        self.change(Value=dbus.Array(value, signature="y"))

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        say("ReadValue", self.short)
        if "read" not in self.about["flags"]:
            raise Fault("NotPermitted", "Read not permitted")
        return dbus.Array(bytes.fromhex(self.about["value"]), signature="y")

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        say("WriteValue", self.short, bytes(value).hex(), str(options.get("type", "")))
        if "answer" not in self.about:
            raise Fault("Failed", "Operation failed with ATT error: 0xfd")
        GLib.timeout_add(20, lambda: self.send(bytes.fromhex(self.about["answer"])))


class World:
    def __init__(self, address):
        self.bus = dbus.bus.BusConnection(address)
        self.other = dbus.bus.BusConnection(address)
        self.objects, self.sensors, self.client = {}, {}, None
        self.root = Root(self)


class Script:
    """What a line may ask for: `{"do": NAME, ...}` calls the method of that name with the rest."""

    def __init__(self, world):
        self.world = world

    def begin(self):
        self.world.bus.request_name(BLUEZ)

    def leave(self):
        """bluetoothd ends: its links and objects end with it."""
        self.world.bus.release_name(BLUEZ)
        for device in [o for o in list(self.world.objects.values()) if isinstance(o, Device)]:
            device.drop()
            device.remove()
        for adapter in [o for o in self.world.objects.values() if isinstance(o, Adapter)]:
            adapter.values["Discovering"] = dbus.Boolean(False)
            adapter.deaf = False

    def adapter(self, name, **about):
        Adapter(self.world, name, **about)

    def unplug(self, name):
        self.world.objects[f"/org/bluez/{name}"].remove()

    def power(self, name, value):
        self.world.objects[f"/org/bluez/{name}"].power(value)

    def set_adapter(self, name, **about):
        self.world.objects[f"/org/bluez/{name}"].__dict__.update(about)

    def sensor(self, address, **about):
        about = {"name": "Strap", "on": True, "linked": False, "rssi": {"hci0": -60}, "address": address} | about
        about.setdefault("advertised", [s for s in sorted(about["services"]) if s != "180a"])
        self.world.sensors[address] = about

    def set_sensor(self, address, **about):
        self.world.sensors[address].update(about)

    def device(self, address):
        return next(o for o in self.world.objects.values() if isinstance(o, Device) and o.values["Address"] == address)

    def drop(self, address):
        """The link is lost."""
        self.device(address).drop()

    def battery(self, address, percent):
        device = self.device(address)
        device.sensor["battery"] = percent
        device.PropertiesChanged(BATTERY, dbus.Dictionary({"Percentage": dbus.Byte(percent)}, signature="sv"), dbus.Array([], signature="s"))

    def hostile(self, address):
        """Signals of wrong types, of absurd sizes, of unknown things, and in another's name."""
        device = self.device(address)
        measured = next(p for p in device.parts if isinstance(p, Characteristic) and "notify" in p.about["flags"])
        none = dbus.Array([], signature="s")

        def changed(source, interface, values):
            source.PropertiesChanged(interface, dbus.Dictionary(values, signature="sv"), none)

        changed(device, DEVICE, {"RSSI": "loud", "UUIDs": dbus.Array([1, 2], signature="i"), "Name": dbus.Array([], signature="y"),
                                 "AddressType": dbus.UInt64(2**64 - 1), "Alias": "\N{SNOWMAN}" * 5000})
        changed(device, "org.example.Unknown", {"Anything": dbus.Double(1)})
        changed(measured, CHARACTERISTIC, {"Value": "text"})
        changed(measured, CHARACTERISTIC, {"Value": dbus.Array([dbus.Int32(1)], signature="i"), "Flags": 7, "Notifying": "yes"})
        changed(measured, CHARACTERISTIC, {"Value": dbus.Array(b"\xee" * 200_000, signature="y")})
        deep = dbus.Array([], signature="v")
        for _ in range(25):
            deep = dbus.Array([deep], signature="v")
        changed(measured, CHARACTERISTIC, {"Value": deep})
        self.world.root.InterfacesAdded("/org/bluez", {DEVICE: dbus.Dictionary({}, signature="sv")})
        self.world.root.InterfacesAdded("/", {CHARACTERISTIC: dbus.Dictionary({"UUID": uuid("2a37")}, signature="sv")})
        self.world.root.InterfacesRemoved("/nothing/here", dbus.Array([CHARACTERISTIC, "x"], signature="s"))
        # The right names with the wrong arguments, from the service itself and, addressed to us, from a stranger.
        for connection, signature, arguments in [
            (self.world.bus, "u", [7]), (self.world.bus, "s", [CHARACTERISTIC]),
            (self.world.other, "sa{sv}as", [CHARACTERISTIC, {"Value": dbus.Array(b"\x00\xff", signature="y", variant_level=1)}, none]),
        ]:
            message = dbus.lowlevel.SignalMessage(measured.path, PROPERTIES, "PropertiesChanged")
            message.append(signature=signature, *arguments)
            message.set_destination(self.world.client)
            connection.send_message(message)
            connection.flush()


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    script = Script(World(sys.argv[1]))
    loop = GLib.MainLoop()
    buffer = b""

    def read(source, condition):
        nonlocal buffer
        chunk = sys.stdin.buffer.raw.read(65536)
        if not chunk:
            loop.quit()
            return False
        buffer += chunk
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            about = json.loads(line)
            getattr(script, about.pop("do"))(**about)
            say("done")
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
    say("ready")
    loop.run()


if __name__ == "__main__":
    main()
