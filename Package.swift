// swift-tools-version: 6.2
// The target graph, lowest row first: a row imports from rows below it, never from a neighbour (docs/architecture.md).
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableExperimentalFeature("Lifetimes"),
]

func room(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(_ name: String, _ imports: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: imports + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
    name: "wattbeat",
    products: [.executable(name: "wattbeat", targets: ["wattbeat"])],
    targets: [
        // leaves
        room("JSONText"),
        room("Workouts"),
        room("WireFormats"),
        // folded
        room("Ingest", ["JSONText", "Workouts", "WireFormats"]),
        // told
        room("ActivityFiles", ["JSONText", "Workouts"]),
        // edges
        room("Transports", ["WireFormats"]),
        // assembly
        room("Gateway", ["ActivityFiles", "Ingest", "JSONText", "Transports", "WireFormats", "Workouts"]),
        // commands
        .executableTarget(
            name: "wattbeat",
            dependencies: ["ActivityFiles", "Gateway", "Ingest", "JSONText", "Transports", "WireFormats", "Workouts"],
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["ActivityFiles", "Gateway", "Ingest", "JSONText", "Transports", "WireFormats", "Workouts"],
            swiftSettings: settings),

        .target(name: "TestSupport", dependencies: ["JSONText"], path: "Tests/TestSupport", swiftSettings: settings),
        tests("JSONText", ["JSONText"]),
        tests("Workouts", ["Workouts"]),
        tests("WireFormats", ["WireFormats"]),
        tests("Ingest", ["Ingest", "JSONText", "WireFormats", "Workouts"]),
        tests("ActivityFiles", ["ActivityFiles", "JSONText", "Workouts"]),
        tests("Transports", ["Transports", "WireFormats"]),
        tests("Gateway", ["ActivityFiles", "Gateway", "Ingest", "JSONText", "Transports", "WireFormats", "Workouts"]),
        tests("wattbeat", ["JSONText"]),
        .testTarget(
            name: "FuzzTests", dependencies: ["ActivityFiles", "Ingest", "JSONText", "WireFormats", "Workouts", "TestSupport"],
            path: "Tests/Fuzz", exclude: ["Driver", "finds", "fuzz.py"], swiftSettings: settings),
    ]
)
