// swift-tools-version: 6.2
// The target graph, lowest row first: a row imports from rows below it, never from a neighbour (docs/architecture.md).
import PackageDescription

/// What a C library declares again, Glibc's structures among it, the compiler may take for that library's: where such libraries are
/// imported, members cannot be asked to come from the module that a file names.
let besideCLibraries: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableExperimentalFeature("Lifetimes"),
]
let settings = besideCLibraries + [.enableUpcomingFeature("MemberImportVisibility")]

func room(_ name: String, _ imports: [Target.Dependency] = [], _ settings: [SwiftSetting] = settings) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(_ name: String, _ imports: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: imports + ["TestSupport"], exclude: exclude, swiftSettings: settings)
}

/// A C library as it is, with only what Swift cannot import beside it.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
    name: "wattbeat",
    products: [.executable(name: "wattbeat", targets: ["wattbeat"])],
    targets: [
        // what Debian gives
        library("CSystemd", "libsystemd", "libsystemd-dev"),
        library("CBlueZ", "bluez", "libbluetooth-dev"),
        library("CUSB", "libusb-1.0", "libusb-1.0-0-dev"),
        library("CSQLite", "sqlite3", "libsqlite3-dev"),
        library("CExpat", "expat", "libexpat1-dev"),
        library("CZlib", "zlib", "zlib1g-dev"),
        library("CMicroHTTPD", "libmicrohttpd", "libmicrohttpd-dev"),
        library("CCairo", "pangocairo", "libpango1.0-dev"),
        // leaves
        room("JSONText"),
        room("Workouts"),
        room("WireFormats", ["JSONText"]),
        // folded
        room("Ingest", ["JSONText", "Workouts", "WireFormats"]),
        room("Dialogues", ["WireFormats"]),
        room("Statistics", ["Workouts"]),
        // told
        .target(
            name: "Phrases", dependencies: ["JSONText", "Statistics", "Workouts"], resources: [.embedInCode("Catalogs")],
            swiftSettings: settings),
        room("ActivityFiles", ["CExpat", "CZlib", "JSONText", "Workouts"]),
        // edges
        room("Transports", ["CBlueZ", "CSystemd", "CUSB", "Dialogues", "WireFormats"], besideCLibraries),
        room("Storage", ["CSQLite", "JSONText", "Statistics", "Workouts"]),
        .target(
            name: "Dashboard", dependencies: ["CMicroHTTPD", "CZlib", "JSONText", "Phrases", "Statistics", "Workouts"],
            resources: [.embedInCode("Pages"), .embedInCode("Resources")],
            swiftSettings: besideCLibraries),
        room("ShareCards", ["CCairo", "Phrases", "Statistics", "Workouts"], besideCLibraries),
        // assembly
        room(
            "Gateway",
            [
                "ActivityFiles", "Dashboard", "Dialogues", "Ingest", "JSONText", "Phrases", "Statistics", "Storage", "Transports",
                "WireFormats", "Workouts",
            ]),
        // commands
        .executableTarget(
            name: "wattbeat",
            dependencies: [
                "ActivityFiles", "Dashboard", "Dialogues", "Gateway", "Ingest", "JSONText", "Phrases", "ShareCards", "Statistics",
                "Storage", "Transports", "WireFormats", "Workouts",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "ActivityFiles", "Dialogues", "Gateway", "Ingest", "JSONText", "Statistics", "Storage", "Transports",
                "WireFormats",
                "Workouts",
            ],
            swiftSettings: settings),

        .executableTarget(
            name: "ANTProbe", dependencies: ["Dialogues", "Transports", "WireFormats"], path: "Tests/ANTProbe",
            swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["JSONText"], path: "Tests/TestSupport", swiftSettings: settings),
        tests("JSONText", ["JSONText"]),
        tests("Workouts", ["Workouts"]),
        tests("WireFormats", ["WireFormats"]),
        tests("Ingest", ["Ingest", "JSONText", "WireFormats", "Workouts"]),
        tests("Dialogues", ["Dialogues", "WireFormats"]),
        tests("Statistics", ["Statistics", "Workouts"]),
        tests("Phrases", ["JSONText", "Phrases", "Statistics", "Workouts"]),
        tests("ActivityFiles", ["ActivityFiles", "JSONText", "Workouts"]),
        tests("ShareCards", ["CZlib", "Phrases", "ShareCards", "Statistics", "Workouts"]),
        tests("Storage", ["ActivityFiles", "Gateway", "Ingest", "JSONText", "Statistics", "Storage", "WireFormats", "Workouts"]),
        tests("Dashboard", ["Dashboard", "JSONText"]),
        tests("Transports", ["ANTProbe", "Dialogues", "Transports", "WireFormats"], exclude: ["BlueZ/scripted_bluez.py"]),
        tests(
            "Gateway",
            [
                "ActivityFiles", "Dialogues", "Gateway", "Ingest", "JSONText", "Phrases", "Statistics", "Storage", "Transports",
                "WireFormats", "Workouts",
            ]),
        tests("wattbeat", ["JSONText"]),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "ActivityFiles", "Dialogues", "Gateway", "Ingest", "JSONText", "Storage", "WireFormats", "Workouts",
                "TestSupport",
            ],
            path: "Tests/Fuzz", exclude: ["Driver", "finds", "fuzz.py", "seeds"], swiftSettings: settings),
    ]
)
