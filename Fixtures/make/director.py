# SPDX-License-Identifier: GPL-2.0-or-later
"""Record one ride: connect to the sensors through BlueZ, subscribe, and steer the sensors second by second.

Usage (in the virtual machine, as root): director.py RIDE OUTDIR
Writes OUTDIR/director.jsonl: one line a thing done, with its wall clock. It is the truth the expected values are made of.
The sensors' control sockets (one line a command, one line a reply) are named by BLE_CONTROL and ANT_CONTROL.
"""
import asyncio, json, os, sys, time
from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from schedule import plan

HCI = "/org/bluez/hci0"
NAME, OUT = sys.argv[1], sys.argv[2]
P = plan(NAME)
log_file = open(os.path.join(OUT, "director.jsonl"), "a", buffering=1)
def log(what, **k): log_file.write(json.dumps({"t": round(time.time(), 6), "what": what, **k}) + "\n")

bus = None; connected = {}; count = {}
async def call(path, iface, member, sig="", *body, timeout=30):
    r = await asyncio.wait_for(bus.call(Message("org.bluez", path, iface, member, signature=sig, body=list(body))), timeout)
    if r.message_type == MessageType.ERROR: raise RuntimeError(f"{member}: {r.error_name} {r.body}")
    return r.body
async def objects(): return (await call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))[0]

class Control:
    """A sensor emulator's control socket, kept open; a second of commands goes out together."""
    def __init__(self, path): self.path, self.r = path, None
    async def send(self, *lines):
        if not self.r: self.r, self.w = await asyncio.open_unix_connection(self.path)
        self.w.write("".join(l + "\n" for l in lines).encode()); await self.w.drain()
        return [(await asyncio.wait_for(self.r.readline(), 15)).decode().strip() for _ in lines]
ble = Control(os.environ.get("BLE_CONTROL", "/run/ble-sensors.sock"))
ANT = os.environ.get("ANT_CONTROL", "/run/ant-stick.sock")
ant = Control(ANT) if os.path.exists(ANT) else None

def on_message(m):
    if m.message_type != MessageType.SIGNAL or m.member != "PropertiesChanged": return
    iface, ch = m.body[0], m.body[1]
    if iface == "org.bluez.GattCharacteristic1" and "Value" in ch: count[m.path] = count.get(m.path, 0) + 1
    if iface == "org.bluez.Device1" and "Connected" in ch:
        connected[m.path] = ch["Connected"].value; log("link", device=m.path[-17:], connected=ch["Connected"].value)

async def find(name, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        for p, i in (await objects()).items():
            d = i.get("org.bluez.Device1")
            if d and "Name" in d and d["Name"].value == name: return p
        await asyncio.sleep(0.3)
    raise RuntimeError(f"{name} not seen")

discovering = False
async def discover(on):
    global discovering
    if on != discovering:
        await call(HCI, "org.bluez.Adapter1", "StartDiscovery" if on else "StopDiscovery"); discovering = on

busy = asyncio.Lock()
async def join(name, read=True, wait=0):
    """Scan until the sensor is seen, connect, read what it says of itself, subscribe; try again until it works."""
    await asyncio.sleep(wait)
    async with busy:
        for n in range(40):
            try:
                try: dev = await find(name, 0.1)
                except RuntimeError:
                    await discover(True); dev = await find(name)
                await discover(False)
                log("connect", name=name, attempt=n)
                await call(dev, "org.bluez.Device1", "Connect")
                for _ in range(150):
                    objs = await objects()
                    if objs[dev]["org.bluez.Device1"]["ServicesResolved"].value: break
                    await asyncio.sleep(0.2)
                else: raise RuntimeError("services not resolved")
                chars = {i["org.bluez.GattCharacteristic1"]["UUID"].value[4:8]: p for p, i in objs.items() if p.startswith(dev + "/") and "org.bluez.GattCharacteristic1" in i}
                if read:
                    for u in ("2a29", "2a24", "2a25", "2a26", "2a38", "2a65", "2a5d"):
                        if u in chars:
                            v = await call(chars[u], "org.bluez.GattCharacteristic1", "ReadValue", "a{sv}", {}); log("read", name=name, uuid=u, value=bytes(v[0]).hex())
                for u in ("2a37", "2a63"):
                    if u in chars: await call(chars[u], "org.bluez.GattCharacteristic1", "StartNotify"); log("subscribed", name=name, uuid=u)
                return dev
            except (RuntimeError, asyncio.TimeoutError, KeyError) as e:
                log("retry", name=name, error=str(e)); await asyncio.sleep(0.5)
        raise SystemExit(f"{name}: no connection")

async def main():
    global bus
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect(); bus.add_message_handler(on_message)
    await bus.call(Message("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", signature="s", body=["type='signal',sender='org.bluez'"]))
    await call(HCI, "org.freedesktop.DBus.Properties", "Set", "ssv", "org.bluez.Adapter1", "Powered", Variant("b", True))
    await call(HCI, "org.bluez.Adapter1", "SetDiscoveryFilter", "a{sv}", {"Transport": Variant("s", "le"), "UUIDs": Variant("as", ["0000180d-0000-1000-8000-00805f9b34fb", "00001818-0000-1000-8000-00805f9b34fb"])})
    first = P.rows[0]
    late = {l.split()[1] for s, l in P.sensors if l.startswith("on ") and not any(x == "off " + l[3:] and y < s for y, x in P.sensors)}
    for d in late: await ble.send("off " + d)
    await ble.send(f"hr Strap {first['hr']}")
    await discover(True)
    for d in P.devices:
        if d not in late: await join(d)
    await asyncio.sleep(1.5)
    t0, m0 = time.time(), time.monotonic()
    log("begin", ride=NAME, seconds=P.seconds, t0=t0)
    last, tasks = {}, []
    sensors, commands = list(P.sensors), list(P.commands)
    for s in range(P.seconds + 1):
        await asyncio.sleep(max(0, m0 + s - time.monotonic()))
        while commands and commands[0][0] <= s:
            _, c, sport = commands.pop(0); log("command", s=s, command=c, **({"sport": sport} if sport else {}))
        if s == P.seconds: break
        while sensors and sensors[0][0] <= s:
            _, line = sensors.pop(0); verb, who, *_ = line.split()
            log("sensor", s=s, line=line, reply=(await ble.send(line))[0])
            if verb == "drop": tasks.append(asyncio.create_task(join(who, False, 7)))
            if verb == "on": tasks.append(asyncio.create_task(join(who, True, 1)))
        r = P.rows[s]; lines, alines = [], []
        for key in ("hr", "power", "cadence"):
            if r[key] is not None and last.get(key) != r[key]:
                last[key] = r[key]; lines.append(f"{key} {'Strap' if key == 'hr' else 'Meter'} {r[key]}"); alines.append(f"{key} {r[key]}")
        if lines:
            log("set", s=s, hr=r["hr"], power=r["power"], cadence=r["cadence"])
            if "Meter" not in P.devices: lines = [l for l in lines if l.startswith("hr")]
            bad = [x for x in await ble.send(*lines) if x != "ok"]
            if ant: bad += [x for x in await ant.send(*alines) if x != "ok"]
            if bad: log("refused", replies=bad)
        if s % 60 == 0: log("alive", s=s, counts={k[-40:]: v for k, v in count.items()}); print(NAME, s, round(time.time() - t0 - s, 3), sum(count.values()), flush=True)
    await asyncio.sleep(2.2)
    log("end", counts={k: v for k, v in count.items()})
    for t in tasks:
        if not t.done(): t.cancel()
asyncio.run(main())
