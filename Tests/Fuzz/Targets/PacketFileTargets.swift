import WireFormats

/// Files of other tools as they are; bytes without the format's beginning get one, so that all of them reach its reader.
extension FuzzTarget {
    static let btsnoop = FuzzTarget("btsnoop", upTo: 8192) { bytes in
        let link: [UInt8] = [[0x03, 0xE9], [0x03, 0xEA], [0x07, 0xD1]][Int(bytes.isEmpty ? 0 : bytes[0]) % 3]
        let begin = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0] + link
        let file = beginning(bytes, with: Array("btsnoop\0".utf8), or: begin)
        let packet: [UInt8] = [0, 1, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 16 + CaptureKind.detectionLength)
        _ = DecodedCapture.read(Array(file.dropFirst(16)), header: Array(file.prefix(16)), padding: packet)
    }

    static let pcap = FuzzTarget("pcap", upTo: 8192) { bytes in
        let type: UInt8 = [187, 189, 201, 220, 254][Int(bytes.isEmpty ? 0 : bytes[0]) % 5]
        let isBig = !bytes.isEmpty && bytes[0] & 0x80 != 0
        let magic: [UInt8] = isBig ? [0xA1, 0xB2, 0xC3, 0xD4] : [0xD4, 0xC3, 0xB2, 0xA1]
        let begin = magic + [UInt8](repeating: 0, count: 16) + (isBig ? [0, 0, 0, type] : [type, 0, 0, 0])
        let magics: [[UInt8]] = [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D], [0x4D, 0x3C, 0xB2, 0xA1],
        ]
        let own = magics.first { [UInt8](bytes.extracting(first: 4)) == $0 } ?? begin
        let file = beginning(bytes, with: own, or: begin)
        let length: [UInt8] = file[0] == 0xA1 ? [0, 1, 0, 0] : [0, 0, 1, 0]
        let packet = [UInt8](repeating: 0, count: 8) + length + length + [UInt8](repeating: 0, count: CaptureKind.detectionLength)
        _ = DecodedCapture.read(Array(file.dropFirst(24)), header: Array(file.prefix(24)), padding: packet)
    }

    static let pcapng = FuzzTarget("pcapng", upTo: 8192) { bytes in
        let type: UInt8 = [187, 189, 201, 220, 254][Int(bytes.isEmpty ? 0 : bytes[0]) % 5]
        let section: [UInt8] =
            [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A] + [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        let end: [UInt8] = [28, 0, 0, 0]
        let interface: [UInt8] = [1, 0, 0, 0, 20, 0, 0, 0, type, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0]
        let file = beginning(bytes, with: Array(section.prefix(4)), or: section + end + interface)
        // A block that nobody knows, as long as the reader waits.
        let padding: [UInt8] =
            section + end + [0, 0, 0, 0x40, 12, 0, 1, 0] + [UInt8](repeating: 0, count: CaptureKind.detectionLength + 4)
        _ = DecodedCapture.read(file, header: [], padding: padding)
    }

    /// Sentences and reports line by line, with stamps, comments and binary between them.
    static let logLines = FuzzTarget("log-lines", upTo: 4096) { bytes in
        let file = [UInt8](bytes)
        let isLog = CaptureKind.detect(bytes) == .nmea || CaptureKind.detect(bytes) == .gpsd
        let comment = [0x23] + [UInt8](repeating: 0x2E, count: 1022) + [0x0A]
        let padding = Array("$GPTXT,\n".utf8) + (0...64).flatMap { _ in comment }
        _ = DecodedCapture.read(isLog ? file : Array("$GPTXT,\n".utf8) + file, header: [], padding: padding)
    }

    private static func beginning(_ bytes: Span<UInt8>, with magic: [UInt8], or begin: [UInt8]) -> [UInt8] {
        let file = [UInt8](bytes)
        return file.starts(with: magic) ? file : begin + file
    }
}
