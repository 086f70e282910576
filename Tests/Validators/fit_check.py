#!/usr/bin/env python3
"""Reads a FIT file with garmin-fit-sdk, fitdecode and fitparse, checksums on, and prints what each found as one JSON object.

    fit_check.py FILE

Output: {"sdk": READING, "fitdecode": READING, "fitparse": READING}; a READING holds lists of messages by name (file_id,
file_creator, device_info, event, record, hrv, lap, session, activity, time_in_zone, developer_data_id, field_description), each an
object of the fields that have a value, with times as whole seconds since 1989-12-31T00:00:00Z, and `order`: the names of all
messages as they stand in the file, runs of one name told once. Exit status 1 and a sentence when a reader refuses the file.
"""
import datetime
import json
import math
import sys

import fitdecode
import fitparse
from garmin_fit_sdk import Decoder, Profile, Stream

EPOCH = datetime.datetime(1989, 12, 31, tzinfo=datetime.timezone.utc)
# fitparse's profile is older than time_in_zone.
TIME_IN_ZONE = 216
TIME_IN_ZONE_FIELDS = {
    0: "reference_mesg", 1: "reference_index", 2: "time_in_hr_zone", 5: "time_in_power_zone", 6: "hr_zone_high_boundary",
    9: "power_zone_high_boundary", 10: "hr_calc_type", 11: "max_heart_rate", 12: "resting_heart_rate",
    13: "threshold_heart_rate", 14: "pwr_calc_type", 15: "functional_threshold_power",
}
# Also younger than fitparse's profile: field 32 of device_info.
DEVICE_INFO = 23
BATTERY_LEVEL = 32
# Names that two of the readers give a field by what else stands in the message.
PARENTS = {
    "avg_running_cadence": "avg_cadence", "max_running_cadence": "max_cadence", "total_strides": "total_cycles",
    "timer_trigger": "data", "garmin_product": "product", "antplus_device_type": "device_type", "ant_device_type": "device_type",
    "ble_device_type": "device_type", "local_device_type": "device_type",
}


def plain(value):
    """A value as JSON can hold it: times as seconds since FIT's epoch."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
        return int((value - EPOCH).total_seconds())
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number")
    return value


def is_empty(value):
    return value is None or isinstance(value, (list, tuple)) and all(one is None for one in value)


class Reading:
    """Messages by name, in the order of the file."""

    def __init__(self):
        self.messages = {"order": []}

    def add(self, name, fields):
        fields = {key: plain(value) for key, value in fields.items() if not is_empty(value)}
        self.messages.setdefault(name, []).append(fields)
        if self.messages["order"][-1:] != [name]:
            self.messages["order"].append(name)


def read_sdk(path):
    decoder = Decoder(Stream.from_file(path))
    if not decoder.is_fit():
        raise ValueError("no FIT file")
    if not decoder.check_integrity():
        raise ValueError("integrity check failed")
    reading = Reading()
    developer_names = {}

    def listen(number, message):
        known = Profile["messages"].get(number)
        name = known["name"] if known else f"unknown_{number}"
        fields = {str(key): value for key, value in message.items() if key not in ("developer_fields", "key")}
        for key, value in message.get("developer_fields", {}).items():
            fields[developer_names.get(key, f"developer_{key}")] = value
        if name == "field_description":
            given = message["field_name"]
            developer_names[message["key"]] = given[0] if isinstance(given, list) else given
        reading.add(name, fields)

    # A new decoder, since the check leaves the old one at the end.
    _, errors = Decoder(Stream.from_file(path)).read(
        mesg_listener=listen, convert_types_to_strings=False, convert_datetimes_to_dates=False, expand_sub_fields=False,
        merge_heart_rates=False)
    if errors:
        raise ValueError(f"{errors}")
    return reading.messages


def read_fields(reading, number, name, fields):
    """Adds a message of fitdecode or fitparse: numbers for what they have names for."""
    found = {}
    for field in fields:
        value = field.value
        if isinstance(value, str) and isinstance(field.raw_value, int):
            value = field.raw_value
        key = field.name
        if number == TIME_IN_ZONE:
            key = TIME_IN_ZONE_FIELDS.get(field.def_num, key)
            if field.name.startswith("unknown") and field.def_num in (2, 5):
                value = [one if one is None else one / 1000 for one in value]
        if number == DEVICE_INFO and field.def_num == BATTERY_LEVEL:
            key = "battery_level"
        key = PARENTS.get(key, key)
        # A 16-bit field that cannot hold the value is expanded to the name of its 32-bit twin as well.
        if value is not None or key not in found:
            found[key] = value
    reading.add("time_in_zone" if number == TIME_IN_ZONE else name, found)


def read_fitdecode(path):
    reading = Reading()
    with fitdecode.FitReader(
        path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE
    ) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                read_fields(reading, frame.global_mesg_num, frame.name, frame.fields)
    return reading.messages


def read_fitparse(path):
    reading = Reading()
    for message in fitparse.FitFile(path, check_crc=True).get_messages():
        read_fields(reading, message.mesg_num, message.name, message.fields)
    return reading.messages


def main(path):
    found = {}
    for name, read in (("sdk", read_sdk), ("fitdecode", read_fitdecode), ("fitparse", read_fitparse)):
        try:
            found[name] = read(path)
        except Exception as error:
            print(f"{path}: {name}: {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    json.dump(found, sys.stdout, allow_nan=False)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: fit_check.py FILE", file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1]))
