import Glibc

/// The program's own folders are made where they are missing; any other is the person's business.
enum OwnFolder {
    /// - Parameter path: of a file within it, absolute.
    static func make(for path: String) throws(CommandError) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            guard mkdir(folder, 0o700) != 0 else { continue }
            // Of a folder that is there a read-only disk says that it is one; access has an error of its own.
            let code = errno
            guard code == EEXIST || access(folder, F_OK) == 0 else {
                throw .system(.cannotCreate, "cannot create \(folder)", errno: code)
            }
        }
    }
}
