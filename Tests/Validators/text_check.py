#!/usr/bin/env python3
"""Reads a GPX, TCX or CSV file of ours with gpxpy, tcxreader or Python's csv, and prints what each found as one JSON object.

    text_check.py FILE

GPX: {"creator", "tracks": [{"name", "type", "segments": [[POINT, ...], ...]}, ...]}, a POINT being {"time", "lat", "lon", "ele",
and the extensions by their local names, power told once for each element}. TCX: {"creator", "sport", "laps": [{"calories", "distance", "points":
[POINT, ...], "extension": {...}}, ...]}. CSV: {"rows": [{column: text, ...}, ...]}. Times are seconds since 1970.
Before that the document's structure is compared with the formats' schemas: which elements may stand in which, in which order, and
what their texts may be. Exit status 1 and a sentence when something is not as it should be.
"""
import csv
import datetime
import json
import re
import sys
import xml.etree.ElementTree as ElementTree

import gpxpy
from tcxreader.tcxreader import TCXReader

GPX = "{http://www.topografix.com/GPX/1/1}"
TPX = "{http://www.garmin.com/xmlschemas/TrackPointExtension/v2}"
PWR = "{http://www.garmin.com/xmlschemas/PowerExtension/v1}"
TCX = "{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}"
EXT = "{http://www.garmin.com/xmlschemas/ActivityExtension/v2}"
OWN = "{urn:x-wattbeat:workout:1}"

NUMBER = r"-?\d+(\.\d+)?"
BYTE = r"1?\d?\d|2[0-4]\d|25[0-5]"
MOMENT = r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
WHOLE = r"\d{1,5}"
ANY = r"(?s).+"
# Children in order, each with how many there must and may be; a text's pattern instead where there are none.
LAP = [("TotalTimeSeconds", 1, 1), ("DistanceMeters", 1, 1), ("MaximumSpeed", 0, 1), ("Calories", 1, 1), ("AverageHeartRateBpm", 0, 1),
       ("MaximumHeartRateBpm", 0, 1), ("Intensity", 1, 1), ("Cadence", 0, 1), ("TriggerMethod", 1, 1), ("Track", 0, None),
       ("Notes", 0, 1), ("Extensions", 0, 1)]
SCHEMAS = {
    GPX + "gpx": {
        GPX + "gpx": [("metadata", 0, 1), ("wpt", 0, None), ("rte", 0, None), ("trk", 0, None), ("extensions", 0, 1)],
        GPX + "metadata": [("name", 0, 1), ("desc", 0, 1), ("author", 0, 1), ("copyright", 0, 1), ("link", 0, None), ("time", 0, 1),
                           ("keywords", 0, 1), ("bounds", 0, 1), ("extensions", 0, 1)],
        GPX + "trk": [("name", 0, 1), ("cmt", 0, 1), ("desc", 0, 1), ("src", 0, 1), ("link", 0, None), ("number", 0, 1), ("type", 0, 1),
                      ("extensions", 0, 1), ("trkseg", 0, None)],
        GPX + "trkseg": [("trkpt", 0, None), ("extensions", 0, 1)],
        GPX + "trkpt": [("ele", 0, 1), ("time", 0, 1), ("extensions", 0, 1)],
        # `power` is what services read, and has no schema.
        GPX + "extensions": [("power", 0, 1), (PWR + "PowerInWatts", 0, 1), (TPX + "TrackPointExtension", 0, 1),
                             (OWN + "workout", 0, 1)],
        TPX + "TrackPointExtension": [("atemp", 0, 1), ("wtemp", 0, 1), ("depth", 0, 1), ("hr", 0, 1), ("cad", 0, 1), ("speed", 0, 1),
                                      ("course", 0, 1), ("bearing", 0, 1)],
        GPX + "name": ANY, GPX + "desc": ANY, GPX + "type": ANY, GPX + "time": MOMENT, GPX + "ele": NUMBER, GPX + "power": WHOLE, PWR + "PowerInWatts": WHOLE,
        TPX + "atemp": NUMBER, TPX + "hr": BYTE, TPX + "cad": BYTE, TPX + "speed": NUMBER, TPX + "course": r"([0-2]?\d?\d|3[0-5]\d)(\.\d+)?",
    },
    TCX + "TrainingCenterDatabase": {
        TCX + "TrainingCenterDatabase": [("Folders", 0, 1), ("Activities", 0, 1), ("Workouts", 0, 1), ("Courses", 0, 1), ("Author", 0, 1)],
        TCX + "Activities": [("Activity", 0, None), ("MultiSportSession", 0, None)],
        TCX + "MultiSportSession": [("Id", 1, 1), ("FirstSport", 1, 1), ("NextSport", 0, None)],
        TCX + "FirstSport": [("Activity", 1, 1)],
        TCX + "NextSport": [("Transition", 0, 1), ("Activity", 1, 1)],
        TCX + "Activity": [("Id", 1, 1), ("Lap", 1, None), ("Notes", 0, 1), ("Training", 0, 1), ("Creator", 0, 1), ("Extensions", 0, 1)],
        TCX + "Lap": LAP, TCX + "Transition": LAP,
        TCX + "AverageHeartRateBpm": [("Value", 1, 1)], TCX + "MaximumHeartRateBpm": [("Value", 1, 1)], TCX + "HeartRateBpm": [("Value", 1, 1)],
        TCX + "Track": [("Trackpoint", 1, None)],
        TCX + "Trackpoint": [("Time", 1, 1), ("Position", 0, 1), ("AltitudeMeters", 0, 1), ("DistanceMeters", 0, 1), ("HeartRateBpm", 0, 1),
                             ("Cadence", 0, 1), ("SensorState", 0, 1), ("Extensions", 0, 1)],
        TCX + "Position": [("LatitudeDegrees", 1, 1), ("LongitudeDegrees", 1, 1)],
        TCX + "Extensions": [(EXT + "TPX", 0, 1), (EXT + "LX", 0, 1), (OWN + "workout", 0, 1)],
        EXT + "TPX": [("Speed", 0, 1), ("RunCadence", 0, 1), ("Watts", 0, 1)],
        EXT + "LX": [("AvgSpeed", 0, 1), ("MaxBikeCadence", 0, 1), ("AvgRunCadence", 0, 1), ("MaxRunCadence", 0, 1), ("Steps", 0, 1),
                     ("AvgWatts", 0, 1), ("MaxWatts", 0, 1)],
        TCX + "Creator": [("Name", 1, 1), ("UnitId", 1, 1), ("ProductID", 1, 1), ("Version", 1, 1)],
        TCX + "Version": [("VersionMajor", 1, 1), ("VersionMinor", 1, 1), ("BuildMajor", 0, 1), ("BuildMinor", 0, 1)],
        TCX + "Id": MOMENT, TCX + "Time": MOMENT, TCX + "Value": BYTE, TCX + "Cadence": BYTE, TCX + "Calories": WHOLE,
        TCX + "Intensity": "Active|Resting", TCX + "TriggerMethod": "Manual|Distance|Location|Time|HeartRate",
        TCX + "Name": ANY, TCX + "Notes": ANY, TCX + "UnitId": r"\d{1,10}", TCX + "ProductID": WHOLE, TCX + "VersionMajor": WHOLE, TCX + "VersionMinor": WHOLE,
        **{TCX + name: NUMBER for name in ("TotalTimeSeconds", "DistanceMeters", "MaximumSpeed", "AltitudeMeters", "LatitudeDegrees", "LongitudeDegrees")},
        **{EXT + name: NUMBER for name in ("Speed", "AvgSpeed")},
        **{EXT + name: BYTE for name in ("RunCadence", "MaxBikeCadence", "AvgRunCadence", "MaxRunCadence")},
        **{EXT + name: WHOLE for name in ("Watts", "AvgWatts", "MaxWatts", "Steps")},
    },
}
# What is ours, in the files of both formats.
for schema in SCHEMAS.values():
    schema[OWN + "workout"] = [("source", 0, None), ("activity", 1, None), ("lap", 1, None), ("pause", 0, None), ("marker", 0, None)]
    schema.update({OWN + name: "" for name in ("source", "activity", "lap", "pause", "marker")})
ATTRIBUTES = {
    OWN + "workout": {"id": "[0-9a-f]{32}", "start": MOMENT, "end": MOMENT}, OWN + "source": {"identity": ANY},
    OWN + "lap": {"start": MOMENT, "trigger": "manual|time|distance|sessionEnd|activityChange"},
    TCX + "Activity": {"Sport": "Running|Biking|Other"}, TCX + "Lap": {"StartTime": MOMENT}, TCX + "Transition": {"StartTime": MOMENT},
    GPX + "trkpt": {"lat": r"-?([0-8]?\d(\.\d+)?|90)", "lon": r"-180|-?(\d?\d|1[0-7]\d)(\.\d+)?"},
}


def compare(element, schema):
    """Raises where an element is not as the schema says."""
    rule = schema.get(element.tag)
    if rule is None:
        raise ValueError(f"{element.tag} is unknown here")
    for name, pattern in ATTRIBUTES.get(element.tag, {}).items():
        if not re.fullmatch(pattern, element.get(name, "")):
            raise ValueError(f"{element.tag} {name} is {element.get(name)!r}")
    if isinstance(rule, str):
        if len(element) or not re.fullmatch(rule, element.text or ""):
            raise ValueError(f"{element.tag} is {element.text!r}")
        return
    children = list(element)
    namespace = element.tag[:element.tag.index("}") + 1]
    for name, least, most in rule:
        tag = name if name.startswith("{") else namespace + name
        count = 0
        while children and children[0].tag == tag:
            compare(children.pop(0), schema)
            count += 1
        if count < least or most is not None and count > most:
            raise ValueError(f"{element.tag} has {count} of {name}")
    if children:
        raise ValueError(f"{element.tag} has {children[0].tag} where it may not stand")


def seconds(moment):
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    return moment.timestamp()


def gpx(path):
    with open(path, encoding="utf-8") as file:
        document = gpxpy.parse(file)

    def point(one):
        found = {"time": seconds(one.time), "lat": one.latitude, "lon": one.longitude, "ele": one.elevation}
        for extension in one.extensions:
            for leaf in extension.iter():
                if leaf.text and leaf.text.strip():
                    found[leaf.tag.split("}")[-1]] = float(leaf.text)
        return found

    return {"creator": document.creator, "tracks": [
        {"name": track.name, "type": track.type, "segments": [[point(one) for one in segment.points] for segment in track.segments]}
        for track in document.tracks]}


def multisport(root):
    """What tcxreader passes over: the laps and transitions of a MultiSportSession, by a plain walk."""

    def value(element, path):
        found = element.find(path)
        return None if found is None else float(found.text)

    def extensions(element, name):
        return {leaf.tag.split("}")[-1]: float(leaf.text) for leaf in element.findall(f"{TCX}Extensions/{EXT}{name}/*")}

    def point(one):
        moment = datetime.datetime.fromisoformat(one.find(TCX + "Time").text.replace("Z", "+00:00"))
        return {"time": seconds(moment), "lat": value(one, f"{TCX}Position/{TCX}LatitudeDegrees"),
                "lon": value(one, f"{TCX}Position/{TCX}LongitudeDegrees"), "ele": value(one, TCX + "AltitudeMeters"),
                "distance": value(one, TCX + "DistanceMeters"), "hr": value(one, f"{TCX}HeartRateBpm/{TCX}Value"),
                "cad": value(one, TCX + "Cadence"), **extensions(one, "TPX")}

    laps = [one for one in root.iter() if one.tag in (TCX + "Lap", TCX + "Transition")]
    return [{"calories": value(lap, TCX + "Calories"), "distance": value(lap, TCX + "DistanceMeters"), "extension": extensions(lap, "LX"),
             "points": [point(one) for one in lap.iter(TCX + "Trackpoint")]} for lap in laps]


def tcx(path, root):
    creator = root.find(f".//{TCX}Creator/{TCX}Name")
    frame = {"creator": None if creator is None else creator.text, "sport": root.find(f".//{TCX}Activity").get("Sport")}
    if root.find(f".//{TCX}MultiSportSession") is not None:
        return {**frame, "laps": multisport(root)}
    exercise = TCXReader().read(path, only_gps=False)

    def point(one):
        return {"time": seconds(one.time), "lat": one.latitude, "lon": one.longitude, "ele": one.elevation, "distance": one.distance,
                "hr": one.hr_value, "cad": one.cadence, **one.tpx_ext}

    if exercise.activity_type != frame["sport"]:
        raise ValueError(f"the sport is {exercise.activity_type!r}")
    return {**frame, "laps": [
        {"calories": lap.calories, "distance": lap.distance, "extension": lap.lx_ext, "points": [point(one) for one in lap.trackpoints]}
        for lap in exercise.laps]}


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        beginning = file.read(1)
    if beginning != b"<":
        with open(path, encoding="utf-8", newline="") as file:
            print(json.dumps({"rows": list(csv.DictReader(file, strict=True))}))
        return
    root = ElementTree.parse(path).getroot()
    compare(root, SCHEMAS[root.tag])
    print(json.dumps(gpx(path) if root.tag.endswith("gpx") else tcx(path, root)))


if __name__ == "__main__":
    main()
