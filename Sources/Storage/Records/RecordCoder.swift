import JSONText

/// Fields of a record, visited one after the other: by what writes them as JSON, and by what reads them from it. So that each record
/// names its fields once.
protocol RecordCoder {
    mutating func value<Value: RecordValue>(_ name: String, _ value: inout Value)
}

/// What a field may hold.
protocol RecordValue {
    /// Whether the field is left out, and left as it was when it is read.
    var isOmitted: Bool { get }
    func write(to bytes: inout [UInt8])
    /// `nil` for what is no such value.
    init?(reading json: PlacedJSON)
}

extension RecordValue {
    var isOmitted: Bool { false }
}

/// A record: an object with fields.
protocol Record: RecordValue {
    /// What is read into: fields that are left out stay as they are here.
    static var blank: Self { get }
    mutating func visit(_ coder: inout some RecordCoder)
}

extension Record {
    func write(to bytes: inout [UInt8]) {
        var writer = RecordWriter(bytes: [])
        swap(&writer.bytes, &bytes)
        writer.bytes.append(UInt8(ascii: "{"))
        var copy = self
        copy.visit(&writer)
        writer.bytes.append(UInt8(ascii: "}"))
        swap(&writer.bytes, &bytes)
    }

    init?(reading json: PlacedJSON) {
        guard let members = json.members else { return nil }
        var reader = RecordReader(members: members)
        self = Self.blank
        visit(&reader)
        if reader.hasFailed { return nil }
    }
}

private struct RecordWriter: RecordCoder {
    var bytes: [UInt8]

    mutating func value<Value: RecordValue>(_ name: String, _ value: inout Value) {
        guard !value.isOmitted else { return }
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }
}

private struct RecordReader: RecordCoder {
    let members: [PlacedJSON.Member]
    /// Where the next field is looked for first: they are read in the order in which they were written.
    private var next = 0
    private(set) var hasFailed = false

    init(members: [PlacedJSON.Member]) { self.members = members }

    mutating func value<Value: RecordValue>(_ name: String, _ value: inout Value) {
        var place: Int?
        if next < members.count, members[next].name == name {
            place = next
        } else {
            place = members.firstIndex { $0.name == name }
        }
        guard let place else {
            // A value that is left out when it says nothing says nothing; another one is missing.
            if !value.isOmitted { hasFailed = true }
            return
        }
        next = place + 1
        if let read = Value(reading: members[place].value) { value = read } else { hasFailed = true }
    }
}

extension RecordValue {
    /// The JSON of it, on one line.
    var recordText: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter text: as `recordText` gave it; `nil` for anything else.
    init?(recordText text: String) {
        guard let json = try? JSONReader.read(text) else { return nil }
        self.init(reading: json)
    }
}
