/// What a stick answers to a command, or what happened on a channel (message 0x40).
public struct ResponseCode: RawRepresentable, Hashable, Sendable {
    /// As on the wire.
    public var rawValue: UInt8
    /// - Parameter rawValue: as on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The command was accepted.
    public static let noError = ResponseCode(rawValue: 0x00)
    /// A search ended without a sensor.
    public static let searchTimeout = ResponseCode(rawValue: 0x01)
    /// A slot passed without a message.
    public static let receiveFailed = ResponseCode(rawValue: 0x02)
    /// A page was sent.
    public static let transmitted = ResponseCode(rawValue: 0x03)
    /// A burst from the sensor failed.
    public static let receiveTransferFailed = ResponseCode(rawValue: 0x04)
    /// The sensor acknowledged what was sent.
    public static let transferCompleted = ResponseCode(rawValue: 0x05)
    /// What was sent was not acknowledged.
    public static let transferFailed = ResponseCode(rawValue: 0x06)
    /// The channel closed, by command or by itself.
    public static let channelClosed = ResponseCode(rawValue: 0x07)
    /// Lost after many missed slots; the channel searches again.
    public static let wentToSearch = ResponseCode(rawValue: 0x08)
    /// Two channels wanted the same moment; one lost a message.
    public static let channelCollision = ResponseCode(rawValue: 0x09)
    /// A transfer begins.
    public static let transferStarted = ResponseCode(rawValue: 0x0A)
    /// The next packets of a transfer are wanted.
    public static let transferNextDataBlock = ResponseCode(rawValue: 0x11)
    /// The command does not fit the channel's state.
    public static let channelInWrongState = ResponseCode(rawValue: 0x15)
    /// The channel must be opened first.
    public static let channelNotOpened = ResponseCode(rawValue: 0x16)
    /// The channel must know whom it listens to first.
    public static let channelIDNotSet = ResponseCode(rawValue: 0x18)
    /// Other channels must be closed first.
    public static let closeAllChannels = ResponseCode(rawValue: 0x19)
    /// Another transfer is under way.
    public static let transferInProgress = ResponseCode(rawValue: 0x1F)
    /// A burst's packets came out of order.
    public static let transferSequenceError = ResponseCode(rawValue: 0x20)
    /// The transfer failed.
    public static let transferInError = ResponseCode(rawValue: 0x21)
    /// The message is too long.
    public static let messageTooLong = ResponseCode(rawValue: 0x27)
    /// The stick does not know the message.
    public static let invalidMessage = ResponseCode(rawValue: 0x28)
    /// There is no such network.
    public static let invalidNetworkNumber = ResponseCode(rawValue: 0x29)
    /// There is no such list.
    public static let invalidListID = ResponseCode(rawValue: 0x30)
    /// A channel that scans cannot send so.
    public static let invalidScanTransmitChannel = ResponseCode(rawValue: 0x31)
    /// A parameter is out of range.
    public static let invalidParameter = ResponseCode(rawValue: 0x33)
    /// The stick was too slow: messages are lost.
    public static let serialQueueOverflow = ResponseCode(rawValue: 0x34)
    /// The host was too slow: messages are lost.
    public static let eventQueueOverflow = ResponseCode(rawValue: 0x35)
    /// The stick's memory is full.
    public static let memoryFull = ResponseCode(rawValue: 0x40)
    /// The stick's memory cannot be written.
    public static let memoryWriteFailed = ResponseCode(rawValue: 0x41)

    /// The protocol's own name; `nil` for a code we do not know.
    public var name: StaticString? {
        switch self {
        case .noError: "RESPONSE_NO_ERROR"
        case .searchTimeout: "EVENT_RX_SEARCH_TIMEOUT"
        case .receiveFailed: "EVENT_RX_FAIL"
        case .transmitted: "EVENT_TX"
        case .receiveTransferFailed: "EVENT_TRANSFER_RX_FAILED"
        case .transferCompleted: "EVENT_TRANSFER_TX_COMPLETED"
        case .transferFailed: "EVENT_TRANSFER_TX_FAILED"
        case .channelClosed: "EVENT_CHANNEL_CLOSED"
        case .wentToSearch: "EVENT_RX_FAIL_GO_TO_SEARCH"
        case .channelCollision: "EVENT_CHANNEL_COLLISION"
        case .transferStarted: "EVENT_TRANSFER_TX_START"
        case .transferNextDataBlock: "EVENT_TRANSFER_NEXT_DATA_BLOCK"
        case .channelInWrongState: "CHANNEL_IN_WRONG_STATE"
        case .channelNotOpened: "CHANNEL_NOT_OPENED"
        case .channelIDNotSet: "CHANNEL_ID_NOT_SET"
        case .closeAllChannels: "CLOSE_ALL_CHANNELS"
        case .transferInProgress: "TRANSFER_IN_PROGRESS"
        case .transferSequenceError: "TRANSFER_SEQUENCE_NUMBER_ERROR"
        case .transferInError: "TRANSFER_IN_ERROR"
        case .messageTooLong: "MESSAGE_SIZE_EXCEEDS_LIMIT"
        case .invalidMessage: "INVALID_MESSAGE"
        case .invalidNetworkNumber: "INVALID_NETWORK_NUMBER"
        case .invalidListID: "INVALID_LIST_ID"
        case .invalidScanTransmitChannel: "INVALID_SCAN_TX_CHANNEL"
        case .invalidParameter: "INVALID_PARAMETER_PROVIDED"
        case .serialQueueOverflow: "EVENT_SERIAL_QUE_OVERFLOW"
        case .eventQueueOverflow: "EVENT_QUE_OVERFLOW"
        case .memoryFull: "NVM_FULL_ERROR"
        case .memoryWriteFailed: "NVM_WRITE_ERROR"
        default: nil
        }
    }
}
