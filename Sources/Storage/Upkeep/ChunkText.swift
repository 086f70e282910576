import JSONText
import Workouts

/// The rows of a chunk in columns, as lines of a dump have them: readable without knowing how chunks are coded.
enum ChunkText {
    /// - Parameter form: of the series, or `places`.
    /// - Returns: JSON; `nil` when the chunk is damaged or the form unknown.
    static func columns(of chunk: PackedChunk, form: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        switch form {
        case "samples": chunk.samples.map { SampleColumnsText($0) }?.write(to: &bytes)
        case "beats": chunk.beats.map { BeatColumnsText($0) }?.write(to: &bytes)
        case "amounts", "legs", "spans": chunk.spans.map { SpanColumnsText($0) }?.write(to: &bytes)
        case "segments": chunk.segments.map { SegmentColumnsText($0) }?.write(to: &bytes)
        case "places": chunk.locations.map { PlaceColumnsText($0) }?.write(to: &bytes)
        default: break
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The chunk that such columns make.
    static func chunk(_ json: PlacedJSON, form: String) -> PackedChunk? {
        switch form {
        case "samples": SampleColumnsText(reading: json)?.chunk
        case "beats": BeatColumnsText(reading: json)?.chunk
        case "amounts", "legs", "spans": SpanColumnsText(reading: json)?.chunk
        case "segments": SegmentColumnsText(reading: json)?.chunk
        case "places": PlaceColumnsText(reading: json)?.chunk
        default: nil
        }
    }
}

private struct SampleColumnsText: Record {
    var offsets: [Offset] = []
    var values: [Double] = []
    static var blank: Self { Self() }

    init() {}
    init(_ samples: [(offset: Offset, value: Double)]) {
        offsets = samples.map(\.offset)
        values = samples.map(\.value)
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("offset_us", &offsets)
        coder.value("value", &values)
    }

    var chunk: PackedChunk? { offsets.count == values.count ? PackedChunk(Array(zip(offsets, values))) : nil }
}

private struct SpanColumnsText: Record {
    var starts: [Offset] = []
    var ends: [Offset] = []
    var values: [Double] = []
    static var blank: Self { Self() }

    init() {}
    init(_ spans: [ValueSpan]) {
        starts = spans.map(\.start)
        ends = spans.map(\.end)
        values = spans.map(\.value)
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("start_us", &starts)
        coder.value("end_us", &ends)
        coder.value("value", &values)
    }

    var chunk: PackedChunk? {
        guard starts.count == ends.count, starts.count == values.count else { return nil }
        return PackedChunk(starts.indices.map { ValueSpan(start: starts[$0], end: ends[$0], value: values[$0]) })
    }
}

private struct SegmentColumnsText: Record {
    var spans = SpanColumnsText()
    var sources: [Int] = []
    var beginWithSamples: [Bool] = []
    static var blank: Self { Self() }

    init() {}
    init(_ segments: [Timeline.Segment]) {
        spans = SpanColumnsText(segments.map { ValueSpan(start: $0.start, end: $0.end, value: $0.value) })
        sources = segments.map { Int($0.source.rawValue) }
        beginWithSamples = segments.map(\.beginsWithSample)
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        spans.visit(&coder)
        coder.value("source", &sources)
        coder.value("begins_with_sample", &beginWithSamples)
    }

    var chunk: PackedChunk? {
        let counts = [spans.starts.count, spans.ends.count, spans.values.count, sources.count, beginWithSamples.count]
        guard Set(counts).count == 1 else { return nil }
        return PackedChunk(
            sources.indices.map { index in
                Timeline.Segment(
                    start: spans.starts[index], end: spans.ends[index], value: spans.values[index],
                    source: SourceID(UInt16(clamping: sources[index])), beginsWithSample: beginWithSamples[index])
            })
    }
}

private struct BeatColumnsText: Record {
    var sources: [Int] = []
    var offsets: [Offset] = []
    var missed: [Int] = []
    /// RR-intervals of all rows one after the other, and how many each row has.
    var counts: [Int] = []
    var ticks: [Int] = []
    static var blank: Self { Self() }

    init() {}
    init(_ beats: [Beats]) {
        sources = beats.map { Int($0.source.rawValue) }
        offsets = beats.map(\.offset)
        missed = beats.map(\.missed)
        counts = beats.map(\.rrTicks.count)
        ticks = beats.flatMap { $0.rrTicks.map { Int($0) } }
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("source", &sources)
        coder.value("offset_us", &offsets)
        coder.value("missed", &missed)
        coder.value("intervals", &counts)
        coder.value("rr_1024", &ticks)
    }

    var chunk: PackedChunk? {
        guard Set([sources.count, offsets.count, missed.count, counts.count]).count == 1 else { return nil }
        var rest = ticks[...]
        var beats: [Beats] = []
        for index in sources.indices {
            guard counts[index] >= 0, counts[index] <= rest.count else { return nil }
            beats.append(
                Beats(
                    source: SourceID(UInt16(clamping: sources[index])), offset: offsets[index],
                    rrTicks: rest.prefix(counts[index]).map { UInt16(clamping: $0) }, missed: missed[index]))
            rest = rest.dropFirst(counts[index])
        }
        return PackedChunk(beats)
    }
}

private struct PlaceColumnsText: Record {
    var offsets: [Offset] = []
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    var altitudes: [Double?] = []
    var speeds: [Double?] = []
    var courses: [Double?] = []
    var horizontal: [Double?] = []
    var vertical: [Double?] = []
    var ofSpeed: [Double?] = []
    var ofCourse: [Double?] = []
    static var blank: Self { Self() }

    init() {}
    init(_ places: [Location]) {
        offsets = places.map(\.offset)
        latitudes = places.map(\.latitude)
        longitudes = places.map(\.longitude)
        altitudes = places.map(\.altitudeMetres)
        speeds = places.map(\.speedMetresPerSecond)
        courses = places.map(\.courseDegrees)
        horizontal = places.map(\.horizontalAccuracyMetres)
        vertical = places.map(\.verticalAccuracyMetres)
        ofSpeed = places.map(\.speedAccuracyMetresPerSecond)
        ofCourse = places.map(\.courseAccuracyDegrees)
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("offset_us", &offsets)
        coder.value("latitude", &latitudes)
        coder.value("longitude", &longitudes)
        coder.value("altitude_m", &altitudes)
        coder.value("speed_m_s", &speeds)
        coder.value("course", &courses)
        coder.value("horizontal_accuracy_m", &horizontal)
        coder.value("vertical_accuracy_m", &vertical)
        coder.value("speed_accuracy_m_s", &ofSpeed)
        coder.value("course_accuracy", &ofCourse)
    }

    var chunk: PackedChunk? {
        let optional = [altitudes, speeds, courses, horizontal, vertical, ofSpeed, ofCourse].map(\.count)
        guard Set([offsets.count, latitudes.count, longitudes.count] + optional).count == 1 else { return nil }
        return PackedChunk(
            offsets.indices.map { index in
                Location(
                    offset: offsets[index], latitude: latitudes[index], longitude: longitudes[index],
                    altitudeMetres: altitudes[index], speedMetresPerSecond: speeds[index], courseDegrees: courses[index],
                    horizontalAccuracyMetres: horizontal[index], verticalAccuracyMetres: vertical[index],
                    speedAccuracyMetresPerSecond: ofSpeed[index],
                    courseAccuracyDegrees: ofCourse[index])
            })
    }
}
