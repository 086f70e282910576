import Glibc

/// The program's own folders are made where they are missing; any other is the person's business.
enum OwnFolder {
    /// - Parameter path: of a file within it, absolute.
    static func make(for path: String) throws(CommandError) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST || access(folder, F_OK) == 0 else {
                throw .system(.cannotCreate, "cannot create \(folder)", errno: errno)
            }
        }
    }
}
