/// The lines before the first record: the format's name and version, then `name value`, then an empty line.
extension CaptureCodec {
    static let magic: StaticString = "wattbeat-capture "
    private static let ownNames = ["identity", "start", "utc-offset", "time-zone", "continues", "demo"]

    /// Appends the header's lines, the empty line that ends it with them.
    ///
    /// Settings that bear the name of a field of the header are left out: their value stands in the field. So is a time zone that
    /// no reader would take.
    public static func append(_ header: CaptureHeader, to lines: inout [UInt8]) {
        lines.appendLiteral(magic)
        lines.appendNumber(Int64(header.version))
        lines.appendLiteral("\nidentity ")
        lines.appendText(header.identity)
        lines.appendLiteral("\nstart ")
        if let start = header.start {
            CaptureTime.append(start, to: &lines)
            lines.appendLiteral(header.isSynchronised ? " synchronised" : " unsynchronised")
        } else {
            lines.appendLiteral("unknown")
        }
        if let seconds = header.utcOffsetSeconds {
            lines.appendLiteral("\nutc-offset ")
            lines.append(contentsOf: String(seconds).utf8)
        }
        if let zone = header.timeZone, TimeZoneName.isWellFormed(zone) {
            lines.appendLiteral("\ntime-zone ")
            lines.appendText(zone)
        }
        if let continued = header.continues {
            lines.appendLiteral("\ncontinues ")
            lines.appendText(continued)
        }
        if header.isDemo { lines.appendLiteral("\ndemo yes") }
        for setting in header.settings where !ownNames.contains(setting.name) {
            lines.append(0x0A)
            lines.appendWord(setting.name)
            lines.append(0x20)
            lines.appendText(setting.value)
        }
        lines.appendLiteral("\n\n")
    }

    /// The version that a first line states; `nil` when it is no first line of ours.
    static func version(decoding line: Span<UInt8>) -> Int64? {
        let length = magic.utf8CodeUnitCount
        guard line.count > length else { return nil }
        for index in 0..<length where line[index] != magic.utf8Start[index] { return nil }
        var reader = LineReader(line.extracting(length..<line.count))
        guard let version = reader.number(), reader.isAtEnd, version > 0 else { return nil }
        return version
    }

    /// Reads one `name value` line into the header; a name that is unknown becomes a setting.
    static func apply(_ line: Span<UInt8>, to header: inout CaptureHeader) throws(CaptureFault) {
        var reader = LineReader(line)
        guard let name = reader.string() else { throw .missing("name") }
        guard reader.gap() else { throw .missing("value") }
        if name == "start" { return try applyStart(&reader, to: &header) }
        guard let value = reader.text() else { throw .invalid("value") }
        switch name {
        case "identity":
            guard value.utf8.count == 32, value.utf8.allSatisfy({ LineReader.digitValue($0) < 16 })
            else { throw .invalid("identity") }
            header.identity = value.lowercased()
        case "utc-offset":
            guard let seconds = Int(value), (-86_400...86_400).contains(seconds) else { throw .invalid("utc-offset") }
            header.utcOffsetSeconds = seconds
        case "time-zone":
            guard TimeZoneName.isWellFormed(value) else { throw .invalid("time-zone") }
            header.timeZone = value
        case "continues": header.continues = value
        case "demo":
            guard value == "yes" || value == "no" else { throw .invalid("demo") }
            header.isDemo = value == "yes"
        default: header.settings.append(CaptureHeader.Setting(name: name, value: value))
        }
    }

    private static func applyStart(_ reader: inout LineReader, to header: inout CaptureHeader) throws(CaptureFault) {
        if reader.accept("unknown") {
            (header.start, header.isSynchronised) = (nil, false)
        } else {
            guard let start = CaptureTime.moment(reader.bare()) else { throw .invalid("start") }
            guard reader.gap() else { throw .missing("synchronised or unsynchronised") }
            (header.start, header.isSynchronised) = (start, try synchronised(&reader))
        }
        if !reader.isAtEnd { throw .tooManyFields }
    }
}
