"""Writes what the athlete pressed as a capture of ours, beside the traces that do not hold it.

Usage: commands_capture.py RIDE_FOLDER...   (reads commands.json, writes commands.capture)
"""
import datetime, hashlib, json, pathlib, sys

SETTINGS = {
    "ftp": "250", "hr-max": "190", "hr-rest": "50", "lthr": "168", "weight": "72",
    "zones.heart-rate": "user custom 114,133,152,171",
    "zones.power": "user coggan7 137.5,187.5,225,262.5,300,375",
}


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def line(command, is_indoor):
    sport = command.get("sport")
    # A ride without a receiver was ridden on a trainer.
    if is_indoor and sport == "cycling":
        sport = "indoorCycling"
    return {"start": f"start {sport}", "activity": f"activity {sport}", "pause": "pause rider", "resume": "resume rider",
            "lap": "lap", "stop": "stop"}[command["command"]]


for folder in map(pathlib.Path, sys.argv[1:]):
    commands = json.loads((folder / "commands.json").read_text())
    start = moment(commands[0]["wallclock"])
    out = ["wattbeat-capture 1", "identity " + hashlib.sha256(folder.name.encode()).hexdigest()[:32],
           "start " + start.strftime("%Y-%m-%dT%H:%M:%S.%fZ") + " synchronised", "utc-offset 3600"]
    out += [f"{name} {value}" for name, value in SETTINGS.items()] + [""]
    for command in commands:
        offset = round((moment(command["wallclock"]) - start) / datetime.timedelta(microseconds=1))
        out.append(f"{offset} command - {line(command, not (folder / 'gps.nmea').exists())}")
    (folder / "commands.capture").write_text("\n".join(out) + "\n")
