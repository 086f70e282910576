internal import CMicroHTTPD
internal import Glibc

// What libmicrohttpd calls, on its thread. Ordinary functions: a closure written in the main file would belong to the main actor.

private func server(_ owner: UnsafeMutableRawPointer?) -> HTTPServer? {
    owner.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
}

/// The request line is there. What is returned stands for the request in the other calls.
func beginRequest(
    _ owner: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let server = server(owner), let target, let connection else { return nil }
    let length = strnlen(target, RequestTarget.longest + 1)
    let bytes = UnsafeRawBufferPointer(start: target, count: length)
    let exchange = Exchange(server, Handle(pointer: connection), target: Array(bytes))
    server.add(exchange)
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Targets are decoded by `RequestTarget` alone.
func leaveEscaped(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

/// Headers are there; then for each piece of a body; then when all is, and again when the connection is woken.
func answerRequest(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadCount: UnsafeMutablePointer<Int>?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let pointer = context?.pointee, let method, let uploadCount else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if exchange.isNew { return exchange.begin() }
    if uploadCount.pointee > 0, let upload {
        let count = uploadCount.pointee
        uploadCount.pointee = 0
        return upload.withMemoryRebound(to: UInt8.self, capacity: count) {
            exchange.take(UnsafeBufferPointer(start: $0, count: count))
        }
    }
    return exchange.goOn(method: String(cString: method))
}

func completeRequest(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let pointer = context?.pointee else { return }
    context?.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
    exchange.end()
    server(owner)?.remove(exchange)
}

func noteConnection(
    _ owner: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ event: MHD_ConnectionNotificationCode
) {
    guard let server = server(owner), let connection else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        server.opened(Handle(pointer: connection))
    } else {
        server.closed(Handle(pointer: connection))
    }
}

// MARK: Bodies

extension Response {
    /// As libmicrohttpd sends it; `nil` when memory is short or a header is none.
    func made(for connection: OpaquePointer) -> OpaquePointer? {
        let made: OpaquePointer?
        switch body {
        case .bytes(let payload):
            // Held until it is sent: no copy for each client.
            let held = Unmanaged.passRetained(SentBytes(payload))
            let bytes = held.takeUnretainedValue().bytes
            made = MHD_create_response_from_buffer_with_free_callback_cls(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), releaseBytes, held.toOpaque())
            if made == nil { held.release() }
        case .stream(let stream):
            let held = Unmanaged.passRetained(StreamReading(stream, connection))
            made = MHD_create_response_from_callback(UInt64.max, 16 << 10, readStream, held.toOpaque(), releaseStream)
            if made == nil { held.release() }
        }
        guard let made else { return nil }
        for field in headers where MHD_add_response_header(made, field.name, field.value) != .YES {
            MHD_destroy_response(made)
            return nil
        }
        return made
    }
}

/// A payload's bytes at a place that stays.
private final class SentBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ payload: Payload) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: payload.count, alignment: 1)
        copy.copyBytes(from: payload.bytes)
        bytes = UnsafeRawBufferPointer(copy)
    }

    deinit { bytes.deallocate() }
}

private func releaseBytes(_ held: UnsafeMutableRawPointer?) {
    if let held { Unmanaged<SentBytes>.fromOpaque(held).release() }
}

/// A stream and the connection that reads it.
private final class StreamReading: Sendable {
    let stream: ResponseStream
    let connection: Handle

    init(_ stream: ResponseStream, _ connection: OpaquePointer) {
        self.stream = stream
        self.connection = Handle(pointer: connection)
        let descriptor = cmicrohttpd_descriptor(connection)
        // What the kernel would keep for who does not read is of no use to him.
        var bytes: CInt = 64 << 10
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
        var yes: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
        stream.begin(cut: { shutdown(descriptor, CInt(SHUT_RDWR)) })
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let step = stream.take(
            into: buffer, sleep: { MHD_suspend_connection(connection.pointer) },
            wake: { [self] in MHD_resume_connection(connection.pointer) })
        switch step {
        case .bytes(let count): return count
        case .asleep: return 0
        case .end: return -1
        case .broken: return -2
        }
    }
}

private func readStream(
    _ held: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
    guard let held, let buffer else { return -2 }
    let reading = Unmanaged<StreamReading>.fromOpaque(held).takeUnretainedValue()
    return reading.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

private func releaseStream(_ held: UnsafeMutableRawPointer?) {
    guard let held else { return }
    let reading = Unmanaged<StreamReading>.fromOpaque(held).takeRetainedValue()
    reading.stream.end()
}
