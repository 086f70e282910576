import Glibc
import Phrases
import ShareCards
import Statistics
import Storage
import Workouts

/// `wattbeat card`: pictures to show to others, and for displays.
enum Card: Command {
    enum LookWord: String, CaseIterable { case light, dark, monochrome }
    enum SizeWord: String, CaseIterable { case small, medium, large }

    static let look = Option<LookWord>.choice("look", "light unless given; monochrome is black on white, for e-paper")
    static let replace = Flag("replace", "write over a picture that is there already")

    static let name = "card"
    static let summary = "pictures of a workout or a period: to show to others, and for displays"
    static let operands = Operands.none
    static let options: [any CommandOption] = []
    static let subcommands: [any Command.Type] = [CardWorkout.self, CardPeriod.self, CardWidget.self]
    static let discussion = """
        Cards are PNG files of 1080 × 1350 pixels. Of where it was they tell the settlement and the shape of the route without its
        ends, and with --location-free neither (docs/cards.md).

        examples:
          wattbeat card workout last ride.png
          wattbeat card period --period month --look dark month.png
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        throw .usage("card needs workout, period or widget", see: self)
    }

    static func look(_ arguments: Arguments) -> Look {
        arguments[look].flatMap { Look(rawValue: $0.rawValue) } ?? .light
    }

    static func drawing(_ draw: () throws(DrawingError) -> Picture) throws(CommandError) -> Picture {
        do throws(DrawingError) {
            return try draw()
        } catch {
            switch error {
            case .outOfMemory: throw CommandError(.unavailable, "there is too little memory for a picture")
            case .failed(let reason): throw CommandError(.unavailable, "the picture cannot be drawn: \(reason)")
            }
        }
    }

    /// - Parameter path: `-` is standard output.
    static func write(_ picture: Picture, to path: String, _ arguments: Arguments, _ output: Output) throws(CommandError) {
        if path == "-" { return try output.write(picture.bytes) }
        // A draft beside it becomes the file once all of it is there.
        let isFree = access(path, F_OK) != 0
        guard isFree || (arguments[replace] && isPicture(path)) else {
            throw CommandError(
                .cannotCreate,
                "\(path) is there already\(arguments[replace] ? " and is no picture" : "; --replace writes over it")")
        }
        let draft = path + ".part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system(.cannotCreate, "cannot create \(draft)", errno: errno) }
        defer { close(descriptor) }
        do throws(CommandError) {
            let file = Output(descriptor: descriptor)
            try file.write(picture.bytes)
            try file.flush()
            guard fsync(descriptor) == 0 else { throw .system(.inputOutput, "cannot write \(path)", errno: errno) }
            guard rename(draft, path) == 0 else { throw .system(.cannotCreate, "cannot create \(path)", errno: errno) }
        } catch {
            unlink(draft)
            throw error
        }
        try output.line("\(shown(path)): \(shown(picture.title)), \(picture.width) × \(picture.height)")
    }

    /// By its beginning: PNG's signature, or an SVG of ours.
    private static func isPicture(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var beginning = [UInt8](repeating: 0, count: 4)
        guard read(descriptor, &beginning, beginning.count) == beginning.count else { return false }
        return beginning == [0x89, 0x50, 0x4E, 0x47] || beginning == Array("<svg".utf8)
    }
}

/// `wattbeat card workout ID FILE`.
enum CardWorkout: Command {
    private static let locationFree = Flag("location-free", "no route, no place and not its own name: numbers alone")
    private static let trim = Option<Double>.number(
        "trim", "METRES", 0...100_000, "leave out so much around the route's start and end; 200 unless given")

    static let name = "card workout"
    static let summary = "a workout with its route and figures, as a PNG"
    static let operands = Operands("ID FILE", 2...2)
    static let options: [any CommandOption] =
        [StoreAccess.store, locationFree, trim, Card.look, Card.replace] + WorkoutNaming.options
    static let discussion = """
        \(WorkoutReferences.words). FILE may be - for standard output.

        examples:
          wattbeat card workout last ride.png
          wattbeat card workout last --location-free --look dark --language de ride.png
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        if arguments[locationFree], arguments.has(trim) {
            throw .usage("--location-free shows no route that --trim could shorten", see: self)
        }
        let workout = try StoreAccess.reading(arguments).named(arguments.operands[0])
        let words = try WorkoutNaming(arguments).words
        let place = try Places.finder(arguments)?.place(of: workout.route)
        let form: ShareFigures.Form =
            arguments[locationFree]
            ? .locationFree : .route(RouteTrimming(radiusMetres: arguments[trim] ?? RouteTrimming.usualRadiusMetres))
        let picture = try Card.drawing { () throws(DrawingError) in
            try ShareCard.workout(workout, form: form, place: place, words: words, look: Card.look(arguments))
        }
        try Card.write(picture, to: arguments.operands[1], arguments, output)
    }
}

/// `wattbeat card period FILE`.
enum CardPeriod: Command {
    static let name = "card period"
    static let summary = "what a day, a week or a year came to, as a PNG"
    static let operands = Operands("FILE", 1...1)
    static let options = CardFigures.options
    static let discussion = """
        The figures are those that wattbeat stats tells of the store. FILE may be - for standard output.

        examples:
          wattbeat card period week.png
          wattbeat card period --period year --back 1 --baseline last-year --look dark year.png
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let figures = try CardFigures(arguments, of: self)
        let picture = try Card.drawing { () throws(DrawingError) in
            try ShareCard.period(
                figures.summary, in: figures.scope, metrics: figures.metrics, rules: figures.rules, words: figures.words,
                look: Card.look(arguments))
        }
        try Card.write(picture, to: arguments.operands[0], arguments, output)
    }
}

/// `wattbeat card widget FILE`.
enum CardWidget: Command {
    private static let size = Option<Card.SizeWord>.choice(
        "size", "one metric on 400 × 300, three on 800 × 480, five on 1200 × 825; medium unless given")
    private static let scale = Option<Int>.integer("scale", "N", 1...4, "pixels of a PNG for each of these")

    static let name = "card widget"
    static let summary = "a few figures of a period for a display, as a PNG or an SVG"
    static let operands = Operands("FILE", 1...1)
    static let options: [any CommandOption] = [size, scale] + CardFigures.options
    static let discussion = """
        A FILE that ends with .svg is an SVG, else a PNG; - is a PNG on standard output.

        examples:
          wattbeat card widget --size large --look monochrome wall.png
          wattbeat card widget --period month --scope activities month.svg
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let figures = try CardFigures(arguments, of: self)
        let size: SummaryRequest.Size =
            switch arguments[size] {
            case .small?: .small
            case .large?: .large
            case .medium?, nil: .medium
            }
        let request = SummaryRequest(figures.summary.plan.query, scope: figures.scope, metrics: figures.metrics, size: size)
        let widget = Widget(figures.summary, request, rules: figures.rules, words: figures.words, look: Card.look(arguments))
        let path = arguments.operands[0]
        let scale = arguments[scale] ?? 1
        let picture = try Card.drawing { () throws(DrawingError) in
            path.hasSuffix(".svg") ? try widget.svg() : try widget.png(scale: scale)
        }
        try Card.write(picture, to: path, arguments, output)
    }
}
