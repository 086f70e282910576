/// What a FIT file holds: one part, or several written one behind the other.
///
/// Total over every byte array: what is damaged is a `FITFault`, what is cut is told, and memory grows with the length of the bytes.
/// - SeeAlso: FIT Protocol 2.3; docs/fit.md.
public struct FITContents: Sendable {
    /// In the order of the file; at least one.
    public private(set) var parts: [FITPart] = []
    /// Bytes behind the last part that begin no other.
    public private(set) var trailingBytes = 0

    /// - Parameters:
    ///   - bytes: the whole file, or as much of it as there is: one that ends early is no fault.
    ///   - acceptingDamage: whether a wrong checksum or a broken message is told as the part's `fault`, with all that was read
    ///     before it, and not thrown. Bytes that are no FIT file at all are thrown always.
    public init(decoding bytes: [UInt8], acceptingDamage: Bool = false) throws(FITFault) {
        var offset = 0
        repeat {
            let part = try FITPart(decoding: bytes, at: offset, index: parts.count, acceptingDamage: acceptingDamage)
            parts.append(part)
            offset = part.end
        } while offset < bytes.count && FITHeader.stands(in: bytes, at: offset) && parts.count < Self.mostParts
        trailingBytes = max(bytes.count - offset, 0)
    }

    private static let mostParts = 1000

    /// The activities among the parts.
    public var recordings: [ActivityRecording] { parts.compactMap(\.recording) }

    /// Whether bytes claim to be a FIT file: by the letters in its header.
    public static func isFIT(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.dropFirst(8).starts(with: ".FIT".utf8)
    }
}

/// One FIT file of those that may stand one behind the other.
public struct FITPart: Sendable {
    /// Of its header, from the beginning of all bytes.
    public let offset: Int
    /// Behind its checksum, or where the bytes end.
    public let end: Int
    /// 12 or 14.
    public let headerBytes: Int
    /// Major in the high nibble, minor in the low one.
    public let protocolVersion: UInt8
    /// Major × 1000 + minor.
    public let profileVersion: UInt16
    /// What the file says it is; 4 is an activity. `nil` when it does not say.
    public let fileType: UInt8?
    /// Who wrote it.
    public let maker: FITMaker
    /// How many data messages of each kind, in the order in which they first came.
    public let messages: [MessageCount]
    /// What the file's makers added of their own, in the order of their descriptions.
    public let developerFields: [DeveloperField]
    /// Whether the bytes end before the data does.
    public let isTruncated: Bool
    /// A wrong checksum, or what ended the reading.
    public let fault: FITFault?
    /// `nil` when it holds neither a record nor a session.
    public let recording: ActivityRecording?

    public struct MessageCount: Equatable, Sendable {
        /// The global number.
        public var number: UInt16
        public var count: Int
        /// The profile's name; `nil` for what it does not name, or what this program does not know.
        public var name: String? { FITNames.message(number) }
    }

    /// What a `field_description` says, and how many values came of it.
    public struct DeveloperField: Equatable, Sendable {
        public var name: String
        public var units: String?
        /// The profile's record field that it stands for.
        public var nativeRecordField: UInt8?
        /// That are not "no value".
        public var values = 0
    }

    init(decoding bytes: [UInt8], at offset: Int, index: Int, acceptingDamage: Bool) throws(FITFault) {
        let header = try FITHeader(decoding: bytes, at: offset)
        let data = offset + header.size
        let isUnfinished = header.dataSize == 0 && bytes.count - data > 2 && !FITHeader.stands(in: bytes, at: data + 2)
        // Who died while recording had not yet written how much there is.
        let stated = isUnfinished ? bytes.count - data : header.dataSize
        let isTruncated = isUnfinished || bytes.count - data - 2 < stated
        let dataEnd = min(data + stated, bytes.count)
        var fault: FITFault?
        if let checksums = header.checksums, checksums.stated != checksums.computed {
            let reason = FITFault.Reason.wrongHeaderChecksum(stated: checksums.stated, computed: checksums.computed)
            fault = FITFault(reason, at: offset + 12)
        }
        if fault == nil, !isTruncated {
            let stated = UInt16(bytes[dataEnd]) | UInt16(bytes[dataEnd + 1]) << 8
            let computed = FITChecksum.of(bytes[offset..<dataEnd])
            if stated != computed { fault = FITFault(.wrongChecksum(stated: stated, computed: computed), at: dataEnd) }
        }
        if let fault, !acceptingDamage { throw fault }

        var reader = FITMessageReader(bytes, data: data..<dataEnd, isCut: isTruncated)
        var collected = FITCollector()
        do throws(FITFault) {
            while let message = try reader.next() { try collected.take(message, at: reader.offset) }
        } catch {
            guard acceptingDamage else { throw error }
            fault = error
        }
        self.offset = offset
        end = isTruncated ? bytes.count : dataEnd + 2
        headerBytes = header.size
        protocolVersion = header.protocolVersion
        profileVersion = header.profileVersion
        fileType = collected.fileType
        maker = collected.maker
        messages = collected.messages
        developerFields = collected.developer.fields
        self.isTruncated = isTruncated
        self.fault = fault
        let identity = collected.maker.identity.map { Array($0.utf8) } ?? Array(bytes[offset..<dataEnd])
        recording = FITRecordingAssembly(collected, identity: identity, index: index, isTruncated: isTruncated).recording
    }
}
