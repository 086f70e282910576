import Glibc

/// The target that the environment's `FUZZ_TARGET` names; without, ends with a list of all: the name and the longest input of each.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
    print(FuzzTarget.all.map { "\($0.name) \($0.longestInput)" }.joined(separator: "\n"))
    exit(name.isEmpty ? 0 : 64)
}()

/// libFuzzer calls this once before its first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    _ = target
    return 0
}

/// libFuzzer calls this with every input; a trap is a find.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)))
    return 0
}
