internal import WireFormats

/// What discovery has found of one peripheral. Bounded, whatever the peripheral claims.
struct GATTTable: Equatable, Sendable {
    struct Service: Equatable, Sendable {
        let type: AttributeType
        let handles: ATTPDU.HandleRange
    }

    /// A characteristic with an assigned number.
    struct Characteristic: Equatable, Sendable {
        let type: GATTUUID
        let properties: CharacteristicDeclaration.Properties
        let valueHandle: UInt16
        /// The last handle that may hold one of its descriptors.
        var lastHandle: UInt16
        /// Of its Client Characteristic Configuration.
        var configurationHandle: UInt16?
        var isTurnedOn = false

        var sendsByItself: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }
    }

    /// More than any machine has; a peripheral that tells of more is not asked any further.
    static let mostServices = 64
    static let mostCharacteristics = 256

    private(set) var services: [Service] = []
    var characteristics: [Characteristic] = []
    /// The characteristic whose declaration came last, if it was kept: where the next one begins, its descriptors end.
    private var open: Int?

    /// - Returns: whether it was one that a peripheral may have, and the first to claim its place.
    mutating func add(_ group: ATTPDU.AttributeGroup) -> Bool {
        guard services.count < Self.mostServices, group.handles.first > services.last?.handles.last ?? 0,
            group.handles.last >= group.handles.first, let type = AttributeType(decoding: group.value.span)
        else { return false }
        services.append(Service(type: type, handles: group.handles))
        return true
    }

    /// Takes a declaration of a service's characteristic.
    ///
    /// - Returns: whether it is one.
    mutating func add(_ entry: ATTPDU.AttributeValue, of service: ATTPDU.HandleRange) -> Bool {
        if let open { characteristics[open].lastHandle = entry.handle &- 1 }
        open = nil
        guard let declaration = try? CharacteristicDeclaration(decoding: entry.value), declaration.valueHandle > entry.handle,
            declaration.valueHandle <= service.last
        else { return false }
        guard case .assigned(let number) = declaration.type else { return true }
        guard !isFull else { return false }
        open = characteristics.count
        characteristics.append(
            Characteristic(
                type: GATTUUID(rawValue: number), properties: declaration.properties, valueHandle: declaration.valueHandle,
                lastHandle: service.last))
        return true
    }

    var isFull: Bool { characteristics.count >= Self.mostCharacteristics }

    /// What comes next is of another service.
    mutating func endService() { open = nil }

    /// The first of this type: where a peripheral has several, one is enough.
    func index(of type: GATTUUID) -> Int? { characteristics.firstIndex { $0.type == type } }
    func index(ofValue handle: UInt16) -> Int? { characteristics.firstIndex { $0.valueHandle == handle } }
}
