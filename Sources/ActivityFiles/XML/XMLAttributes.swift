import CExpat

/// An element's attributes, good while expat tells of the element and no longer.
struct XMLAttributes {
    /// Names and values by turns, up to a null.
    let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

    /// The value of an attribute that has no namespace.
    subscript(_ name: StaticString) -> [UInt8]? {
        guard var pair = pairs else { return nil }
        while let found = pair.pointee, let value = pair.successor().pointee {
            if name.withUTF8Buffer({ $0.elementsEqual(Self.bytes(found)) }) { return Array(Self.bytes(value)) }
            pair += 2
        }
        return nil
    }

    /// The bytes of a text up to its null.
    static func bytes(_ characters: UnsafePointer<XML_Char>) -> UnsafeRawBufferPointer {
        var count = 0
        while characters[count] != 0 { count += 1 }
        return UnsafeRawBufferPointer(start: characters, count: count)
    }
}
