/// One protocol data unit of the Attribute Protocol, as L2CAP carries it on channel 4.
///
/// Multi-byte fields are little-endian. Values are copied, since they outlive the packet.
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part F, §3.4, and §3.4.8 for the operation codes.
public enum ATTPDU: Equatable, Sendable {
    case errorResponse(request: UInt8, handle: UInt16, code: UInt8)
    case exchangeMTURequest(UInt16)
    case exchangeMTUResponse(UInt16)
    case findInformationRequest(HandleRange)
    case findInformationResponse([AttributeInformation])
    case findByTypeValueRequest(HandleRange, type: UInt16, value: [UInt8])
    case findByTypeValueResponse([HandleRange])
    case readByTypeRequest(HandleRange, type: AttributeType)
    case readByTypeResponse([AttributeValue])
    case readRequest(handle: UInt16)
    case readResponse([UInt8])
    case readBlobRequest(handle: UInt16, offset: UInt16)
    case readBlobResponse([UInt8])
    case readByGroupTypeRequest(HandleRange, type: AttributeType)
    case readByGroupTypeResponse([AttributeGroup])
    case writeRequest(handle: UInt16, value: [UInt8])
    case writeResponse
    case writeCommand(handle: UInt16, value: [UInt8])
    case notification(handle: UInt16, value: [UInt8])
    case indication(handle: UInt16, value: [UInt8])
    case confirmation
    case multipleNotification([AttributeValue])
    /// A unit that we neither send nor look into.
    case other(opcode: UInt8, parameters: [UInt8])

    /// Handles from `first` to `last`, both counted.
    public struct HandleRange: Equatable, Sendable {
        /// The lowest handle; 0x0001 is the first there is.
        public var first: UInt16
        /// The highest handle; 0xFFFF is the last there is.
        public var last: UInt16
        /// The handles from `first` to `last`.
        public init(_ first: UInt16, _ last: UInt16) { (self.first, self.last) = (first, last) }
    }

    /// What an attribute is.
    public struct AttributeInformation: Equatable, Sendable {
        /// The attribute's handle.
        public var handle: UInt16
        /// The attribute's type.
        public var type: AttributeType
        /// An entry of a Find Information Response.
        public init(handle: UInt16, type: AttributeType) { (self.handle, self.type) = (handle, type) }
    }

    /// What an attribute holds.
    public struct AttributeValue: Equatable, Sendable {
        /// The attribute's handle.
        public var handle: UInt16
        /// Its value, of at most 512 bytes.
        public var value: [UInt8]
        /// An entry of a Read By Type Response or of a Multiple Handle Value Notification.
        public init(handle: UInt16, value: [UInt8]) { (self.handle, self.value) = (handle, value) }
    }

    /// A service: its handles, and its type as the value.
    public struct AttributeGroup: Equatable, Sendable {
        /// From the service's declaration to its last attribute.
        public var handles: HandleRange
        /// The service's UUID, least significant byte first.
        public var value: [UInt8]
        /// An entry of a Read By Group Type Response.
        public init(handles: HandleRange, value: [UInt8]) { (self.handles, self.value) = (handles, value) }
    }

    enum Opcode {
        static let errorResponse: UInt8 = 0x01
        static let exchangeMTURequest: UInt8 = 0x02
        static let exchangeMTUResponse: UInt8 = 0x03
        static let findInformationRequest: UInt8 = 0x04
        static let findInformationResponse: UInt8 = 0x05
        static let findByTypeValueRequest: UInt8 = 0x06
        static let findByTypeValueResponse: UInt8 = 0x07
        static let readByTypeRequest: UInt8 = 0x08
        static let readByTypeResponse: UInt8 = 0x09
        static let readRequest: UInt8 = 0x0A
        static let readResponse: UInt8 = 0x0B
        static let readBlobRequest: UInt8 = 0x0C
        static let readBlobResponse: UInt8 = 0x0D
        static let readByGroupTypeRequest: UInt8 = 0x10
        static let readByGroupTypeResponse: UInt8 = 0x11
        static let writeRequest: UInt8 = 0x12
        static let writeResponse: UInt8 = 0x13
        static let notification: UInt8 = 0x1B
        static let indication: UInt8 = 0x1D
        static let confirmation: UInt8 = 0x1E
        static let multipleNotification: UInt8 = 0x23
        static let writeCommand: UInt8 = 0x52
    }
}
