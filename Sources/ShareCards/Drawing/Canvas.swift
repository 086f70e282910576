import CCairo
import Synchronization

/// Paints drawings and measures their text: the only calls of cairo and pango.
///
/// Letters are placed by their outlines alone, not fitted to pixels, so that a line is as wide at every scale. Where the machine lacks
/// a family, another one is taken; which ones were is told.
final class Canvas: TextMeasure {
    private let handles: Handles
    private var context: OpaquePointer { handles.context }
    private var layout: OpaquePointer { handles.layout }
    private let isMonochrome: Bool
    private let families: [Font.Face: String]
    /// Of every text painted.
    private(set) var usedFamilies: Set<String> = []

    /// What a canvas owns; only its own calls reach it.
    private struct Handles: @unchecked Sendable {
        let surface: OpaquePointer
        let context: OpaquePointer
        let layout: OpaquePointer
    }

    /// One canvas at a time: cairo opens a font's file for one thread while another one reads letters from it, and falls. Every call
    /// of it is made within.
    private static let turn = Mutex(())
    /// The fonts, loaded once for all canvases.
    nonisolated(unsafe) private static let fontMap = pango_cairo_font_map_new()

    /// - Parameters:
    ///   - width: pixels, with `height` what can be painted on; measuring needs none.
    ///   - scale: pixels for each of the drawing's.
    init(
        width: Int = 1, height: Int = 1, scale: Int = 1, isMonochrome: Bool = false, fonts: FontFamilies
    ) throws(DrawingError) {
        let handles = Self.turn.withLock { _ in Self.handles(width: width, height: height) }
        guard let handles else { throw .outOfMemory }
        self.handles = handles
        self.isMonochrome = isMonochrome
        families = [.text: fonts.text, .display: fonts.display]
        try Self.turn.withLock { _ throws(DrawingError) in
            try Self.check(cairo_status(context))
            cairo_scale(context, Double(scale), Double(scale))
            cairo_set_antialias(context, isMonochrome ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT)
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            setUpText(language: fonts.language)
        }
    }

    private static func handles(width: Int, height: Int) -> Handles? {
        guard
            let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height)),
            let context = cairo_create(surface), let text = pango_font_map_create_context(fontMap)
        else { return nil }
        pango_cairo_update_context(context, text)
        guard let layout = pango_layout_new(text) else { return nil }
        g_object_unref(UnsafeMutableRawPointer(text))
        return Handles(surface: surface, context: context, layout: layout)
    }

    deinit {
        Self.turn.withLock { _ in
            g_object_unref(UnsafeMutableRawPointer(layout))
            cairo_destroy(context)
            cairo_surface_destroy(handles.surface)
        }
    }

    private func setUpText(language: String) {
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, isMonochrome ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_GRAY)
        let text = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(text, options)
        pango_cairo_context_set_resolution(text, 72)
        pango_context_set_round_glyph_positions(text, 0)
        pango_context_set_language(text, pango_language_from_string(language))
        cairo_font_options_destroy(options)
        pango_layout_context_changed(layout)
    }

    private static func check(_ status: cairo_status_t) throws(DrawingError) {
        switch status {
        case CAIRO_STATUS_SUCCESS: return
        case CAIRO_STATUS_NO_MEMORY: throw .outOfMemory
        default: throw .failed(reason: cairo_status_to_string(status).map { String(cString: $0) } ?? "")
        }
    }

    // MARK: Text

    private func set(_ text: String, _ font: Font) {
        let description = pango_font_description_new()
        pango_font_description_set_family(description, families[font.face] ?? "")
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(font.weight.rawValue)))
        pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_width(layout, -1)
        pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    }

    func width(of text: String, in font: Font) -> Double {
        Self.turn.withLock { _ in
            set(text, font)
            var extents = PangoRectangle()
            pango_layout_get_extents(layout, nil, &extents)
            return Double(extents.width) / Double(PANGO_SCALE)
        }
    }

    func lines(of text: String, in font: Font, width: Double, breaksWords: Bool) -> [String] {
        Self.turn.withLock { _ in broken(text, font, width: width, breaksWords: breaksWords) }
    }

    private func broken(_ text: String, _ font: Font, width: Double, breaksWords: Bool) -> [String] {
        set(text, font)
        pango_layout_set_width(layout, Int32(clamping: Int(width * Double(PANGO_SCALE))))
        pango_layout_set_wrap(layout, breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
        let bytes = Array(text.utf8)
        return (0..<max(1, pango_layout_get_line_count(layout))).compactMap { index in
            guard let line = pango_layout_get_line_readonly(layout, index)?.pointee else { return nil }
            let start = min(max(0, Int(line.start_index)), bytes.count)
            let end = min(max(start, start + Int(line.length)), bytes.count)
            return String(decoding: bytes[start..<end], as: UTF8.self).withoutTrailingSpaces
        }
    }

    /// Notes which fonts the text at hand is drawn in.
    private func noteFamilies() {
        guard let runs = pango_layout_get_iter(layout) else { return }
        repeat {
            guard let font = pango_layout_iter_get_run_readonly(runs)?.pointee.item?.pointee.analysis.font,
                let description = pango_font_describe(font)
            else { continue }
            if let family = pango_font_description_get_family(description) { usedFamilies.insert(String(cString: family)) }
            pango_font_description_free(description)
        } while pango_layout_iter_next_run(runs) != 0
        pango_layout_iter_free(runs)
    }

    // MARK: Painting

    func paint(_ drawing: Drawing) {
        Self.turn.withLock { _ in
            source(drawing.ground)
            cairo_paint(context)
            for mark in drawing.marks { paint(mark) }
        }
    }

    private func source(_ paint: Paint) {
        cairo_set_source_rgba(
            context, Double(paint.red) / 255, Double(paint.green) / 255, Double(paint.blue) / 255, paint.opacity)
    }

    private func paint(_ mark: Mark) {
        switch mark {
        case .box(let box, let radius, let paint):
            source(paint)
            outline(box, radius)
            cairo_fill(context)
        case .frame(let box, let radius, let width, let paint):
            source(paint)
            outline(box.inset(by: width / 2), radius - width / 2)
            stroke(width: width, dash: 0)
        case .area(let corners, let paint):
            source(paint)
            path(corners)
            cairo_close_path(context)
            cairo_fill(context)
        case .lines(let lines, let width, let dash, let paint):
            source(paint)
            for line in lines { path(line) }
            stroke(width: width, dash: dash)
        case .text(let run):
            source(run.paint)
            set(run.text, run.font)
            noteFamilies()
            moveToText(run)
            pango_cairo_show_layout(context, layout)
            cairo_new_path(context)
        }
    }

    private func moveToText(_ run: TextRun) {
        let baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
        cairo_move_to(context, run.origin.x, run.origin.y - baseline)
    }

    private func stroke(width: Double, dash: Double) {
        cairo_set_line_width(context, width)
        var dashes = [dash, dash]
        cairo_set_dash(context, &dashes, dash > 0 ? 2 : 0, 0)
        cairo_stroke(context)
    }

    private func path(_ points: [Point]) {
        guard let first = points.first else { return }
        cairo_move_to(context, first.x, first.y)
        for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    }

    private func outline(_ box: Box, _ radius: Double) {
        let radius = max(0, min(radius, min(box.width, box.height) / 2))
        guard radius > 0 else { return cairo_rectangle(context, box.x, box.y, box.width, box.height) }
        cairo_new_sub_path(context)
        cairo_arc(context, box.right - radius, box.y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, box.right - radius, box.bottom - radius, radius, 0, .pi / 2)
        cairo_arc(context, box.x + radius, box.bottom - radius, radius, .pi / 2, .pi)
        cairo_arc(context, box.x + radius, box.y + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    // MARK: What comes of it

    /// What was painted, as a PNG without any word of when or by what it was made.
    func png() throws(DrawingError) -> [UInt8] {
        try Self.turn.withLock { _ throws(DrawingError) in
            try Self.check(cairo_status(context))
            let file = ByteCollector()
            let status = withExtendedLifetime(file) {
                cairo_surface_write_to_png_stream(handles.surface, collect, Unmanaged.passUnretained(file).toOpaque())
            }
            try Self.check(status)
            return file.bytes
        }
    }

    /// The outlines of a line of text: letters for whoever lacks the font.
    func outlines(of run: TextRun) -> [PathPart] { Self.turn.withLock { _ in parts(of: run) } }

    private func parts(of run: TextRun) -> [PathPart] {
        set(run.text, run.font)
        noteFamilies()
        moveToText(run)
        pango_cairo_layout_path(context, layout)
        guard let path = cairo_copy_path(context) else { return [] }
        defer {
            cairo_path_destroy(path)
            cairo_new_path(context)
        }
        var parts: [PathPart] = []
        let data = UnsafeBufferPointer(start: path.pointee.data, count: Int(path.pointee.num_data))
        var index = 0
        while index < data.count, data[index].header.length > 0 {
            let header = data[index].header
            func point(_ number: Int) -> Point {
                data.indices.contains(index + number)
                    ? Point(x: data[index + number].point.x, y: data[index + number].point.y) : Point(x: 0, y: 0)
            }
            switch header.type {
            case CAIRO_PATH_MOVE_TO: parts.append(.move(point(1)))
            case CAIRO_PATH_LINE_TO: parts.append(.line(point(1)))
            case CAIRO_PATH_CURVE_TO: parts.append(.curve(point(1), point(2), point(3)))
            default: parts.append(.close)
            }
            index += Int(header.length)
        }
        return parts
    }
}

/// A piece of an outline.
enum PathPart: Equatable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
}

private final class ByteCollector {
    var bytes: [UInt8] = []
}

/// Takes what cairo writes.
private func collect(
    _ collector: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
    guard let collector, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteCollector>.fromOpaque(collector).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
}

extension String {
    fileprivate var withoutTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
