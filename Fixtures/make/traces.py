#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Read and rewrite radio traces, with nothing but the Python library.

    traces.py count ble.btsnoop [FROM TO]        notifications per device and characteristic (FROM, TO: epoch seconds)
    traces.py hci ble.btsnoop hci.btsnoop        btmon's monitor form (datalink 2001) -> H4 (datalink 1002), as a phone writes it
    traces.py trim ant-raw.pcap ant.pcap         leave out the bulk submissions that carry no data
    traces.py ant ant.pcap [FROM TO]             broadcast messages per channel and device
"""
import json, struct, sys

EPOCH = 0x00DCDDB30F2F8000                                          # btsnoop's microseconds at 1970
MONITOR = {2: (1, 2), 3: (4, 3), 4: (2, 0), 5: (2, 1), 6: (3, 0), 7: (3, 1), 18: (5, 0), 19: (5, 1)}  # opcode -> H4 type, flags


def btsnoop(path):
    """(datalink, [(microseconds since 1970, flags, original length, bytes)])"""
    b = open(path, "rb").read(); assert b[:8] == b"btsnoop\0"
    version, link = struct.unpack(">II", b[8:16]); i, out = 16, []
    while i + 24 <= len(b):
        orig, inc, flags, drops, ts = struct.unpack(">IIIIQ", b[i:i + 24]); i += 24
        out.append((ts - EPOCH, flags, orig, b[i:i + inc])); i += inc
    assert i == len(b), "torn tail"
    return link, out


def packets(path):
    """(microseconds, H4 type, sent by the host?, bytes) whatever the datalink."""
    link, records = btsnoop(path)
    for us, flags, _, data in records:
        if link == 2001:
            if flags & 0xFFFF in MONITOR: t, d = MONITOR[flags & 0xFFFF]; yield us, t, not d & 1, data
        else: yield us, data[0], not flags & 1, data[1:]


def address(b): return ":".join(f"{x:02X}" for x in b[::-1])


def att(path):
    """(microseconds, address, sent by the host?, ATT bytes), connections and fragments resolved; ("link", …) rows too."""
    peers, parts = {}, {}
    for us, t, out, d in packets(path):
        if t == 4 and d[0] == 0x3E and d[2] in (0x01, 0x0A) and d[3] == 0:
            h = struct.unpack_from("<H", d, 4)[0] & 0xFFF; peers[h] = address(d[8:14]); yield us, "connected", peers[h], h
        elif t == 4 and d[0] == 0x05 and d[2] == 0:
            h = struct.unpack_from("<H", d, 3)[0] & 0xFFF; yield us, "disconnected", peers.get(h), d[5]
        elif t == 2:
            h, n = struct.unpack_from("<HH", d); key = (h & 0xFFF, out)
            if h >> 12 & 3 == 1: parts[key] = parts.get(key, b"") + d[4:]
            else: parts[key] = d[4:]
            p = parts[key]
            if len(p) >= 4 and len(p) >= 4 + struct.unpack_from("<H", p)[0]:
                if struct.unpack_from("<H", p, 2)[0] == 4: yield us, "att", peers.get(h & 0xFFF), (out, p[4:4 + struct.unpack_from("<H", p)[0]])
                parts[key] = b""


def notifications(path):
    """[(seconds, address, uuid, value)]; handles come from the discovery in the same file and stay with the address."""
    names, rows, asked = {}, [], {}
    for us, what, peer, x in att(path):
        if what != "att": continue
        out, b = x
        if b[0] == 0x08: asked[peer] = b[5:]                          # read by type: of which type
        elif b[0] == 0x09 and asked.get(peer) == b"\x03\x28":
            for i in range(2, len(b) - b[1] + 1, b[1]):
                handle, uuid = struct.unpack_from("<H", b, i + 3)[0], b[i + 5:i + b[1]]
                names[peer, handle] = f"{struct.unpack('<H', uuid)[0]:04x}" if len(uuid) == 2 else uuid[::-1].hex()
        elif b[0] == 0x1B: rows.append((us / 1e6, peer, names.get((peer, struct.unpack_from("<H", b, 1)[0])), b[3:]))
    return rows


def to_hci(src, dst):
    link, records = btsnoop(src); assert link == 2001
    with open(dst, "wb") as f:
        f.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for us, flags, orig, data in records:
            if flags & 0xFFFF not in MONITOR: continue                # notes, log lines and management traffic have no place in it
            t, fl = MONITOR[flags & 0xFFFF]
            f.write(struct.pack(">IIIIQ", orig + 1, len(data) + 1, fl, 0, us + EPOCH) + bytes([t]) + data)


def pcap(path):
    b = open(path, "rb").read(); magic = struct.unpack("<I", b[:4])[0]; assert magic in (0xA1B2C3D4, 0xA1B23C4D)
    link = struct.unpack("<I", b[20:24])[0] & 0xFFFF; i, out = 24, []
    while i + 16 <= len(b):
        n = struct.unpack_from("<I", b, i + 8)[0]; out.append(b[i:i + 16 + n]); i += 16 + n
    assert i == len(b), "torn tail"
    return b[:24], link, out


def usb(record):
    """(seconds, type, transfer, endpoint, status, payload) of a usbmon record with the 64-byte header."""
    p = record[16:]; kind, xfer, ep = chr(p[8]), p[9], p[10]
    sec, usec, status, length, cap = struct.unpack_from("<qiiII", p, 16)
    return sec + usec / 1e6, kind, xfer, ep, status, p[64:64 + cap]


def trim(src, dst):
    head, link, records = pcap(src); assert link == 220; gone = 0
    with open(dst, "wb") as f:
        f.write(head)
        for r in records:
            _, kind, xfer, _, _, data = usb(r)
            if kind == "S" and xfer == 3 and not data: gone += 1      # "waiting for input": says nothing
            else: f.write(r)
    return len(records), gone


def ant(path):
    """[(seconds, message id, body)] from the stick, and the same to the stick."""
    rows, sent, buf = [], [], b""
    for r in pcap(path)[2]:
        t, kind, xfer, ep, status, data = usb(r)
        if xfer != 3 or not data: continue
        if kind == "S" and ep == 0x01: sent.append((t, data)); continue
        if kind != "C" or ep != 0x81: continue
        buf += data
        while True:
            i = buf.find(b"\xa4")
            if i < 0 or len(buf) - i < 2 or len(buf) - i < buf[i + 1] + 4: break
            f = buf[i:i + buf[i + 1] + 4]; x = 0
            for c in f: x ^= c
            if x: buf = buf[i + 1:]; continue
            rows.append((t, f[2], f[3:-1])); buf = buf[i + len(f):]
    return rows, sent


def broadcasts(path):
    """[(seconds, device number, device type, eight bytes)]"""
    return [(t, *struct.unpack_from("<HB", b, 10), b[1:9]) for t, m, b in ant(path)[0] if m == 0x4E and len(b) >= 14 and b[9] & 0x80]


def main():
    verb, path, *rest = sys.argv[1:]
    if verb == "hci": to_hci(path, rest[0])
    elif verb == "trim": print("%d records, %d left out" % trim(path, rest[0]))
    else:
        lo, hi = (float(rest[0]), float(rest[1])) if len(rest) > 1 else (0, 1e18); n = {}
        for t, a, b, v in notifications(path) if verb == "count" else broadcasts(path):
            if lo <= t < hi: n[f"{a} {b}"] = n.get(f"{a} {b}", 0) + 1
        print(json.dumps(n, indent=1))


if __name__ == "__main__": main()
