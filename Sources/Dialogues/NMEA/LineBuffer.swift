/// Lines out of chunks that were cut anywhere. A line that is too long is passed over to its end and counted: memory is bounded.
struct LineBuffer: Sendable {
    private(set) var overlong = 0

    private let longest: Int
    private var open: [UInt8] = []
    private var isPassingOver = false

    init(longest: Int) { self.longest = longest }

    /// Takes the next bytes.
    ///
    /// - Returns: each line that ends in them, without LF or CR LF; empty ones are left out.
    mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            keep(bytes[start..<end])
            if !isPassingOver {
                if open.last == UInt8(ascii: "\r") { open.removeLast() }
                if !open.isEmpty { lines.append(open) }
            }
            open.removeAll(keepingCapacity: true)
            isPassingOver = false
            start = end + 1
        }
        keep(bytes[start...])
        return lines
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        guard !isPassingOver else { return }
        guard open.count + part.count <= longest else {
            overlong += 1
            isPassingOver = true
            open.removeAll(keepingCapacity: true)
            return
        }
        open += part
    }
}
