import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What the first bytes of a file say is what the whole says.
@Suite struct FITGlanceTests {
    @Test(arguments: OddRides.all) func ownFiles(ride: OddRide) throws {
        let workout = try ride.make()
        let bytes = FITActivity(workout).encoded()
        let glance = try FITGlance(decoding: Array(bytes.prefix(1 << 14)))
        let recording = try #require(FITContents(decoding: bytes).recordings.first)
        #expect(glance.id == recording.id)
        #expect(FITActivity.idWhenRead(of: workout) == recording.id)
        #expect(glance.isOurs && glance.isActivity && glance.isDemo == workout.isDemo)
        #expect(glance.created == recording.clock.origin)
    }

    @Test func demos() throws {
        var workout = try OddRides.noSensors.make()
        workout.isDemo = true
        let glance = try FITGlance(decoding: FITActivity(workout).encoded())
        #expect(glance.isDemo && glance.isOurs)
    }

    /// By the other reader that counted in them.
    @Test(.enabled(if: corpus("activities") != nil), arguments: CorpusFITTests.names) func filesOfDevices(name: String) throws {
        let folder = try #require(corpus("activities"))
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).fit")))
        let glance = try FITGlance(decoding: Array(bytes.prefix(1 << 14)))
        let recording = try #require(FITContents(decoding: bytes).recordings.first)
        #expect(glance.id == recording.id && glance.isActivity && !glance.isOurs && !glance.isDemo)
        let began = try #require(glance.began)
        #expect(began <= recording.clock.origin + TimeSpan(microseconds: 1_000_000))
        #expect(recording.clock.origin - began < TimeSpan(microseconds: 60_000_000))
    }

    @Test func anyPrefix() throws {
        let bytes = FITActivity(try OddRides.nineZones.make()).encoded()
        for length in 0...min(bytes.count, 3000) {
            let prefix = Array(bytes.prefix(length))
            guard length >= 14 else {
                #expect(throws: FITFault.self) { try FITGlance(decoding: prefix) }
                continue
            }
            let glance = try FITGlance(decoding: prefix)
            #expect(length < 200 || glance.id != nil)
        }
    }

    @Test func anyBytes() throws {
        var random = SeededGenerator(seed: 44)
        let whole = FITActivity(try OddRides.capped.make()).encoded()
        for _ in 0..<3000 {
            var bytes = Array(whole.prefix(Int.random(in: 0...600, using: &random)))
            for _ in 0..<8 where bytes.count > 12 {
                bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? FITGlance(decoding: bytes)
        }
    }
}
