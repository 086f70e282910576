# SPDX-License-Identifier: GPL-2.0-or-later
"""Open the ANT stick through libusb, open a heart rate and a power channel, and read until told to stop (SIGTERM).

Usage: ant_reader.py    The channel periods are twice the profiles' (16140, 16364), which halves the messages.
"""
import os, signal, sys, time, usb.core, usb.util
from usb.backend import libusb1
stop = []
signal.signal(signal.SIGTERM, lambda *a: stop.append(1))
def say(*a): print(f"{time.time():.3f}", *a, flush=True)
def frame(mid, *b):
    f = [0xA4, len(b), mid, *b]; x = 0
    for c in f: x ^= c
    return bytes(f + [x])
buf = b""
def read(dev, ms=1000):
    global buf
    while True:
        i = buf.find(b"\xa4")
        if i >= 0 and len(buf) - i >= 4 and len(buf) - i >= buf[i + 1] + 4:
            f = buf[i:i + buf[i + 1] + 4]; buf = buf[i + len(f):]; return f[2], f[3:-1]
        buf += bytes(dev.read(0x81, 64, ms))
def ask(dev, f, want, test=lambda b: True):
    dev.write(0x01, f, 2000)
    for _ in range(60):
        m, b = read(dev, 3000)
        if m == want and test(b): return b
    raise SystemExit(f"no {want:02x} for {f.hex()}")
dev = usb.core.find(idVendor=0x0FCF, backend=libusb1.get_backend())
for _ in range(20):
    if dev.is_kernel_driver_active(0): say("detaching the kernel driver"); dev.detach_kernel_driver(0); break
    time.sleep(0.1)
dev.set_configuration()
say("startup", ask(dev, frame(0x4A, 0), 0x6F).hex())
for m in (0x54, 0x61, 0x3E): say("request %02x" % m, ask(dev, frame(0x4D, 0, m), m).hex())
def cmd(*f): b = ask(dev, frame(*f), 0x40, lambda b: b[1] == f[0]); assert b[2] == 0, b
cmd(0x46, 0, 0xB9, 0xA5, 0x21, 0xFB, 0xBD, 0x72, 0xC3, 0x45); cmd(0x6E, 0, 0x80)
for ch, ty, per in ((0, 120, 16140), (1, 11, 16364)):
    cmd(0x42, ch, 0, 0); cmd(0x51, ch, 0, 0, ty, 0); cmd(0x45, ch, 57); cmd(0x43, ch, per & 255, per >> 8); cmd(0x44, ch, 12); cmd(0x4B, ch)
say("channels open"); open("/run/ant-ready", "w").close()
n = {}
while not stop:
    try: m, b = read(dev, 600)
    except usb.core.USBTimeoutError: continue
    k = (m, b[0]) if m == 0x4E else (m, bytes(b)); n[k] = n.get(k, 0) + 1
say("counts", n)
for ch in (0, 1):
    try: cmd(0x4C, ch)
    except Exception as e: say("close", ch, repr(e))
say("done")
