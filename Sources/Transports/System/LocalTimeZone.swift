import WireFormats

/// Which zone of the IANA database the machine's local time follows.
public enum LocalTimeZone {
    private static let folder = "/usr/share/zoneinfo/"

    /// As the C library has it: `TZ` when it is set, else where `/etc/localtime` leads.
    ///
    /// - Parameter variable: the value of `TZ`.
    /// - Returns: `nil` when the zone has no name: rules written out (`CET-1CEST,M3.5.0,M10.5.0/3`), a copied file, nothing set.
    /// - SeeAlso: tzset(3), localtime(5).
    static func name(variable: String?, in tree: SystemTree) -> String? {
        guard let variable else { return tree.link("/etc/localtime").flatMap(name(ofFile:)) }
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if text.isEmpty { return "UTC" }
        if text.hasPrefix("/") { return name(ofFile: text) ?? tree.link(text).flatMap(name(ofFile:)) }
        // `EST5EDT` is a rule and a name: what the database holds is a name.
        return TimeZoneName.isWellFormed(text) && tree.exists(folder + text) ? text : nil
    }

    /// `/usr/share/zoneinfo/Europe/Prague`, or relative; the database's two other sets of the same zones stand in folders of their own.
    public static func name(ofFile path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let place = parts.lastIndex(of: "zoneinfo") else { return nil }
        var zone = parts[(place + 1)...]
        if zone.count > 1, let set = zone.first, set == "posix" || set == "right" { zone = zone.dropFirst() }
        let name = zone.joined(separator: "/")
        return TimeZoneName.isWellFormed(name) ? name : nil
    }
}
