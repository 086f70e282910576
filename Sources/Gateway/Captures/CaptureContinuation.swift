import Transports
public import WireFormats

/// What a header says of the machine that wrote it, and of the capture before (docs/capture-format.md, "Header").
extension CaptureHeader {
    static let bootName = "boot"
    static let bootOffsetName = "boot-offset"
    static let continuesAfterName = "continues-after"
    private static let unknown = "unknown"

    /// Which start of the machine the capture was made in.
    public var boot: String? { value(Self.bootName) }
    /// Microseconds from the machine's start to offset 0, suspension included.
    public var bootOffset: Int64? { value(Self.bootOffsetName).flatMap { Int64($0) } }
    /// The offset of the continued capture at which this one's offset 0 lies; `nil` when nobody knows.
    public var continuesAfter: Int64? {
        value(Self.continuesAfterName).flatMap { Int64($0) }.flatMap { (0...Self.latest).contains($0) ? $0 : nil }
    }
    /// Whether it says where it goes on with the capture before, be it that nobody knows.
    var statesGap: Bool { value(Self.continuesAfterName) != nil }

    /// About 35 years: sums of some such offsets are safe.
    static let latest: Int64 = 1 << 50

    /// States in which start of the machine, and when, offset 0 lies.
    ///
    /// - Parameter clock: of a moment just after that.
    mutating func begin(at clock: CaptureClock) {
        guard let boot = clock.boot else { return }
        let since = start.map { clock.time.wall &- $0 } ?? 0
        set(Self.bootName, boot)
        set(Self.bootOffsetName, String(clock.time.uptime &- ((0...Self.mostSince).contains(since) ? since : 0)))
    }

    /// Longer than it takes to begin a capture; the wall clock was set in between, then.
    private static let mostSince: Int64 = 1_000_000

    mutating func goOn(with identity: String, after offset: Int64?) {
        continues = identity
        set(Self.continuesAfterName, offset.map { String($0) } ?? Self.unknown)
    }

    private func value(_ name: String) -> String? { settings.last { $0.name == name }?.value }

    private mutating func set(_ name: String, _ value: String) {
        settings.removeAll { $0.name == name }
        settings.append(Setting(name: name, value: value))
    }
}

extension CaptureReader {
    /// Whether the first command, if there is one, is another than to go on with a workout that was cut off: then no workout runs on into
    /// the capture, though it may name the one before.
    ///
    /// To be asked of a reader that has read nothing.
    mutating func beginsAnew() -> Bool {
        for _ in 0..<Self.mostBeforeResuming {
            guard let record = try? next() else { return false }
            if case .command(let command) = record.input { return command != .resume(automatic: true) }
        }
        return false
    }

    /// Pairings and priorities stand before it, and links that were quicker.
    private static let mostBeforeResuming = 4096
}
