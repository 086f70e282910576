import TestSupport
import Testing
import WireFormats

@Suite struct ANTMessageFramerTests {
    /// The reference's row A24: noise, a false sync that swallows a frame's head, a frame inside it, a partial frame.
    static let noisy = [UInt8](
        hex: "00 FF A4 09 4E 00 10 01 FF 5A C8 00 C8 00 57 A4 09 A4 03 40 00 01 02 E4 A4 09 4E 00 10")

    private func drain(_ framer: inout ANTMessageFramer) -> [ANTMessage] {
        var messages: [ANTMessage] = []
        while let message = framer.nextMessage() { messages.append(message) }
        return messages
    }

    private func expectNoisy(_ framer: ANTMessageFramer, _ messages: [ANTMessage]) {
        #expect(messages.map(\.id) == [.broadcastData, .response])
        #expect(framer.skippedBytes == 4)
        #expect(framer.checksumErrors == 1)
        #expect(framer.pendingBytes == 5)
    }

    @Test func everySplitPoint() {
        for split in 0...Self.noisy.count {
            var framer = ANTMessageFramer()
            framer.append(Array(Self.noisy.prefix(split)))
            var messages = drain(&framer)
            framer.append(Array(Self.noisy.dropFirst(split)))
            messages += drain(&framer)
            expectNoisy(framer, messages)
        }
    }

    @Test func byteByByte() {
        var framer = ANTMessageFramer()
        var messages: [ANTMessage] = []
        for byte in Self.noisy {
            framer.append([byte])
            messages += drain(&framer)
        }
        expectNoisy(framer, messages)
    }

    @Test func everyTruncationOfAFrameWaits() {
        let frame = ANTMessageTests.withEverything
        for count in 0..<frame.count {
            var framer = ANTMessageFramer()
            framer.append(Array(frame.prefix(count)))
            #expect(framer.nextMessage() == nil)
            #expect(framer.skippedBytes == 0)
            framer.append(Array(frame.dropFirst(count)))
            #expect(framer.nextMessage()?.encoded() == frame)
        }
    }

    @Test func zeroPaddingBetweenFrames() {
        var framer = ANTMessageFramer()
        framer.append(ANTMessageTests.plain + [0, 0] + ANTMessageTests.plain + [0, 0])
        #expect(drain(&framer).count == 2)
        #expect(framer.skippedBytes == 4)
        #expect(framer.pendingBytes == 0)
        #expect(framer.checksumErrors == 0)
    }

    @Test func aLengthAbove40IsNoise() {
        var framer = ANTMessageFramer()
        framer.append([0xA4, 41] + ANTMessageTests.plain)
        #expect(drain(&framer).count == 1)
        #expect(framer.skippedBytes == 2)
        #expect(framer.checksumErrors == 0)
    }

    @Test func theLongestFrame() {
        let message = ANTMessage(.version, [UInt8](repeating: 0xA4, count: 40))
        var framer = ANTMessageFramer()
        framer.append(message.encoded())
        #expect(framer.nextMessage() == message)
        #expect(framer.pendingBytes == 0)
    }

    /// One bit of noise anywhere costs that frame at most, and never a later one.
    @Test func theFrameAfterABadOneIsFound() {
        let frame = ANTMessageTests.withEverything
        for index in frame.indices {
            for bit in 0..<8 {
                var bad = frame
                bad[index] ^= 1 << UInt8(bit)
                var framer = ANTMessageFramer()
                // Enough to outlast the longest length a flipped bit can claim.
                framer.append(bad + frame + frame + frame)
                let found = drain(&framer).filter { $0.encoded() == frame }
                #expect(found.count == 3, "byte \(index) bit \(bit)")
            }
        }
    }

    @Test func everyByteIsAccountedFor() {
        var random = SeededGenerator(seed: 7)
        var framer = ANTMessageFramer()
        var total = 0
        var framed = 0
        for _ in 0..<2000 {
            var chunk = random.bytes(Int.random(in: 0...90, using: &random))
            for index in chunk.indices where chunk[index] & 0x0F == 0 { chunk[index] = 0xA4 }
            total += chunk.count
            framer.append(chunk)
            for message in drain(&framer) { framed += message.payloadCount + 4 }
            #expect(framer.pendingBytes < 44)
        }
        #expect(framed + framer.skippedBytes + framer.pendingBytes == total)
    }

    @Test func whoNeverAsksIsBounded() {
        var framer = ANTMessageFramer()
        for _ in 0..<400 { framer.append([UInt8](repeating: 0xA4, count: 1024)) }
        #expect(framer.pendingBytes <= 65536 + 1024)
        #expect(framer.pendingBytes + framer.skippedBytes == 400 * 1024)
    }

    @Test func aResetForgetsWhatWasUnderWay() {
        var framer = ANTMessageFramer()
        framer.append(Array(ANTMessageTests.plain.prefix(6)))
        framer.reset()
        framer.append(ANTMessageTests.plain)
        #expect(framer.nextMessage()?.encoded() == ANTMessageTests.plain)
        #expect(framer.skippedBytes == 6)
    }
}
