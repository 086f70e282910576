import Ingest
import Testing
import TestSupport
import WireFormats

@Suite struct AccumulatedTorqueCounterTests {
    private func value(_ hex: String) throws -> CyclingPowerMeasurement {
        try CyclingPowerMeasurement(decoding: [UInt8](hex: hex))
    }

    /// 16 Nm over two turns of 0.75 s each: 2π × 16 / 1.5 = 67.02 W; torque, count and time all wrap.
    @Test func crank() throws {
        var counter = AccumulatedTorqueCounter()
        #expect(counter.apply(try value("2C00 C800 00FF FFFF 00FC")) == nil)
        let watts = try #require(counter.apply(try value("2C00 C800 0001 0100 0002")))
        #expect(abs(watts - 67.0206) < 0.0001)
    }

    /// 2 Nm in half a second of a wheel that counts in 1/2048 s: 2π × 2 / 0.5 = 25.13 W.
    @Test func wheel() throws {
        var counter = AccumulatedTorqueCounter()
        _ = counter.apply(try value("1400 C800 0000 64000000 0000"))
        let watts = try #require(counter.apply(try value("1400 C800 4000 65000000 0004")))
        #expect(abs(watts - 25.1327) < 0.0001)
    }

    @Test func fallingSumIsNegativePower() throws {
        var counter = AccumulatedTorqueCounter()
        _ = counter.apply(try value("2C00 C800 4000 0000 0000"))
        let watts = try #require(counter.apply(try value("2C00 C800 2000 0100 0004")))
        #expect(abs(watts + 6.2832) < 0.0001)
    }

    @Test func repetitionAndAbsenceAreNoNews() throws {
        var counter = AccumulatedTorqueCounter()
        _ = counter.apply(try value("2C00 C800 0000 0000 0000"))
        #expect(counter.apply(try value("2C00 C800 0000 0000 0000")) == nil)
        #expect(counter.apply(try value("0000 C800")) == nil)
        #expect(counter.apply(try value("0400 C800 FFFF")) == nil)
        #expect(counter.apply(try value("2C00 C800 2000 0100 0004")) != nil)
        counter.forget()
        #expect(counter.apply(try value("2C00 C800 4000 0200 0008")) == nil)
    }
}
