import Ingest
public import JSONText
import WireFormats
import Workouts

/// A file's inspection as one JSON object. An NMEA link's figures have the names and units of plain counting (docs/inspect.md).
public func inspectionJSON(_ file: FileInspection) -> JSONValue {
    // Offsets that only count lines say nothing of time.
    func offset(_ microseconds: Int64?) -> JSONValue { file.isStamped ? seconds(microseconds) : .null }
    var records: JSONObject = ["total": .integer(file.records)]
    for (verb, count) in file.verbs { records.append(verb, .integer(count)) }
    return [
        "path": .string(file.path), "kind": .string(file.kind?.rawValue), "bytes": .integer(file.bytes),
        "header": file.header.map { header($0, isOwn: file.kind == .wattbeat) } ?? .null,
        "isStamped": .bool(file.isStamped), "firstOffset": offset(file.firstOffset), "lastOffset": offset(file.lastOffset),
        "records": .object(records), "recordsOfUnknownLinks": .integer(file.recordsOfUnknownLinks),
        "commands": .array(
            file.commands.map { ["offset": offset($0.offset), "command": .string($0.command.words)] }),
        "links": .array(file.links.map { link($0, offset) }), "findings": findings(file.findings),
        "tornAt": tornAt(file.ending), "fault": .string(file.problem?.sentence),
    ]
}

private func seconds(_ microseconds: Int64?) -> JSONValue {
    .number(microseconds.map { Double($0) / 1e6 }, decimals: 6)
}

private func tornAt(_ ending: CaptureEnding) -> JSONValue {
    if case .torn(let offset) = ending { .integer(offset) } else { .null }
}

private func header(_ header: CaptureHeader, isOwn: Bool) -> JSONValue {
    var settings = JSONObject()
    var names: Set<String> = []
    // A name that stands there twice has its last value.
    let last = header.settings.reversed().filter { names.insert($0.name).inserted }.reversed()
    for setting in last { settings.append(setting.name, .string(setting.value)) }
    return [
        "version": isOwn ? .integer(header.version) : .null, "identity": .string(header.identity),
        "start": .string(header.start.map { Timestamp(microseconds: $0).iso8601 }),
        "isSynchronised": .bool(header.isSynchronised),
        "utcOffsetSeconds": .integer(header.utcOffsetSeconds), "timeZone": .string(header.timeZone),
        "continues": .string(header.continues),
        "isDemo": .bool(header.isDemo),
        "settings": .object(settings),
    ]
}

private func link(_ link: LinkInspection, _ offset: (Int64?) -> JSONValue) -> JSONValue {
    var object: JSONObject = ["link": .integer(link.id.rawValue), "kind": .string(link.identity.kind.word)]
    if case .gatt(let characteristic) = link.identity.kind {
        let number = GATTUUID(rawValue: characteristic)
        object.append("characteristic", .string(number.shortString))
        object.append("characteristicName", .string(number.characteristicName))
    }
    var facts = JSONObject()
    for fact in link.identity.facts { facts[fact.name] = .string(fact.value) }
    object.append("address", .string(link.identity.address))
    object.append("name", .string(link.identity.name))
    object.append("facts", .object(facts))
    object.append("opened", .integer(link.opened))
    object.append("closed", .integer(link.closed))
    object.append("records", .integer(link.records))
    object.append("payloadBytes", .integer(link.bytes))
    object.append("dropped", .integer(link.dropped))
    object.append("firstOffset", offset(link.firstOffset))
    object.append("lastOffset", offset(link.lastOffset))
    if let ant = link.ant { object.append("ant", json(ant, offset)) }
    if let nmea = link.nmea { object.append("nmea", .object(nmea.json)) }
    if let gpsd = link.gpsd { object.append("gpsd", json(gpsd)) }
    return .object(object)
}

private func json(_ ant: ANTInspection, _ offset: (Int64?) -> JSONValue) -> JSONValue {
    let sensors = ant.sensors.map { sensor -> JSONValue in
        var pages = JSONObject()
        for page in sensor.pages { pages.append(String(page.number, radix: 16).uppercased().twoDigits, .integer(page.count)) }
        return [
            "deviceNumber": .integer(sensor.id.deviceNumber), "deviceType": .integer(sensor.id.deviceType.rawValue),
            "transmissionType": .integer(sensor.id.transmissionType), "messages": .integer(sensor.messages),
            "pages": .object(pages),
            "missed": .integer(sensor.missed), "searches": .integer(sensor.searches), "firstOffset": offset(sensor.firstOffset),
            "lastOffset": offset(sensor.lastOffset), "longestSilenceSeconds": offset(sensor.longestSilence),
        ]
    }
    return [
        "messages": .integer(ant.messages), "sensors": .array(sensors), "unnamedPages": .integer(ant.unnamedPages),
        "overflows": .integer(ant.overflows), "checksumErrors": .integer(ant.checksumErrors),
        "skippedBytes": .integer(ant.skippedBytes),
    ]
}

private func json(_ log: GPSDLogSummary) -> JSONValue {
    var reports = JSONObject()
    for (className, count) in log.reports { reports.append(className, .integer(count)) }
    func point(_ fix: Fix?) -> JSONValue {
        guard let fix else { return .null }
        // The same names as an NMEA log's.
        return [
            "time": .string(fix.timestamp?.iso8601), "lat": .number(fix.latitude, decimals: 8),
            "lon": .number(fix.longitude, decimals: 8),
            "altitudeMSL": .number(fix.altitudeMetres, decimals: 3),
            "geoidSeparation": .number(fix.geoidSeparationMetres, decimals: 3),
        ]
    }
    return [
        "reports": .object(reports), "unreadable": .integer(log.unreadable), "fixes": .integer(log.fixes),
        "first": point(log.first),
        "last": point(log.last),
    ]
}

private func findings(_ findings: CaptureFindings) -> JSONValue {
    [
        "unknownLines": .integer(findings.unknownLines), "shortenedPackets": .integer(findings.shortenedPackets),
        "lostPackets": .integer(findings.lostPackets), "stampsGoingBack": .integer(findings.stampsGoingBack),
        "comments": .integer(findings.comments),
        "undiscovered": .array(
            findings.undiscovered.map {
                ["address": .string($0.address), "handle": .integer($0.handle), "values": .integer($0.values)]
            }),
    ]
}

extension String {
    fileprivate var twoDigits: String { utf8.count < 2 ? "0" + self : self }
}
