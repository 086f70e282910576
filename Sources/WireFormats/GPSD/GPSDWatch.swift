extension GPSDReport {
    /// What a client sends to be told everything about one receiver, with its line end.
    ///
    /// - Parameter device: as gpsd names it; `nil`: about all.
    public static func watchCommand(device: String?) -> [UInt8] {
        guard let device else { return watchCommand }
        var quoted: [UInt8] = []
        for byte in device.utf8 where byte >= 0x20 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { quoted.append(UInt8(ascii: "\\")) }
            quoted.append(byte)
        }
        return Array("?WATCH={\"enable\":true,\"json\":true,\"device\":\"".utf8) + quoted + Array("\"};\n".utf8)
    }
}
