/// Heights along the way within one stretch of running timer, at even distances.
struct ElevationProfile {
    struct Edge: Equatable {
        var offset: Offset
        /// Since the stretch began.
        var metres: Double
        var height: Double
    }

    /// Of a cell; longer where the way is so long that there would be too many.
    private(set) var cell = 20.0
    private static let mostCells = 100_000.0
    /// Cells in the window whose grade one has.
    private static let window = 5

    /// The ends of the cells, the first and the last heights' included.
    private(set) var edges: [Edge] = []

    /// - Parameters:
    ///   - distance: amounts per second.
    ///   - heights: in time order, unsmoothed.
    init(
        of interval: TimerIntervals.Interval, distance: Timeline, heights: [(offset: Offset, metres: Double)],
        from altimeter: Altimeter
    ) {
        // What lies before the first height or after the last has none.
        let first = heights.partitioningIndex { $0.offset >= interval.start }
        let raw = Array(heights[first..<max(first, heights.partitioningIndex { $0.offset > interval.end })])
        let known = altimeter == .gps ? Ascent.smoothed(raw) : raw
        guard let start = known.first?.offset, let end = known.last?.offset, start < end else { return }
        let total = distance.amount(from: start, to: end)
        guard total.isFinite, total > 0 else { return }
        cell = max(cell, total / Self.mostCells)

        var heightAt = Interpolation(known)
        var metres = 0.0
        edges = [Edge(offset: start, metres: 0, height: heightAt.height(at: start))]
        distance.forEachSegment(from: start, to: end) { segment in
            let amount = segment.value * segment.length.seconds
            while amount > 0, metres + amount >= Double(edges.count) * cell {
                let goal = Double(edges.count) * cell
                let share = min(max((goal - metres) / amount, 0), 1)
                let offset = segment.start + TimeSpan(seconds: segment.length.seconds * share)
                edges.append(Edge(offset: offset, metres: goal, height: heightAt.height(at: offset)))
            }
            metres += amount
        }
        if let last = edges.last, metres > last.metres {
            edges.append(Edge(offset: end, metres: metres, height: heightAt.height(at: end)))
        } else {
            edges[edges.count - 1].offset = end
        }
    }

    /// The way in order, parted by kind.
    func stretches() -> [(kind: Terrain.Kind, start: Edge, end: Edge)] {
        guard edges.count > 1 else { return [] }
        var runs = runs(of: (0..<edges.count - 1).map(kind(ofCell:)))
        runs = joining(runs)
        for index in runs.indices where !isLongEnough(runs[index]) { runs[index].kind = .flat }
        return merged(runs).map { ($0.kind, edges[$0.cells.lowerBound], edges[$0.cells.upperBound]) }
    }

    private struct Run {
        var kind: Terrain.Kind
        var cells: Range<Int>
    }

    private func kind(ofCell cell: Int) -> Terrain.Kind {
        let from = edges[max(0, cell - Self.window / 2)]
        let to = edges[min(edges.count - 1, cell + Self.window / 2 + 1)]
        let length = to.metres - from.metres
        guard length > 0 else { return .flat }
        let grade = (to.height - from.height) / length
        return grade >= Terrain.steepest ? .climb : grade <= -Terrain.steepest ? .descent : .flat
    }

    private func runs(of kinds: [Terrain.Kind]) -> [Run] {
        merged(kinds.enumerated().map { Run(kind: $1, cells: $0..<$0 + 1) })
    }

    private func merged(_ runs: [Run]) -> [Run] {
        var merged: [Run] = []
        for run in runs {
            if let last = merged.last, last.kind == run.kind {
                merged[merged.count - 1].cells = last.cells.lowerBound..<run.cells.upperBound
            } else {
                merged.append(run)
            }
        }
        return merged
    }

    /// What is short between two of one kind is part of them.
    private func joining(_ runs: [Run]) -> [Run] {
        var runs = runs
        for index in runs.indices.dropFirst().dropLast()
        where runs[index - 1].kind == runs[index + 1].kind && length(of: runs[index]) < Terrain.joined {
            runs[index].kind = runs[index - 1].kind
        }
        return merged(runs)
    }

    private func isLongEnough(_ run: Run) -> Bool {
        run.kind == .flat || (length(of: run) >= Terrain.shortest && abs(rise(of: run)) >= Terrain.lowest)
    }

    private func length(of run: Run) -> Double { edges[run.cells.upperBound].metres - edges[run.cells.lowerBound].metres }
    private func rise(of run: Run) -> Double { edges[run.cells.upperBound].height - edges[run.cells.lowerBound].height }
}

/// Heights at moments that never go back; between two known ones the way rises evenly.
private struct Interpolation {
    private let heights: [(offset: Offset, metres: Double)]
    private var next = 0

    init(_ heights: [(offset: Offset, metres: Double)]) { self.heights = heights }

    mutating func height(at offset: Offset) -> Double {
        while next < heights.count, heights[next].offset < offset { next += 1 }
        guard next < heights.count else { return heights.last?.metres ?? 0 }
        guard next > 0, heights[next].offset > offset else { return heights[next].metres }
        let (before, after) = (heights[next - 1], heights[next])
        let share = (offset - before.offset).seconds / (after.offset - before.offset).seconds
        return before.metres + share * (after.metres - before.metres)
    }
}
