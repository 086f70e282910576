import Dialogues
import Foundation
import Testing
import Transports
import WireFormats

/// Writes down what a receiver's transport tells.
final class ReceiverIntake: LinkIntake {
    var links: [LinkIdentity] = []
    var openLinks: Set<LinkID> = []
    var reasons: [String] = []
    var bytes: [UInt8] = []
    /// What each `take` brought.
    var pieces: [[UInt8]] = []
    var sightings: [Sighting] = []
    var reports: [DeviceStatus] = []

    func open(_ identity: LinkIdentity) -> LinkID? {
        links.append(identity)
        let link = LinkID(UInt16(links.count))
        openLinks.insert(link)
        return link
    }

    func take(_ bytes: [UInt8], from link: LinkID) {
        #expect(openLinks.contains(link))
        self.bytes += bytes
        pieces.append(bytes)
    }

    func close(_ link: LinkID, reason: String) {
        #expect(openLinks.remove(link) != nil)
        reasons.append(reason)
    }

    func sight(_ sighting: Sighting) { sightings.append(sighting) }
    func report(_ status: DeviceStatus) { reports.append(status) }
}

extension Reactor {
    /// Turns until something is so, at most five seconds.
    func turn(untilTrue isSo: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        let end = now + 5_000_000
        while !isSo(), now < end { turn(until: min(end, now + 20_000)) }
        #expect(isSo(), "not within five seconds", sourceLocation: sourceLocation)
    }
}

/// A folder that stands for `/`, gone with its last user.
final class PretendedMachine {
    let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())").path
    var tree: SystemTree { SystemTree(root: root) }

    init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ text: String, _ path: String) throws {
        try makeFolder(of: path)
        try text.write(toFile: root + path, atomically: true, encoding: .utf8)
    }

    /// - Parameter target: absolute ones lead out of the pretended machine, as a pty must.
    func link(_ path: String, to target: String) throws {
        try makeFolder(of: path)
        try? FileManager.default.removeItem(atPath: root + path)
        try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + path) }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: root + path, withIntermediateDirectories: true)
    }

    private func makeFolder(of path: String) throws { try makeFolder((path as NSString).deletingLastPathComponent) }
}
