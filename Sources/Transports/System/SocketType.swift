internal import CBlueZ
internal import CSystemd
internal import CUSB
internal import Glibc

/// Glibc's words for kinds of sockets. They stand here since each C library's module declares them again, and the compiler finds them
/// only in a file that imports the one that it takes for their owner.
enum SocketType {
    static let stream = CInt(SOCK_STREAM.rawValue)
    static let nonBlocking = CInt(SOCK_NONBLOCK.rawValue)
    static let closeOnExec = CInt(SOCK_CLOEXEC.rawValue)
}
