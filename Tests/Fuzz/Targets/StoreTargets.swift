import Glibc
import JSONText
import Storage
import WireFormats
import Workouts

extension FuzzTarget {
    /// Any bytes as a chunk of each kind of rows: `nil` or rows, and rows that were read are packed and read as the same.
    static let storeChunk = FuzzTarget("store-chunk", upTo: 2048) { bytes in
        let file = [UInt8](bytes)
        guard let most = file.first else { return }
        let words = Array(file.dropFirst().prefix((file.count - 1) / 8 * 8))
        // What the first row is stands in front, so that many inputs hold what their chunk says.
        for count in [Int(most) + 1, PackedChunk.mostRows, PackedChunk.mostRows + 1, 0, -1] {
            for edge in [Offset.zero, Offset(microseconds: 1_000_000)] {
                check(PackedChunk(bytes: words, count: count, first: .zero, last: edge))
            }
        }
        packAndRead(file)
    }

    private static func check(_ chunk: PackedChunk) {
        if let samples = chunk.samples {
            let again = PackedChunk(samples)?.samples
            precondition(
                again?.elementsEqual(samples) { $0.offset == $1.offset && $0.value.bitPattern == $1.value.bitPattern } == true,
                "samples changed on their way")
        }
        if let beats = chunk.beats { precondition(PackedChunk(beats)?.beats == beats, "beats changed on their way") }
        if let segments = chunk.segments {
            precondition(PackedChunk(segments)?.segments?.count == segments.count, "segments were lost")
        }
        if let locations = chunk.locations {
            precondition(PackedChunk(locations)?.locations?.count == locations.count, "places were lost")
        }
        if let spans = chunk.spans {
            precondition(PackedChunk(spans)?.spans?.count == spans.count, "spans were lost")
        }
    }

    /// Numbers of any kind are read back bit by bit.
    private static func packAndRead(_ file: [UInt8]) {
        var samples: [(offset: Offset, value: Double)] = []
        var offset: Int64 = 0
        for start in stride(from: 0, to: file.count - 9, by: 10) where samples.count < PackedChunk.mostRows {
            let bits = file[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            offset += Int64(file[start + 8]) << 8 | Int64(file[start + 9])
            // Odd bytes make the short decimals that sensors say.
            let value = bits & 1 == 0 ? Double(bitPattern: bits) : Double(Int64(truncatingIfNeeded: bits) >> 44) / 10
            samples.append((Offset(microseconds: offset), value))
        }
        guard let chunk = PackedChunk(samples) else { return precondition(samples.isEmpty, "samples that no chunk holds") }
        let again = chunk.samples
        precondition(
            again?.elementsEqual(samples) { $0.offset == $1.offset && $0.value.bitPattern == $1.value.bitPattern } == true,
            "samples changed on their way")
    }

    /// Any lines as a dump, as they are and between a dump's first line and its last: refused with a line, or a store that is sound and
    /// can be dumped.
    static let storeLoad = FuzzTarget("store-load", upTo: 8192) { bytes in
        let file = [UInt8](bytes)
        let first = Array(#"{"format":"wattbeat store","version":1,"counter":99,"pruned":0}"#.utf8)
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        load(lines)
        load([first] + lines + [Array("{\"end\":\(lines.count)}".utf8)])
    }

    private static func load(_ lines: [[UInt8]]) {
        guard let path = ScratchStore.path() else { preconditionFailure("no room for a store") }
        do throws(StorageError) {
            let store = try HistoryStore(path: path, for: .writing, now: { Timestamp(secondsSince1970: 1_800_000_000) })
            var rest = lines[...]
            do throws(StorageError) {
                try store.load { () throws(StorageError) in rest.popFirst() }
            } catch {
                guard case .refused(let why) = error, !why.isEmpty else { preconditionFailure("\(error)") }
                let (workouts, moods) = (try store.workoutIDs(), try store.moods())
                return precondition(workouts.isEmpty && moods.isEmpty, "half a dump stays")
            }
            ScratchStore.isUsed = true
            // What was loaded may be damaged, and says so; nothing traps.
            for id in try store.workoutIDs() { _ = try? store.workout(id) }
            _ = try? store.check()
            _ = try? store.dump { _ in }
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// One store for all runs: a dump that is refused leaves nothing in it.
private enum ScratchStore {
    nonisolated(unsafe) static var isUsed = true
    nonisolated(unsafe) private static var folder: String?

    static func path() -> String? {
        if folder == nil {
            var template = Array("/tmp/wattbeat-fuzz-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return nil }
            folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        guard let path = folder.map({ $0 + "/fuzz.db" }) else { return nil }
        if isUsed { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        isUsed = false
        return path
    }
}
