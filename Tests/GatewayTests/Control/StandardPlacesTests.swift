import Foundation
import Gateway
import Testing

/// By the XDG Base Directory Specification 0.8, and systemd.exec(5) on `StateDirectory=` and `RuntimeDirectory=`.
@Suite struct StandardPlacesTests {
    @Test func aPersons() {
        let places = GatewayPlaces(environment: ["HOME": "/h/ada", "XDG_RUNTIME_DIR": "/run/user/1000"])
        #expect(places.settings == "/h/ada/.config/wattbeat/settings.json")
        #expect(places.captures == "/h/ada/.local/share/wattbeat/captures")
        #expect(places.workouts == "/h/ada/.local/share/wattbeat/workouts")
        #expect(places.socket == "/run/user/1000/wattbeat/control.sock")
    }

    @Test func aPersonsElsewhere() {
        let places = GatewayPlaces(environment: ["HOME": "/h/ada", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d"])
        #expect(places.settings == "/c/wattbeat/settings.json")
        #expect(places.socket == "/d/wattbeat/control.sock")
    }

    /// The specification has relative paths ignored.
    @Test func relativePathsAreIgnored() {
        let places = GatewayPlaces(environment: ["HOME": "/h/ada", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": ""])
        #expect(places.settings == "/h/ada/.config/wattbeat/settings.json")
        #expect(places.captures == "/h/ada/.local/share/wattbeat/captures")
    }

    @Test func aServices() {
        let places = GatewayPlaces(
            environment: ["STATE_DIRECTORY": "/var/lib/wattbeat:/var/lib/other", "RUNTIME_DIRECTORY": "/run/wattbeat"])
        #expect(places.settings == "/var/lib/wattbeat/settings.json")
        #expect(places.captures == "/var/lib/wattbeat/captures")
        #expect(places.socket == "/run/wattbeat/control.sock")
    }

    @Test func aClientLooksAtItsOwnThenAtTheServices() {
        #expect(
            GatewayPlaces.sockets(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/7"])
                == ["/run/user/7/wattbeat/control.sock", "/run/wattbeat/control.sock"])
        #expect(GatewayPlaces.sockets(environment: ["RUNTIME_DIRECTORY": "/run/wattbeat"]) == ["/run/wattbeat/control.sock"])
    }

    /// A person's own store counts, then the service's for those who may read it.
    @Test func whichStoreIsMeant() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let (data, service) = (root.appending(path: "data"), root.appending(path: "service/history.db"))
        for folder in [data.appending(path: "wattbeat"), service.deletingLastPathComponent()] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let own = data.appending(path: "wattbeat/history.db")
        let meant = { GatewayPlaces.storeInUse(environment: ["XDG_DATA_HOME": data.path], service: service.path) }
        #expect(meant() == .own(path: own.path))
        try Data().write(to: service)
        #expect(meant() == .service(path: service.path))
        #expect(chmod(service.path, 0) == 0)
        if geteuid() != 0 { #expect(meant() == .closed(own: own.path, service: service.path)) }
        try Data().write(to: own)
        #expect(meant() == .own(path: own.path))
        let state = GatewayPlaces.storeInUse(environment: ["STATE_DIRECTORY": service.deletingLastPathComponent().path])
        #expect(state == .own(path: service.path))
    }
}
