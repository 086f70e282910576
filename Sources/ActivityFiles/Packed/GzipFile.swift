import CZlib

/// A file that gzip(1) packed, as services give their users' files back (`ride.fit.gz`).
///
/// - SeeAlso: RFC 1952; zlib.h, `inflate`.
public struct GzipFile {
    /// As far as it could be unpacked.
    public private(set) var bytes: [UInt8] = []
    /// Why that is not all of it.
    public private(set) var problem: Problem?

    public enum Problem: Equatable, Sendable {
        /// The packed bytes end before their file does.
        case cutShort
        /// They are not what gzip wrote: zlib's check fails, or that of their sum.
        case damaged
        /// There is more than was asked for.
        case tooLong

        /// Without a full stop.
        public var words: String {
            switch self {
            case .cutShort: "what gzip packed is cut off"
            case .damaged: "what gzip packed is damaged"
            case .tooLong: "it unpacks to more than any file of an activity has"
            }
        }
    }

    /// Whether bytes are one, by how they begin.
    public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    private static let part = 1 << 16
    /// The largest window, and a header of gzip's.
    private static let windowBits: Int32 = 15 + 16

    /// Takes any bytes; memory grows with what comes out, up to `limit` and a part more.
    ///
    /// - Parameter limit: of unpacked bytes; of a bomb so many are unpacked, and no more.
    public init(unpacking packed: [UInt8], atMost limit: Int) {
        var stream = z_stream()
        guard inflateInit2_(&stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            problem = .damaged
            return
        }
        defer { inflateEnd(&stream) }
        var start = 0
        while start < packed.count, problem == nil {
            let end = min(start + Self.part, packed.count)
            start = packed[start..<end].withUnsafeBytes { part in
                // zlib reads from there and writes nothing to it.
                stream.next_in = UnsafeMutablePointer(mutating: part.baseAddress?.assumingMemoryBound(to: UInt8.self))
                stream.avail_in = UInt32(part.count)
                unpack(&stream, limit: limit)
                return end - Int(stream.avail_in)
            }
            if problem == .cutShort, start < packed.count { problem = nil }
        }
    }

    /// Packs bytes as gzip does, without a name and a time: the same bytes each time.
    public static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return bytes }
        defer { deflateEnd(&stream) }
        var packed: [UInt8] = []
        var start = 0
        var status = Z_OK
        while status == Z_OK {
            let end = min(start + part, bytes.count)
            var room = [UInt8](repeating: 0, count: part)
            let (taken, made) = bytes[start..<end].withUnsafeBytes { part in
                room.withUnsafeMutableBufferPointer { buffer in
                    // zlib reads from there and writes nothing to it.
                    stream.next_in = UnsafeMutablePointer(mutating: part.baseAddress?.assumingMemoryBound(to: UInt8.self))
                    stream.avail_in = UInt32(part.count)
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = UInt32(buffer.count)
                    status = deflate(&stream, end == bytes.count ? Z_FINISH : Z_NO_FLUSH)
                    return (part.count - Int(stream.avail_in), buffer.count - Int(stream.avail_out))
                }
            }
            start += taken
            packed += room.prefix(made)
        }
        return packed
    }

    /// Unpacks all that the stream was given; `cutShort` when it would take more.
    private mutating func unpack(_ stream: inout z_stream, limit: Int) {
        while true {
            guard bytes.count < limit else { return problem = .tooLong }
            var room = [UInt8](repeating: 0, count: min(Self.part, limit - bytes.count))
            var status = Z_OK
            let made = room.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                status = inflate(&stream, Z_NO_FLUSH)
                return buffer.count - Int(stream.avail_out)
            }
            bytes += room.prefix(made)
            switch status {
            case Z_STREAM_END:
                guard stream.avail_in > 0 else { return problem = nil }
                // Several may stand one behind the other.
                inflateReset(&stream)
            case Z_OK, Z_BUF_ERROR: if stream.avail_in == 0, stream.avail_out > 0 { return problem = .cutShort }
            default: return problem = .damaged
            }
        }
    }
}
