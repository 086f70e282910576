import Foundation
import TestSupport
import Testing
import Workouts

@testable import Storage

/// Which settlement is nearest, everywhere on Earth.
struct PlaceStoreTests {
    private let folder: TemporaryFolder
    private let store: PlaceStore

    init() throws {
        folder = try TemporaryFolder()
        store = try WellKnownPlaces.store(in: folder)
    }

    private func name(_ latitude: Double, _ longitude: Double, within metres: Double = PlaceStore.farthestMetres) throws
        -> String?
    {
        try store.nearest(latitude: latitude, longitude: longitude, within: metres)?.settlement.name
    }

    @Test func cities() throws {
        #expect(try store.count() == WellKnownPlaces.all.count)
        // Špilberk castle, the Statue of Liberty, Bondi beach.
        #expect(try name(49.1945, 16.5997) == "Brno")
        #expect(try name(40.6892, -74.0445) == "New York")
        #expect(try name(-33.8915, 151.2767) == "Sydney")
        let brno = try #require(try store.nearest(latitude: 49.20, longitude: 16.61))
        #expect(brno.metres == 0 && brno.settlement == WellKnownPlaces.all[0])
    }

    /// 49.2° N: a hundredth of a degree of longitude is 726.57 m (core §6.7: a tenth is 7265.72 m).
    @Test func theDistanceIsTheRoutes() throws {
        let found = try #require(try store.nearest(latitude: 49.20, longitude: 16.71))
        #expect(found.settlement.name == "Brno" && abs(found.metres - 7265.72) < 0.01)
    }

    @Test func nothingIsNearEverything() throws {
        // 20 km north of Brno is 0.17986°.
        #expect(try name(49.20 + 0.1798, 16.61) == "Brno")
        #expect(try name(49.20 + 0.1799, 16.61) == nil)
        #expect(try name(30, -40) == nil)
        #expect(try name(30, -40, within: 30_000_000) != nil)
        #expect(try name(49.2, 16.61, within: 0) == "Brno")
        for (latitude, longitude) in [(91, 0), (0, 181), (-90.001, 0), (.nan, 0), (0, .infinity)] as [(Double, Double)] {
            #expect(try store.nearest(latitude: latitude, longitude: longitude) == nil)
            #expect(try store.settlement(around: latitude, longitude) == nil)
        }
    }

    /// 0.05° of longitude at 65° N are 2.35 km, 0.10° are 4.70 km; the line between is in the middle of neither.
    @Test func acrossTheAntimeridian() throws {
        #expect(try name(65, 179.99) == "West of the line")
        #expect(try name(65, 180) == "West of the line")
        #expect(try name(65, -180) == "West of the line")
        #expect(try name(65, -179.99) == "West of the line")
        #expect(try name(65, -179.97) == "East of the line")
        #expect(try name(65, 179.999, within: 2_000) == nil)
    }

    /// Near a pole all longitudes are near each other: 0.05° of latitude are 5.56 km.
    @Test func overThePoles() throws {
        #expect(try name(89.96, -140) == "Nearly the pole")
        #expect(try name(90, 0) == "Nearly the pole")
        #expect(try name(-90, 77) == "Nearly the other")
        #expect(try name(-89.93, 80) == "Nearly the other")
    }

    @Test func ofTwoAtOnePlaceTheFirstNumber() throws {
        var (first, second) = (WellKnownPlaces.all[0], WellKnownPlaces.all[0])
        (first.id, first.name, second.id, second.name) = (900, "the one", 901, "the other")
        let folder = try TemporaryFolder()
        #expect(
            try WellKnownPlaces.store(in: folder, [second, first]).nearest(latitude: 49.2, longitude: 16.6)?.settlement == first)
    }

    /// Thousands of points against all settlements, one by one: at home, around the antimeridian, around both poles.
    @Test func asBruteForceFinds() throws {
        var numbers = SeededGenerator(seed: 2026)
        func point() -> (latitude: Double, longitude: Double) {
            func around(_ middle: Double, _ width: Double) -> Double {
                .random(in: middle - width...middle + width, using: &numbers)
            }
            func wrapped(_ degrees: Double) -> Double { degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees }
            return switch Int.random(in: 0..<5, using: &numbers) {
            case 0: (around(49, 0.3), around(16, 0.4))
            case 1: (around(-17, 0.3), wrapped(around(180, 0.5)))
            case 2: (max(-90, min(90, around(89.9, 0.2))), around(0, 180))
            case 3: (max(-90, min(90, around(-89.9, 0.2))), around(0, 180))
            default: (around(0, 90), around(0, 180))
            }
        }
        var settlements: [Settlement] = []
        for id in 0..<1200 as Range<Int64> {
            let place = point()
            settlements.append(
                Settlement(
                    id: id, name: "\(id)", asciiName: nil, countryCode: "XX", adminArea: "", latitude: place.latitude,
                    longitude: place.longitude, population: 0))
        }
        let folder = try TemporaryFolder()
        let store = try WellKnownPlaces.store(in: folder, settlements)
        var (near, far) = (0, 0)
        for round in 0..<2500 {
            let place = point()
            // The far-off ones once in a while: they look through everything.
            let limit = round.isMultiple(of: 50) ? 3_000_000 : PlaceStore.farthestMetres
            let found = try store.nearest(latitude: place.latitude, longitude: place.longitude, within: limit)
            var nearest: (metres: Double, id: Int64) = (.infinity, 0)
            for settlement in settlements where abs(settlement.latitude - place.latitude) < 30 {
                let metres = settlement.distanceMetres(latitude: place.latitude, longitude: place.longitude)
                if (metres, settlement.id) < nearest { nearest = (metres, settlement.id) }
            }
            guard nearest.metres <= limit else {
                #expect(found == nil)
                far += 1
                continue
            }
            try #require(found?.settlement.id == nearest.id && found?.metres == nearest.metres)
            near += 1
        }
        #expect(near > 500 && far > 100)
    }

    // MARK: Cells

    /// What is remembered says the same as what is not, in whatever order it was asked for.
    @Test func aCellHasOneAnswer() throws {
        let other = try PlaceStore(path: folder.file("places.db"))
        var numbers = SeededGenerator(seed: 7)
        let places = (0..<400).map { _ in
            (Double.random(in: 49.0...49.4, using: &numbers), Double.random(in: 16.3...16.9, using: &numbers))
        }
        let forward = try places.map { try store.settlement(around: $0.0, $0.1)?.id }
        let backward = try places.reversed().map { try other.settlement(around: $0.0, $0.1)?.id }
        #expect(forward == backward.reversed())
        #expect(Set(forward) == [1, nil])
    }

    /// About 1 km each way at all latitudes, and never more than half a diagonal from the middle.
    @Test func cellsAreAKilometreWide() throws {
        var numbers = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            let latitude = Double.random(in: -90...90, using: &numbers)
            let longitude = Double.random(in: -180...180, using: &numbers)
            let cell = try #require(PlaceCells.Cell(latitude: latitude, longitude: longitude))
            let middle = cell.middle
            let metres = Geodesy.distanceMetres(
                Location(offset: .zero, latitude: latitude, longitude: longitude),
                Location(offset: .zero, latitude: middle.latitude, longitude: middle.longitude))
            #expect(metres < 1000)
            #expect(PlaceCells.Cell(latitude: middle.latitude, longitude: middle.longitude) == cell)
        }
        for edge in [(90, 180), (-90, -180), (90, -180), (0, 180)] as [(Double, Double)] {
            #expect(PlaceCells.Cell(latitude: edge.0, longitude: edge.1) != nil)
        }
    }

    @Test func onlySoManyAreRemembered() throws {
        var cells = PlaceCells()
        func cell(_ index: Int) throws -> PlaceCells.Cell {
            try #require(PlaceCells.Cell(latitude: 10, longitude: Double(index) * 0.02 - 180))
        }
        let brno = WellKnownPlaces.all[0]
        for index in 0..<5000 {
            cells.remember(brno, for: try cell(index))
            #expect(cells.count <= PlaceCells.capacity)
            // What is asked for again and again stays; that there is nothing is remembered, too.
            if index == 0 { cells.remember(nil, for: try cell(0)) }
            let first = cells[try cell(0)]
            #expect(first != nil && first?.settlement == nil)
        }
        #expect(cells[try cell(1)] == nil)
    }

    // MARK: For names

    @Test func aRoutesPlace() throws {
        let locations = [(49.19, 16.60), (49.21, 16.60), (49.21, 16.62), (49.19, 16.62)].enumerated().map { index, place in
            Location(offset: Offset(seconds: Double(index)), latitude: place.0, longitude: place.1)
        }
        let route = Route(syncID: WorkoutID(high: 0, low: 0), locations: locations)
        #expect(store.finder.place(of: route) == "Brno")
        #expect(store.finder.place(of: Route(syncID: WorkoutID(high: 0, low: 0))) == nil)
        #expect(PlaceFinder.none.place(of: route) == nil)
    }

    // MARK: The file

    @Test func noTableAtAll() throws {
        let path = folder.file("none.db")
        #expect(throws: StorageError.cannotOpen(path: path, message: "unable to open database file")) {
            try PlaceStore(path: path)
        }
    }

    /// The new one takes the place of the old one when it is whole, and whoever reads goes on reading.
    @Test func aTableIsReplacedAsAWhole() throws {
        #expect(folder.contents == ["places.db"])
        var writer: PlaceWriter? = try PlaceWriter(path: folder.file("places.db"))
        try writer?.add(WellKnownPlaces.all[5])
        #expect(try PlaceStore(path: folder.file("places.db")).count() == WellKnownPlaces.all.count)
        // Given up.
        writer = nil
        #expect(folder.contents == ["places.db"])
        let second = try WellKnownPlaces.store(in: folder, [WellKnownPlaces.all[5]])
        #expect(try second.count() == 1 && store.count() == WellKnownPlaces.all.count)
        #expect(folder.contents == ["places.db"])
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFullDiskLeavesTheOldTable() throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk(at: folder.path, kilobytes: 256)
        _ = try WellKnownPlaces.store(in: folder)
        disk.fill()
        #expect(throws: StorageError.self) {
            _ = try WellKnownPlaces.store(
                in: folder,
                (0..<5000 as Range<Int64>).map { id in
                    var place = WellKnownPlaces.all[0]
                    place.id = id
                    return place
                })
        }
        #expect(folder.contents == ["filler", "places.db"])
        #expect(try PlaceStore(path: folder.file("places.db")).count() == WellKnownPlaces.all.count)
    }
}
