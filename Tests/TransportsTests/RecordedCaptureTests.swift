import Foundation
import TestSupport
import Testing
import Transports
import WireFormats

/// The recorded rides, read and counted; the counts are tshark 4.0.17's of the same files:
///
///     tshark -r ble.btsnoop -Y 'btatt.opcode==0x1b' -T fields -e bthci_acl.chandle -e btatt.handle | sort | uniq -c
///     tshark -r ant.pcap -Y 'usb.transfer_type==3 && usb.urb_type==67 && usb.endpoint_address.direction==1 && usb.data_len>0' \
///         -T fields -e usb.device_address -e usb.data_len
@Suite struct RecordedCaptureTests {
    struct Count: Sendable, CustomTestStringConvertible {
        var file: String
        var kind: LinkIdentity.Kind
        var values: Int
        var bytes: Int?
        var testDescription: String { "\(file) \(kind)" }
    }

    static let counts = [
        Count(file: "morning-ride/ble.btsnoop", kind: .gatt(characteristic: 0x2A37), values: 1201),
        Count(file: "morning-ride/ble.btsnoop", kind: .gatt(characteristic: 0x2A63), values: 1204),
        // Two reads and a notification of the strap's battery, one read of the meter's.
        Count(file: "morning-ride/ble.btsnoop", kind: .gatt(characteristic: 0x2A19), values: 4),
        Count(file: "morning-ride/ant.pcap", kind: .ant, values: 4918, bytes: 88_302),
        Count(file: "morning-ride/gps.nmea", kind: .nmea, values: 4896),
        Count(file: "duathlon/ble.btsnoop", kind: .gatt(characteristic: 0x2A37), values: 1444),
        Count(file: "duathlon/ble.btsnoop", kind: .gatt(characteristic: 0x2A63), values: 626),
        Count(file: "duathlon/gps.nmea", kind: .nmea, values: 5868),
    ]

    @Test(
        .enabled("the recorded rides are not there") {
            counts.allSatisfy { FileManager.default.fileExists(atPath: Fixture("captures/\($0.file)").url.path) }
        }, arguments: counts)
    func asManyAsTsharkFinds(count: Count) throws {
        var reader = try CaptureReader(path: Fixture("captures/\(count.file)").url.path)
        var kinds: [LinkID: LinkIdentity.Kind] = [:]
        var (values, bytes) = (0, 0)
        var last: Int64 = 0
        while let record = try reader.next() {
            #expect(record.offset >= last)
            last = record.offset
            if case .linkOpened(let link, let identity) = record.input { kinds[link] = identity.kind }
            guard case .bytes(let link, let payload) = record.input, kinds[link] == count.kind else { continue }
            values += 1
            bytes += payload.count
        }
        #expect(values == count.values)
        if let expected = count.bytes { #expect(bytes == expected) }
        #expect(reader.ending == .complete)
        #expect(reader.findings.undiscovered.isEmpty)
    }
}
