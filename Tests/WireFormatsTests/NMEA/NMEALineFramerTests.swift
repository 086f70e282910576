import TestSupport
import Testing
import WireFormats

@Suite struct NMEALineFramerTests {
    static let void = "GPRMC,205150.00,V,,,,,,,,,,,V"

    @Test func lowerCaseChecksumOfAMagellan() {
        let (bodies, counters) = framed([UInt8]("$GPRMC,205150.00,V,,,,,,,,,,,V*4a\r\n".utf8))
        #expect(bodies == [Self.void])
        #expect(counters.valid == 1)
        #expect(counters.longest == 33)
    }

    @Test(arguments: ["\r\n", "\n", "\r", ""]) func everyLineEnd(end: String) {
        let text = "$GPRMC,205150.00,V,,,,,,,,,,,V*4A" + end
        let (bodies, counters) = framed([UInt8]((text + text).utf8))
        #expect(bodies == [Self.void, Self.void])
        #expect(counters.noChecksum + counters.truncated + counters.badChecksum == 0)
    }

    /// triton400: a GGA lost its end, and the GLL after it must not be lost too.
    @Test func aNewStartAbandonsTheOldSentence() {
        let (bodies, counters) = framed([UInt8]("$GPGGA,030130$GPGLL,2638.1728,N,08011.3893,W,030131.000,A,A*41\r\n".utf8))
        #expect(bodies == ["GPGLL,2638.1728,N,08011.3893,W,030131.000,A,A"])
        #expect(counters.valid == 1)
        #expect(counters.truncated == 1)
    }

    @Test func wrongAndMissingChecksums() {
        let text =
            "$GPRMC,205150.00,V,,,,,,,,,,,V*4B\r\n$GPGLL,,,,,,V\r\n$GPBOD,,T,,M,,*\r\n$GPBOD,,T,,M,,*4\r\n$GPBOD,,T,,M,,*G0\r\n"
        let (bodies, counters) = framed([UInt8](text.utf8))
        #expect(bodies.isEmpty)
        #expect(counters.badChecksum == 1)
        #expect(counters.noChecksum == 1)
        #expect(counters.truncated == 3)
    }

    @Test func anExclamationMarkStartsASentenceToo() {
        let ais = line("AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0", start: "!")
        #expect(framed(ais).bodies.count == 1)
        #expect(framed([UInt8]("$GPGGA,0301".utf8) + ais).counters.truncated == 1)
        var formatters: [NMEAFormatter] = []
        var framer = NMEALineFramer()
        framer.append(line("GPRMC,205150.00,V,,,,,,,,,,,V", start: "!")) { formatters.append($0.formatter) }
        #expect(formatters == [.other])
    }

    /// Binary between and inside sentences, with false starts; a header's length is never believed.
    @Test func binaryBetweenSentences() {
        let ubx: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF, 0x24, 0x41, 0x00, 0x0D, 0x0A, 0x24, 0x2A, 0x24]
        let good = line(Self.void)
        let (bodies, counters) = framed(ubx + good + [0xD3, 0x00, 0x3F] + good + [UInt8]("$GPGGA,12".utf8) + [0x80] + good)
        #expect(bodies == [Self.void, Self.void, Self.void])
        #expect(counters.truncated == 1)
        #expect(counters.noChecksum == 0)
        // B5 01 07 FF FF 00, D3 00, 80; 62, 24, 41, 2A and 3F are printable.
        #expect(counters.nonASCIIBytes == 9)
    }

    @Test func tabEndsASentenceAndIsNotForeign() {
        let (bodies, counters) = framed([UInt8]("$GPGLL,,\t,,,V*00\r\n".utf8))
        #expect(bodies.isEmpty)
        #expect(counters.nonASCIIBytes == 0)
        #expect(counters.truncated == 1)
    }

    /// Every cut into two, and every chunk size: the same sentences and counts.
    @Test func chunksSplitAnywhere() {
        let noise: [UInt8] = [0xB5, 0x62, 0x24, 0x00]
        let bytes =
            line(Self.void) + noise + line("GNTXT,01,01,02,ANTSTATUS=OK, + (fine)") + [UInt8]("$GPGGA,03$GPGLL,1\r\n".utf8)
            + line("GNRMC,003956.00,A,4552.65403,S,17030.00668,E,0.025,,120419,,,A,V")
        let whole = framed(bytes)
        #expect(whole.bodies.count == 3)
        for size in 1...bytes.count {
            let cut = framed(bytes, chunk: size)
            #expect(cut.bodies == whole.bodies)
            #expect(cut.counters == whole.counters)
        }
    }

    /// 411 characters are met; beyond 1024 a sentence is dropped and the next one read.
    @Test(arguments: [83, 411, 1020, 1021, 1022, 5000]) func longSentences(length: Int) {
        let body = "PLONG," + String(repeating: "7", count: length - 6)
        let isKept = length + 4 <= NMEALineFramer.longestAccepted
        for chunk in [Int.max, 100, 1] {
            let (bodies, counters) = framed(line(body) + line(Self.void), chunk: chunk)
            #expect(bodies == (isKept ? [body, Self.void] : [Self.void]))
            #expect(counters.truncated == (isKept ? 0 : 1))
            #expect(counters.over82 == (isKept ? 1 : 0))
        }
    }

    @Test func over82CountsTheLineEnd() {
        // 82 characters with CR LF: $ + 76 + *hh + CR LF.
        let just = "PX," + String(repeating: "1", count: 73)
        #expect(framed(line(just)).counters.over82 == 0)
        #expect(framed(line(just + "1")).counters.over82 == 1)
    }

    @Test func endOfInputForgetsAPartialSentence() {
        var framer = NMEALineFramer()
        var count = 0
        framer.append([UInt8]("$GPRMC,205150.00,V,,,,,".utf8)) { _ in count += 1 }
        framer.discardPartial()
        framer.append([UInt8](",,,,,,V*4A\r\n".utf8)) { _ in count += 1 }
        #expect(count == 0)
    }

    @Test func randomBytesNeverTrap() {
        var generator = SplitMix(state: 7)
        let letters = [UInt8]("$!*,.0123456789ABCDEFGPRMCGAN\r\n".utf8) + [0x00, 0x7F, 0xFF, 0xB5]
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? 0
            }
            let whole = framed(bytes)
            #expect(framed(bytes, chunk: Int.random(in: 1...17, using: &generator)).counters == whole.counters)
        }
    }
}

/// The same numbers on every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
