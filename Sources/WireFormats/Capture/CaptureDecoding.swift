/// A file's bytes in, its records out: one shape for our captures and for those of other tools.
///
/// Give a chunk, take records until `nil` comes, give the next; say `finish()` after the last. Memory stays bounded by a chunk
/// and the format's longest line or packet.
public protocol CaptureDecoding: Sendable {
    /// When the capture began and which it is; known before the first record is given.
    var header: CaptureHeader? { get }
    /// What was met on the way and is no error.
    var findings: CaptureFindings { get }
    /// Whether the records' offsets are times of reception; without, the offsets only count lines, one microsecond each.
    var isStamped: Bool { get }
    /// The first stamp, microseconds since midnight of the recorder's day, where stamps tell no date; known with the header.
    var startOfDay: Int64? { get }
    var ending: CaptureEnding { get }

    mutating func append(_ chunk: Span<UInt8>)
    /// No chunk follows.
    mutating func finish()
    /// - Returns: the next record; `nil` when more bytes are needed or, after `finish()`, when there are no more.
    /// - Throws: what ends the reading; from then on each call throws it again.
    mutating func next() throws(CaptureError) -> CaptureRecord?
}

extension CaptureDecoding {
    /// Most formats' stamps have a date.
    public var startOfDay: Int64? { nil }
}

/// How a capture's bytes ended.
public enum CaptureEnding: Equatable, Sendable {
    /// Not all has been read yet.
    case open
    case complete
    /// The last line or packet was cut in the middle, as by a power failure: it began at this byte, and all before it was used.
    case torn(byteOffset: Int64)
}

/// What a reader met and passed over; none of it ends the reading.
public struct CaptureFindings: Equatable, Sendable {
    /// Lines of our format whose verb, command or kind of link is younger than this program.
    public var unknownLines = 0
    /// Packets that the recorder stored shortened, so that their payload could not be used.
    public var shortenedPackets = 0
    /// Packets that the recorder says it lost.
    public var lostPackets: Int64 = 0
    /// Packets stamped earlier than the one before; they keep its offset.
    public var stampsGoingBack = 0
    /// How often the recorder's clock was set while it recorded; the offsets go on as if it had not been.
    public var clockSteps = 0
    /// Values that arrived on handles whose discovery is not in this file: what they mean cannot be said.
    public var undiscovered: [UndiscoveredHandle] = []
    /// Comment lines of a log.
    public var comments = 0

    /// Nothing was met.
    public init() {}

    /// One handle whose values could not be told apart from any other's.
    public struct UndiscoveredHandle: Equatable, Sendable {
        /// The peripheral's address; `hci0:64` for a connection that was there before the recording.
        public var address: String
        /// The attribute's handle.
        public var handle: UInt16
        /// How many values it sent.
        public var values: Int
        /// A handle and how much came from it.
        public init(address: String, handle: UInt16, values: Int) {
            self.address = address
            self.handle = handle
            self.values = values
        }
    }

    static let mostUndiscovered = 256

    mutating func countUndiscovered(_ handle: UInt16, at address: String) {
        if let index = undiscovered.firstIndex(where: { $0.handle == handle && $0.address == address }) {
            undiscovered[index].values += 1
        } else if undiscovered.count < Self.mostUndiscovered {
            undiscovered.append(UndiscoveredHandle(address: address, handle: handle, values: 1))
        }
    }
}

extension CaptureFindings.UndiscoveredHandle: CustomStringConvertible {
    /// One sentence for a person, with what to do.
    public var description: String {
        "\(values) values of \(address) on handle \(handle): the file does not say which characteristic that is, since the "
            + "recording began after its discovery; record again from before the sensor first connects"
    }
}
