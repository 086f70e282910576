import Foundation
import Testing

@testable import Transports

/// What tzset(3) and localtime(5) say of where the zone stands.
struct LocalTimeZoneTests {
    private func name(variable: String? = nil, link: String? = nil) throws -> String? {
        let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-zone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let zones = root.appending(path: "usr/share/zoneinfo/Europe")
        try FileManager.default.createDirectory(at: zones, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: root.appending(path: "etc"), withIntermediateDirectories: true)
        try Data().write(to: zones.appending(path: "Prague"))
        try Data().write(to: root.appending(path: "usr/share/zoneinfo/EST5EDT"))
        if let link {
            try FileManager.default.createSymbolicLink(
                atPath: root.appending(path: "etc/localtime").path, withDestinationPath: link)
        }
        return LocalTimeZone.name(variable: variable, in: SystemTree(root: root.path))
    }

    @Test(arguments: [
        ("/usr/share/zoneinfo/Europe/Prague", "Europe/Prague"), ("../usr/share/zoneinfo/Europe/Prague", "Europe/Prague"),
        ("/usr/share/zoneinfo/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"), ("/usr/share/zoneinfo/UTC", "UTC"),
        ("/usr/share/zoneinfo/posix/Europe/Prague", "Europe/Prague"),
        ("/usr/share/zoneinfo/right/Europe/Prague", "Europe/Prague"),
        ("/var/db/localtime", nil), ("/usr/share/zoneinfo/", nil), ("/usr/share/zoneinfo/Europe/Pra gue", nil),
    ])
    func whereTheLinkLeads(link: String, expected: String?) throws { #expect(try name(link: link) == expected) }

    /// The variable stands above the link; rules written out have no name.
    @Test(arguments: [
        ("Europe/Prague", "Europe/Prague"), (":Europe/Prague", "Europe/Prague"), ("EST5EDT", "EST5EDT"), ("", "UTC"),
        ("/usr/share/zoneinfo/Europe/Prague", "Europe/Prague"), ("/etc/localtime", "Asia/Kathmandu"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", nil), ("CET-1CEST", nil), ("Europe/Atlantis", nil), ("../zoneinfo/Europe/Prague", nil),
    ])
    func whatTheVariableSays(variable: String, expected: String?) throws {
        #expect(try name(variable: variable, link: "/usr/share/zoneinfo/Asia/Kathmandu") == expected)
    }

    @Test func nothingSet() throws { #expect(try name() == nil) }
}
