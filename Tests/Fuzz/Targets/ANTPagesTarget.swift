import WireFormats

extension FuzzTarget {
    /// Eight bytes as every profile reads them, and a whole frame; what we also send is encoded and must decode to itself.
    static let antPages = FuzzTarget("ant-pages", upTo: 48) { bytes in
        if let message = try? ANTMessage(decoding: bytes) {
            precondition((try? ANTMessage(decoding: message.encoded())) == message, "\(message) changed on its way")
            _ = ANTReport(message)
            _ = ANTDataMessage(message)?.channelID
        }
        guard let page = try? DataPage(bytes.extracting(first: 8)) else { return }
        profiles(of: page)
        if let command = TrainerCommand(decoding: page) {
            // A page may state more than the profile allows, and is then sent as the most that it does.
            guard let sent = TrainerCommand(decoding: command.encoded()) else { fatalError("\(command) is lost on its way") }
            precondition(TrainerCommand(decoding: sent.encoded()) == sent, "\(sent) changed on its way")
        }
        guard bytes.count > 8 else { return }
        let message = ANTMessage(MessageID(rawValue: bytes[8]), bytes)
        _ = ANTReport(message)
        _ = ANTDataMessage(message)?.channelID
    }

    private static func profiles(of page: DataPage) {
        _ = HeartRatePage(decoding: page)
        _ = FitnessEquipmentPage(decoding: page)
        _ = RevolutionPage(decoding: page)
        _ = SpeedCadencePage(decoding: page)
        _ = StrideSpeedDistancePage(decoding: page)
        _ = MuscleOxygenPage(decoding: page)
        _ = CommonPage(decoding: page)
        switch BicyclePowerPage(decoding: page) {
        case .calibration(let calibration):
            if let sent = calibration.encoded() { precondition(BicyclePowerPage(decoding: sent) == .calibration(calibration)) }
        case .parameters(let parameters):
            precondition(BicyclePowerPage(decoding: parameters.encoded()) == .parameters(parameters))
        default: break
        }
    }
}
