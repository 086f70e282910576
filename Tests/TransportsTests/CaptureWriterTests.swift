import Foundation
import Testing
import WireFormats

@testable import Transports

@Suite struct CaptureWriterTests {
    private static let header = CaptureHeader(identity: "0123456789abcdef0123456789abcdef", start: nil, isSynchronised: false)

    private static func record(_ number: Int) -> CaptureRecord {
        CaptureRecord(offset: Int64(number) * 1000, input: .bytes(LinkID(1), [UInt8](repeating: 0xA4, count: 64)))
    }

    @Test func aFullDiskIsAState() {
        let writer = CaptureWriter(path: "/dev/full", header: Self.header, descriptor: open("/dev/full", O_WRONLY))
        #expect(writer.state == .suspended(code: ENOSPC, lostRecords: 0))
        for number in 0..<20_000 { writer.append(Self.record(number)) }
        guard case .suspended(ENOSPC, let lost) = writer.state else {
            Issue.record("the state is \(writer.state)")
            return
        }
        // 1 MiB may wait, and a line is of about 145 bytes.
        #expect(lost > 12_000 && lost < 14_000)
        #expect(writer.shortfall == nil)
        writer.close()
        #expect(writer.shortfall == CaptureWriter.Shortfall(code: ENOSPC, lostRecords: lost))
    }

    /// A pipe that nobody reads stands for a disk without room; reading it makes room. No line is torn, nothing is lost unsaid.
    @Test func thereIsRoomAgain() throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let writer = CaptureWriter(path: "pipe", header: Self.header, descriptor: ends[1])
        let count = 20_000
        for number in 0..<count { writer.append(Self.record(number)) }
        guard case .suspended(EAGAIN, let lost) = writer.state else {
            Issue.record("the state is \(writer.state)")
            return
        }
        writer.append(CaptureRecord(offset: Int64(count) * 1000, input: .command(.lap)))

        var decoder = CaptureDecoder()
        var block = [UInt8](repeating: 0, count: 1 << 16)
        func drain() {
            while case let length = read(ends[0], &block, block.count), length > 0 {
                decoder.append(block.span.extracting(0..<length))
            }
        }
        var end = count
        while writer.state != .writing, end < count + 1000 {
            drain()
            end += 1
            writer.append(CaptureRecord(offset: Int64(end) * 1000, input: .tick))
        }
        #expect(writer.state == .writing)
        writer.append(Self.record(end + 1))
        writer.close()
        #expect(writer.shortfall == nil)
        drain()
        close(ends[0])
        decoder.finish()

        var values = 0
        var dropped = 0
        var laps = 0
        while let record = try decoder.next() {
            switch record.input {
            case .bytes: values += 1
            case .dropped(let link, let missing):
                #expect(link == LinkID(1))
                dropped += missing
            case .command(.lap): laps += 1
            default: break
            }
        }
        #expect(values + dropped == count + 1)
        #expect(dropped == lost)
        #expect(laps == 1)
        #expect(decoder.ending == .complete)
    }
}
