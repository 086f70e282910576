import Foundation
import TestSupport
import WireFormats

@testable import Transports

/// Adapters and peripherals in the test's own hand, behind socket pairs that hang on the same reactor.
final class ScriptedLEHost: LEHost {
    /// A sensor: what it advertises, and its end of each link.
    final class Peripheral {
        let address: BluetoothAddress
        var server: GATTServer
        /// Advertising data.
        var advertisement: [UInt8]
        /// Whether it is switched on.
        var isThere = true
        /// Whether the radio makes a link to it.
        var canBeLinked = true
        /// Whether it answers requests.
        var isDeaf = false
        var links = 0
        /// Whether a program that is no more left its link to the kernel.
        var isHeld = false
        /// What came that has no answer.
        var received: [[UInt8]] = []
        fileprivate var descriptor: CInt?
        fileprivate var token: Reactor.Token?

        init(_ address: String, _ server: GATTServer, advertisement: String) {
            self.address = BluetoothAddress(address) ?? BluetoothAddress(0)
            self.server = server
            self.advertisement = [UInt8](hex: advertisement)
        }

        var isLinked: Bool { descriptor != nil }

        func send(_ unit: [UInt8]) {
            guard let descriptor else { return }
            _ = Foundation.send(descriptor, unit, unit.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }

        func notify(_ handle: UInt16, _ value: [UInt8]) { send(server.notification(handle, value)) }
    }

    var list = [LEAdapter(number: 0, address: BluetoothAddress("00:11:22:33:44:55"), isUp: true)]
    var peripherals: [Peripheral] = []
    /// Why there is no Bluetooth to be had.
    var obstacle: String?
    /// Why opening a controller fails.
    var refusal: CInt?
    var switchingOnFails: CInt?
    /// Scanning commands, by adapter.
    private(set) var scans = 0
    private(set) var isScanning = false
    /// Whether links outlive their sockets, as with some kernels.
    var keepsLinks = false
    /// Links that were asked for while scanning.
    private(set) var connectsWhileScanning = 0

    private let reactor: Reactor
    private var controllers: [(number: Int, descriptor: CInt, token: Reactor.Token)] = []
    /// Ends of links that never come about.
    private var fullEnds: [CInt] = []

    init(_ reactor: Reactor) { self.reactor = reactor }

    deinit {
        for controller in controllers { close(controller.descriptor) }
        for peripheral in peripherals { drop(peripheral) }
        for end in fullEnds { close(end) }
    }

    // MARK: LEHost

    func adapters() -> [LEAdapter] { list }

    func bringUp(_ adapter: LEAdapter) -> CInt? {
        if switchingOnFails == nil, let index = list.firstIndex(of: adapter) { list[index].isUp = true }
        return switchingOnFails
    }

    func links(over adapter: LEAdapter) -> [LELink] {
        peripherals.enumerated().filter { $1.isHeld || $1.isLinked }.map { LELink(address: $1.address, handle: UInt16($0 + 1)) }
    }

    func openController(_ adapter: LEAdapter) throws(TransportError) -> CInt {
        if let refusal { throw .cannotOpen(path: adapter.name, code: refusal) }
        let ends = Self.pair()
        let token = reactor.watch(ends.theirs, .readable) { [weak self] _ in self?.readController(ends.theirs) }
        controllers.append((adapter.number, ends.theirs, token))
        return ends.ours
    }

    func connect(to address: BluetoothAddress, isRandom: Bool, from adapter: LEAdapter) throws(TransportError) -> CInt {
        if isScanning { connectsWhileScanning += 1 }
        let ends = Self.pair()
        guard let peripheral = peripherals.first(where: { $0.address == address && $0.isThere }), peripheral.canBeLinked else {
            // Not writable: as a link that the radio is still making.
            while Foundation.send(ends.ours, [0], 1, CInt(MSG_DONTWAIT)) == 1 {}
            fullEnds.append(ends.theirs)
            return ends.ours
        }
        drop(peripheral)
        peripheral.links += 1
        peripheral.descriptor = ends.theirs
        peripheral.token = reactor.watch(ends.theirs, .readable) { [weak self] _ in self?.readLink(peripheral) }
        return ends.ours
    }

    // MARK: What the test does

    /// Ends the link from the peripheral's side.
    func drop(_ peripheral: Peripheral) {
        guard let descriptor = peripheral.descriptor else { return }
        peripheral.token.map(reactor.unwatch)
        close(descriptor)
        peripheral.descriptor = nil
    }

    func unplug(_ number: Int) {
        list.removeAll { $0.number == number }
        for controller in controllers where controller.number == number {
            reactor.unwatch(controller.token)
            close(controller.descriptor)
        }
        controllers.removeAll { $0.number == number }
        for peripheral in peripherals { drop(peripheral) }
        isScanning = false
    }

    func sendToController(_ packet: [UInt8]) {
        for controller in controllers { _ = Foundation.send(controller.descriptor, packet, packet.count, CInt(MSG_DONTWAIT)) }
    }

    /// Advertises once, if anybody scans.
    func advertise(_ peripheral: Peripheral) {
        guard isScanning, peripheral.isThere, !peripheral.isLinked, !peripheral.isHeld else { return }
        let data = peripheral.advertisement
        let report = [0x02, 1, 0, 1] + peripheral.address.littleEndianBytes + [UInt8(data.count)] + data + [0xC4]
        for controller in controllers {
            let packet = [0x04, 0x3E, UInt8(report.count)] + report
            _ = Foundation.send(controller.descriptor, packet, packet.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
    }

    // MARK: Their ends

    private static func pair() -> (ours: CInt, theirs: CInt) {
        var ends: [CInt] = [-1, -1]
        _ = socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    private static func receive(_ descriptor: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private func readController(_ descriptor: CInt) {
        guard let command = Self.receive(descriptor), command.count >= 4 else {
            for controller in controllers where controller.descriptor == descriptor {
                reactor.unwatch(controller.token)
                close(descriptor)
            }
            return controllers.removeAll { $0.descriptor == descriptor }
        }
        // Disconnect: handle, and reason 0x13, the remote user.
        if command.prefix(4) == [1, 0x06, 0x04, 3], command.count == 7, command[6] == 0x13 {
            let peripheral = peripherals[Int(command[4]) - 1]
            peripheral.isHeld = false
            drop(peripheral)
        }
        let packet: [UInt8] = [0x04, 0x0E, 4, 1, command[1], command[2], 0]
        _ = send(descriptor, packet, packet.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        guard command[1] == 0x0C, command[2] == 0x20, command.count > 4 else { return }
        isScanning = command[4] == 1
        guard isScanning else { return }
        scans += 1
        for peripheral in peripherals { advertise(peripheral) }
    }

    private func readLink(_ peripheral: Peripheral) {
        guard let descriptor = peripheral.descriptor else { return }
        guard let unit = Self.receive(descriptor) else {
            peripheral.isHeld = keepsLinks && peripheral.isLinked
            return drop(peripheral)
        }
        if peripheral.isDeaf { return }
        if let answer = peripheral.server.answer(unit) { peripheral.send(answer) } else { peripheral.received.append(unit) }
    }
}

/// Notes what a transport brings.
final class RecordingIntake: LinkIntake {
    var opened: [LinkIdentity] = []
    var closed: [(link: LinkID, reason: String)] = []
    var values: [(link: LinkID, bytes: [UInt8])] = []
    var sightings: [Sighting] = []
    var statuses: [DeviceStatus] = []

    func open(_ identity: LinkIdentity) -> LinkID? {
        opened.append(identity)
        return LinkID(UInt16(opened.count))
    }

    func take(_ bytes: [UInt8], from link: LinkID) { values.append((link, bytes)) }
    func close(_ link: LinkID, reason: String) { closed.append((link, reason)) }
    func sight(_ sighting: Sighting) { sightings.append(sighting) }
    func report(_ status: DeviceStatus) { statuses.append(status) }

    /// How it stands with a device now.
    func status(_ device: String) -> DeviceStatus? { statuses.last { $0.device == device } }

    /// Devices that a person sees now.
    var shown: Set<String> { Set(statuses.map(\.device)).filter { status($0)?.state != .removed } }

    func values(of characteristic: UInt16, at address: String) -> [[UInt8]] {
        values.filter { opened[Int($0.link.rawValue) - 1].kind == .gatt(characteristic: characteristic) }
            .filter { opened[Int($0.link.rawValue) - 1].address == address }.map(\.bytes)
    }
}
