"""What sensors and receivers send, written from the specifications: the bytes of the nasty cases."""
import struct


# Bluetooth: characteristic values, little-endian throughout.

def heart_rate(beats_per_minute, rr=None):
    """2A37; `rr` in 1/1024 s, an empty list sets the flag and sends none."""
    flags = 0 if rr is None else 0x10
    return struct.pack(f"<BB{len(rr or [])}H", flags, beats_per_minute, *(rr or []))


def no_contact():
    """2A37 of a strap that lost the skin for a moment: contact supported, not there, rate 0."""
    return bytes([0x04, 0])


def power(watts, wheel=None, crank=None):
    """2A63; `wheel` (revolutions, 1/2048 s), `crank` (revolutions, 1/1024 s)."""
    flags = (0x10 if wheel else 0) | (0x20 if crank else 0)
    value = struct.pack("<Hh", flags, watts)
    if wheel:
        value += struct.pack("<IH", wheel[0], wheel[1] & 0xFFFF)
    if crank:
        value += struct.pack("<HH", crank[0] & 0xFFFF, crank[1] & 0xFFFF)
    return value


def speed_cadence(wheel=None, crank=None):
    """2A5B; both times in 1/1024 s."""
    value = bytes([(1 if wheel else 0) | (2 if crank else 0)])
    if wheel:
        value += struct.pack("<IH", wheel[0], wheel[1] & 0xFFFF)
    if crank:
        value += struct.pack("<HH", crank[0] & 0xFFFF, crank[1] & 0xFFFF)
    return value


def running(metres_per_second, cadence, total_decimetres=None):
    """2A53."""
    value = struct.pack("<BHB", 4 | (2 if total_decimetres is not None else 0), round(metres_per_second * 256), cadence)
    return value if total_decimetres is None else value + struct.pack("<I", total_decimetres)


def bike(speed=None, average_speed=None, cadence=None, average_cadence=None, metres=None, watts=None, average_watts=None):
    """2AD2: km/h, rpm, W; without `speed` it is a part that others follow."""
    flags, value = (0 if speed is not None else 1), b""
    fields = [(1, average_speed, "<H", 100), (2, cadence, "<H", 2), (3, average_cadence, "<H", 2), (4, metres, "u24", 1),
              (6, watts, "<h", 1), (7, average_watts, "<h", 1)]
    if speed is not None:
        value += struct.pack("<H", round(speed * 100))
    for bit, number, form, scale in fields:
        if number is None:
            continue
        flags |= 1 << bit
        value += struct.pack("<I", number)[:3] if form == "u24" else struct.pack(form, round(number * scale))
    return struct.pack("<H", flags) + value


# ANT: the stick's serial messages, one page each, with the sensor's channel id behind it.

def ant(device_type, number, page):
    """4E, extended by the channel id; checksum is the exclusive or of all before it."""
    payload = bytes([0]) + bytes(page) + bytes([0x80]) + struct.pack("<HBB", number, device_type, 5)
    message = bytes([0xA4, len(payload), 0x4E]) + payload
    checksum = 0
    for byte in message:
        checksum ^= byte
    return message + bytes([checksum])


def ant_beat(time, count, rate, number=0, toggle=False, previous=None):
    """A strap's page 0, or page 4 with the time of the beat before; times in 1/1024 s."""
    first = (0x80 if toggle else 0) | (0 if previous is None else 4)
    middle = b"\xff\xff\xff" if previous is None else b"\xff" + struct.pack("<H", previous & 0xFFFF)
    return ant(120, number, bytes([first]) + middle + struct.pack("<HBB", time & 0xFFFF, count & 0xFF, rate))


def ant_power(events, total, watts, cadence=0xFF, number=0):
    """A meter's page 16: events, watts added up, watts now."""
    return ant(11, number, struct.pack("<BBBBHH", 0x10, events & 0xFF, 0xFF, cadence, total & 0xFFFF, watts))


def ant_crank_torque(events, period, torque, number=0):
    """A meter's page 18: period in 1/2048 s, torque in 1/32 Nm, both added up."""
    return ant(11, number, struct.pack("<BBBBHH", 0x12, events & 0xFF, events & 0xFF, 0xFF, period & 0xFFFF, torque & 0xFFFF))


def ant_machine(quarters, metres, millimetres_per_second, number=0):
    """A trainer's page 16, in use, its distance enabled."""
    return ant(17, number, struct.pack("<BBBBHBB", 16, 25, quarters & 0xFF, metres & 0xFF, millimetres_per_second, 0xFF, 0x34))


def ant_foot_pod(seconds, metres, metres_per_second, strides, number=0):
    """A foot pod's page 1: time in 1/200 s within 256 s, distance in 1/16 m within 256 m, speed in 1/256 m/s."""
    fraction, whole = int(seconds * 200) % 200, int(seconds) % 256
    speed = round(metres_per_second * 256)
    sixteenths = round(metres * 16) % 4096
    return ant(124, number, [1, fraction, whole, sixteenths >> 4, (sixteenths & 15) << 4 | speed >> 8, speed & 0xFF,
                             strides & 0xFF, 0])


# Receivers: sentences.

METRES_PER_DEGREE = 111195.0797  # of latitude, on the sphere of 6 371 008.8 m that distances are computed on


def sentence(body, lower=False):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    digits = f"{checksum:02x}" if lower else f"{checksum:02X}"
    return f"${body}*{digits}\r\n"


def angle(degrees, width, hemispheres):
    minutes = abs(degrees) * 60
    return f"{int(minutes // 60):0{width}d}{minutes % 60:010.7f},{hemispheres[degrees < 0]}"


def place(latitude, longitude):
    return f"{angle(latitude, 2, 'NS')},{angle(longitude, 3, 'EW')}"


def rmc(time, date, latitude, longitude, metres_per_second, status="A", lower=False):
    """`time` hhmmss.ss, `date` ddmmyy."""
    knots = metres_per_second * 3600 / 1852
    body = f"GPRMC,{time},{status},{place(latitude, longitude)},{knots:.6f},0.0,{date},,,{'A' if status == 'A' else 'N'}"
    return sentence(body, lower)


def gga(time, latitude, longitude, altitude, separation, quality=1):
    return sentence(f"GPGGA,{time},{place(latitude, longitude)},{quality},09,0.9,{altitude},M,{separation},M,,")
