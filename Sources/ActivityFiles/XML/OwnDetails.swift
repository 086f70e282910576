import JSONText
import Workouts

/// What our GPX and TCX files say in a namespace of their own, since the formats have no word for it: who the workout is, who measured
/// it, and its outline. Moments are as the rest of the file has them, so that both agree.
struct OwnDetails: Equatable {
    var id: WorkoutID?
    var name: String?
    var utcOffsetSeconds: Int?
    /// Since 1970, as all offsets here.
    var start: Offset?
    var end: Offset?
    var sources: [OwnSource] = []
    var legs: [ActivityRecording.Leg] = []
    var laps: [ActivityRecording.Lap] = []
    var pauses: [Pause] = []
    var markers: [Marker] = []

    private static let prefix = "wb"
    private static let mostSources = 255

    // MARK: Reading

    /// Takes an element of the namespace.
    mutating func take(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "workout":
            id = attributes["id"].flatMap { WorkoutID(hexDigits: $0) }
            self.name = attributes["name"].flatMap(XMLText.words)
            utcOffsetSeconds = attributes["utcOffsetSeconds"].flatMap(NumberText.number).flatMap { Int(exactly: $0) }
                .flatMap { $0.magnitude <= 14 * 3600 ? $0 : nil }
            (start, end) = (attributes.moment("start"), attributes.moment("end"))
        case "source": if sources.count < Self.mostSources { takeSource(attributes) }
        case "activity":
            guard let start = attributes.moment("start"), legs.count < TCXHandler.mostActivities else { break }
            legs.append(ActivityRecording.Leg(type: attributes.word("type") ?? .other, start: start))
        case "lap": if laps.count < TCXHandler.mostLaps { takeLap(attributes) }
        case "pause":
            guard let start = attributes.moment("start"), let end = attributes.moment("end"), start < end,
                pauses.count < GPXHandler.mostPieces
            else { break }
            pauses.append(Pause(start: start, end: end, isAutomatic: attributes.text("automatic") == "true"))
        case "marker":
            guard let moment = attributes.moment("time"), markers.count < TCXHandler.mostLaps else { break }
            markers.append(
                Marker(offset: moment, kind: attributes.word("kind") ?? .marker, note: attributes.text("note") ?? ""))
        default: break
        }
    }

    private mutating func takeSource(_ attributes: XMLAttributes) {
        guard let identity = attributes.text("identity") else { return }
        var source = SampleSource(
            id: SourceID(0), kind: .imported, identity: identity, name: attributes.text("name"),
            distanceOrigin: attributes.word("distanceOrigin"))
        source.manufacturer = attributes.text("manufacturer")
        source.model = attributes.text("model")
        source.serialNumber = attributes.text("serialNumber")
        source.firmware = attributes.text("firmware")
        source.batteryPercent = attributes["batteryPercent"].flatMap(NumberText.number).flatMap { Int(exactly: $0) }
            .flatMap { (0...100).contains($0) ? $0 : nil }
        source.batteryStatus = attributes.word("batteryStatus")
        sources.append(OwnSource(source, quantities: attributes.text("quantities") ?? ""))
    }

    private mutating func takeLap(_ attributes: XMLAttributes) {
        guard let start = attributes.moment("start") else { return }
        var lap = ActivityRecording.Lap(start: start, end: start, trigger: attributes.word("trigger") ?? .manual)
        func amount(_ name: StaticString) -> Double? {
            attributes[name].flatMap(NumberText.number).flatMap { $0 >= 0 ? $0 : nil }
        }
        lap.machineKilocalories = amount("machineKilocalories")
        if let steps = amount("steps") {
            lap.stated = StatedFigures()
            lap.stated?.steps = steps
        }
        laps.append(lap)
    }

    // MARK: Writing

    static func append(_ workout: Workout, to xml: inout XMLWriter) {
        func moment(_ offset: Offset) -> String { workout.clock.timestamp(at: offset).iso8601 }
        xml.begin(
            "\(prefix):workout",
            [
                ("xmlns:\(prefix)", XMLNamespace.own.rawValue), ("id", workout.id.hexDigits), ("name", workout.name),
                ("start", moment(workout.start)), ("end", moment(workout.end)),
                ("utcOffsetSeconds", workout.clock.utcOffsetSeconds.map { "\($0)" }),
            ].compactMap { name, value in value.map { (name, $0) } })
        let quantities = SourceQuantities(workout)
        for source in workout.sources.prefix(mostSources) {
            let words = quantities.words(of: source.id)
            xml.element(
                "\(prefix):source",
                [
                    ("identity", source.identity), ("name", source.name), ("manufacturer", source.manufacturer),
                    ("model", source.model), ("serialNumber", source.serialNumber), ("firmware", source.firmware),
                    ("batteryPercent", source.batteryPercent.map { "\($0)" }), ("batteryStatus", source.batteryStatus?.rawValue),
                    ("distanceOrigin", source.distanceOrigin?.rawValue), ("quantities", words.isEmpty ? nil : words),
                ])
        }
        for activity in workout.activities {
            xml.element("\(prefix):activity", [("type", activity.type.rawValue), ("start", moment(activity.start))])
        }
        for lap in workout.laps {
            xml.element(
                "\(prefix):lap",
                [
                    ("start", moment(lap.start)), ("trigger", lap.trigger.rawValue),
                    ("machineKilocalories", lap.summary.machineEnergyKilocalories.value.map { Decimals.text($0, decimals: 1) }),
                    ("steps", lap.summary.steps.value.map { Decimals.text($0, decimals: 1) }),
                ])
        }
        for pause in workout.pauses {
            xml.element(
                "\(prefix):pause",
                [
                    ("start", moment(pause.start)), ("end", moment(pause.end)), ("automatic", pause.isAutomatic ? "true" : nil),
                ])
        }
        for marker in workout.markers {
            xml.element(
                "\(prefix):marker",
                [
                    ("time", moment(marker.offset)), ("kind", marker.kind.rawValue),
                    ("note", marker.note.isEmpty ? nil : marker.note),
                ])
        }
        xml.end()
    }
}

extension OwnDetails? {
    /// Takes an element of the namespace.
    mutating func take(_ name: String, _ attributes: XMLAttributes) {
        if self == nil { self = OwnDetails() }
        self?.take(name, attributes)
    }
}

extension XMLAttributes {
    fileprivate func text(_ name: StaticString) -> String? { self[name].flatMap(XMLText.words) }

    fileprivate func word<Word: RawRepresentable<String>>(_ name: StaticString) -> Word? {
        text(name).flatMap { Word(rawValue: $0) }
    }

    fileprivate func moment(_ name: StaticString) -> Offset? {
        self[name].flatMap(MomentText.init).map { Offset(microseconds: $0.moment.microseconds) }
    }
}

extension WorkoutID {
    /// As `hexDigits` writes it: 32 digits.
    init?(hexDigits text: [UInt8]) {
        guard text.count == 32 else { return nil }
        var whole: UInt128 = 0
        for byte in text {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            whole = whole << 4 | UInt128(digit)
        }
        self.init(high: UInt64(truncatingIfNeeded: whole >> 64), low: UInt64(truncatingIfNeeded: whole))
    }
}

extension RecordingAssembly {
    /// Puts what one of our files says of itself in the place of what was concluded from its points; nothing of it where points lie
    /// outside: somebody else has then made another activity of it.
    mutating func take(_ own: OwnDetails) {
        guard let start = own.start, let end = own.end, start <= end,
            points.allSatisfy({ start <= $0.offset && $0.offset <= end })
        else { return }
        writtenOf = own.id
        name = own.name ?? name
        utcOffsetSeconds = own.utcOffsetSeconds ?? utcOffsetSeconds
        (self.start, self.end) = (start, end)
        sources = own.sources
        markers = own.markers
        pauses = own.pauses
        if own.legs.count == legs.count {
            for index in legs.indices { (legs[index].type, legs[index].start) = (own.legs[index].type, own.legs[index].start) }
        } else if !own.legs.isEmpty {
            legs = own.legs
        }
        if own.laps.count == laps.count {
            for index in laps.indices {
                laps[index].trigger = own.laps[index].trigger
                laps[index].machineKilocalories = own.laps[index].machineKilocalories
                laps[index].stated?.steps = own.laps[index].stated?.steps
            }
        } else if !own.laps.isEmpty {
            laps = own.laps
        }
    }
}
