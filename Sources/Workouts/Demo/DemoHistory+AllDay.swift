import Glibc  // rounding is a libm call on processors without the instruction

/// Amounts over quarters of an hour, in columns, as a pedometer that is worn all day tells them.
public struct DemoColumn: Equatable, Sendable {
    public var starts: [Timestamp] = []
    /// Each 15 minutes later.
    public var ends: [Timestamp] = []
    public var values: [Double] = []
}

/// What is counted all day, workouts on foot included. Made up, like the workouts: whoever shows it says so.
public struct DemoAllDay: Equatable, Sendable {
    /// Steps of both feet, whole.
    public var steps = DemoColumn()
    /// Metres walked and run, whole.
    public var distanceMetres = DemoColumn()
    /// Of 3 m each, whole.
    public var floors = DemoColumn()
}

extension DemoHistory {
    /// Every day of the history; quarters in which nothing was counted are not there.
    public func allDay() -> DemoAllDay {
        var all = DemoAllDay()
        var next = 0
        for day in firstDay..<firstDay + days {
            let midnight = Int64(day) * 86_400 - Int64(Self.utcOffsetSeconds)
            let end = Timestamp(secondsSince1970: midnight + 86_400)
            var quarters = DemoQuarters(day: day, seed: seed)
            while next < sessions.count, sessions[next].start < end {
                let session = sessions[next]
                next += 1
                guard session.isOutdoors, !session.ridesBike else { continue }
                let begin = (session.start - Timestamp(secondsSince1970: midnight)).microseconds / 1_000_000
                quarters.add(simulation(of: session), from: Int(begin))
            }
            quarters.tell(to: &all, midnight: midnight)
        }
        return all
    }
}

/// One day's counts by quarters of an hour of local time.
private struct DemoQuarters {
    private static let seconds = 900
    private static let count = 96
    private static let stride = 0.72
    private static let floor = 3.0

    private var steps = [Double](repeating: 0, count: count)
    private var metres = [Double](repeating: 0, count: count)
    private var climbed = [Double](repeating: 0, count: count)

    /// Going about: out of bed, to work, lunch, home, the evening.
    init(day: Int, seed: UInt64) {
        var numbers = DemoNumbers(seed, 10, UInt64(bitPattern: Int64(day)))
        let liveliness = numbers.between(0.6, 1.4)
        for quarter in 26..<90 {
            let isBusy = [30...33, 48...51, 67...71].contains { $0.contains(quarter) }
            let (isStill, amount, stairs) = (
                numbers.chance(isBusy ? 0.1 : 0.45), numbers.between(0.3, 1.7), numbers.between(0, 1)
            )
            guard !isStill else { continue }
            steps[quarter] = amount * liveliness * (isBusy ? 320 : 110)
            metres[quarter] = steps[quarter] * Self.stride
            if stairs < 0.12 { climbed[quarter] = Self.floor * (stairs < 0.03 ? 2 : 1) }
        }
    }

    /// A workout on foot, from so many seconds after midnight.
    mutating func add(_ simulation: DemoSimulation, from start: Int) {
        var simulation = simulation
        var height: Double?
        while !simulation.isOver {
            let (stepsBefore, metresBefore) = (simulation.steps, simulation.metres)
            let moment = simulation.step(by: 5)
            let quarter = min(max((start + moment.elapsed) / Self.seconds, 0), Self.count - 1)
            steps[quarter] += simulation.steps - stepsBefore
            metres[quarter] += simulation.metres - metresBefore
            if let place = moment.place {
                climbed[quarter] += max(0, place.height - (height ?? place.height))
                height = place.height
            }
        }
    }

    func tell(to all: inout DemoAllDay, midnight: Int64) {
        func tell(_ values: [Double], _ column: inout DemoColumn) {
            // What rounding leaves goes on to the next quarter.
            var rest = 0.0
            for (quarter, value) in values.enumerated() where value > 0 {
                let whole = (value + rest).rounded(.down)
                rest += value - whole
                guard whole > 0 else { continue }
                let start = midnight + Int64(quarter * Self.seconds)
                column.starts.append(Timestamp(secondsSince1970: start))
                column.ends.append(Timestamp(secondsSince1970: start + Int64(Self.seconds)))
                column.values.append(whole)
            }
        }
        tell(steps, &all.steps)
        tell(metres, &all.distanceMetres)
        tell(climbed.map { $0 / Self.floor }, &all.floors)
    }
}
