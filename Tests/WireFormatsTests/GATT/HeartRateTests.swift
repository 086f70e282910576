import TestSupport
import Testing
import WireFormats

@Suite struct HeartRateTests {
    @Test func contactAndOneRRInterval() throws {
        let measurement = try HeartRateMeasurement(decoding: [0x16, 0x8E, 0xB1, 0x01])
        #expect(measurement.beatsPerMinute == 142)
        #expect(measurement.hasSkinContact == true)
        #expect(measurement.energyExpendedKilojoules == nil)
        #expect(measurement.rrIntervals == [433])
        #expect(measurement.remainder.isEmpty)
    }

    @Test func lostContactIsNoHeartOfZeroBeats() throws {
        let measurement = try HeartRateMeasurement(decoding: [0x14, 0x00])
        #expect(measurement.beatsPerMinute == 0)
        #expect(measurement.heartBeatsPerMinute == nil)
        #expect(measurement.hasSkinContact == false)
        #expect(measurement.rrIntervals == [])
    }

    /// Some straps never say "contact": their rate stands.
    @Test func rateStandsWithoutContact() throws {
        #expect(try HeartRateMeasurement(decoding: [0x04, 0x48]).heartBeatsPerMinute == 72)
    }

    /// A contact bit means nothing where the feature is not supported.
    @Test(arguments: [0x00, 0x02] as [UInt8])
    func contactUnsupported(flags: UInt8) throws {
        #expect(try HeartRateMeasurement(decoding: [flags, 65]).hasSkinContact == nil)
    }

    /// Longer links than the usual one carry more intervals than are kept in place: 255 fill the longest value, 512 bytes.
    @Test(arguments: [0, 1, 9, 10, 255])
    func manyRRIntervals(count: Int) throws {
        let ticks = (0..<count).map { UInt16(700 + $0) }
        var bytes: [UInt8] = [0x10, 60]
        for tick in ticks { bytes += [UInt8(truncatingIfNeeded: tick), UInt8(tick >> 8)] }
        let intervals = try #require(try HeartRateMeasurement(decoding: bytes).rrIntervals)
        #expect(Array(intervals) == ticks)
        #expect(intervals.count == count)
    }

    @Test func rrIntervalsCompare() {
        #expect(RRIntervals([1, 2]) == [1, 2])
        #expect(RRIntervals([1, 2]) != [2, 1])
        #expect(RRIntervals([1]) != [1, 0])
    }

    @Test(arguments: [([], "flags"), ([0x00], "heart rate"), ([0x01, 0x2C], "heart rate")] as [([UInt8], FieldName)])
    func cutShort(bytes: [UInt8], field: FieldName) {
        #expect(throws: WireError.truncated(field: field)) { try HeartRateMeasurement(decoding: bytes) }
    }

    /// Energy that is cut takes the intervals behind it along: they cannot be found.
    @Test func cutEnergyHidesIntervals() throws {
        let measurement = try HeartRateMeasurement(decoding: [0x18, 0x40, 0x10])
        #expect(measurement.energyExpendedKilojoules == nil)
        #expect(measurement.rrIntervals == nil)
        #expect(measurement.remainder == PacketRemainder(isTruncated: true))
    }

    @Test func bytesWithoutAFieldTrail() throws {
        #expect(try HeartRateMeasurement(decoding: [0x00, 0x40, 1, 2, 3]).remainder == PacketRemainder(trailingByteCount: 3))
    }

    @Test func controlPoint() throws {
        #expect(HeartRateControlPoint.resetEnergyExpended.encoded() == [1])
        #expect(try HeartRateControlPoint(decoding: [1]) == .resetEnergyExpended)
        #expect(throws: WireError.invalid(field: "command", value: 2)) { try HeartRateControlPoint(decoding: [2]) }
        #expect(throws: WireError.truncated(field: "command")) { try HeartRateControlPoint(decoding: []) }
    }

    @Test func bodySensorLocation() throws {
        #expect(try BodySensorLocation(decoding: [2]).rawValue == 2)
        #expect(try BodySensorLocation(decoding: [7]).rawValue == 7)
    }
}

extension RRIntervals {
    fileprivate init(_ ticks: [UInt16]) {
        self.init()
        for tick in ticks { append(tick) }
    }
}
