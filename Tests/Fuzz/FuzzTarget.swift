/// One way into the program that must take any bytes: `make fuzz` throws random ones at it, `make test` every past find.
struct FuzzTarget: Sendable {
    /// As in `make fuzz TARGETS=name`, and the folder of its finds.
    let name: String
    /// Bytes in the longest input that `make fuzz` makes: longer ones take longer and show little more.
    let longestInput: Int
    /// Returns or traps; what it makes of the bytes is for other tests.
    let run: @Sendable (Span<UInt8>) -> Void

    init(_ name: String, upTo longestInput: Int, _ run: @escaping @Sendable (Span<UInt8>) -> Void) {
        self.name = name
        self.longestInput = longestInput
        self.run = run
    }

    /// A target a file in `Targets/`, all of them here.
    static let all: [FuzzTarget] = [
        byteReader, jsonText, jsonReader, gatt, att, antPages, antStream, nmeaStream, gpsd, decodableKinds, capture, btsnoop,
        pcap, pcapng, logLines, hciPackets, usbPackets, zoneSettings, workoutDraft, ingestEngine, replay, attClient, antStick,
        gpsdConversation, blueZ, settings, controlRequest, fit, gpx, tcx, csv, storeChunk, storeLoad,
    ]
}
