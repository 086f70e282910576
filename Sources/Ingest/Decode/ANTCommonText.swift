import JSONText
import WireFormats

extension ANTText {
    /// - Parameter number: the page's number as the profile at hand writes it.
    static func json(_ page: CommonPage, _ bytes: DataPage, number: JSONValue) -> JSONObject {
        var object: JSONObject = ["page": number]
        switch page {
        case .request(let request):
            if request.subpage != 0xFF { object.append("subpage", request.subpage) }
            object.append("requestedPage", request.requestedPage)
            object.append("commandType", request.commandType)
            object.append("times", request.times)
            object.append("acknowledged", request.isAcknowledged)
        case .commandStatus(let status):
            object.append("lastCommand", status.lastCommand)
            object.append("sequence", status.sequence)
            object.append("status", name(status.outcome))
            if let command = TrainerCommand(decoding: status.command) { append(command, to: &object) }
        case .manufacturer(let manufacturer):
            object.append("hwRevision", manufacturer.hardwareRevision)
            object.append("manufacturerId", manufacturer.manufacturerID)
            object.append("modelNumber", manufacturer.modelNumber)
        case .product(let product):
            object.append("swVersion", thousandths(product.softwareVersion))
            object.append("serialNumber", product.serialNumber)
        case .battery(let battery):
            object.append("batteryId", battery.index)
            object.append("batteryCount", battery.count)
            object.append("operatingTimeS", battery.operatingTimeSeconds)
            append(battery.battery, to: &object)
        case .raw: return raw(bytes, number: number)
        }
        return object
    }

    private static func name(_ outcome: CommandStatus.Outcome) -> String {
        switch outcome {
        case .passed: "pass"
        case .failed: "fail"
        case .notSupported: "not_supported"
        case .rejected: "rejected"
        case .pending: "pending"
        case .uninitialized: "uninitialized"
        case .reserved: "reserved"
        }
    }
}
