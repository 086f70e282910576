import Foundation
import Testing

@testable import Storage

struct FileMoveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func whatIsNotThereIsNotInPlace() {
        let (half, target) = (folder.file("h.part"), folder.file("h"))
        let missing = StorageError.cannotOpen(path: half, message: "No such file or directory")
        #expect(throws: missing) { try FileMove.place(half, at: target) }
        #expect(throws: missing) { try FileMove.replace(target, with: half) }
        #expect(folder.contents.isEmpty)
    }

    @Test func placingTakesNothingsPlaceAndReplacingDoes() throws {
        let target = folder.file("h")
        try FileMove.place(folder.write("first", to: "h.part"), at: target)
        let second = try folder.write("second", to: "h.part")
        #expect(throws: StorageError.cannotOpen(path: target, message: "File exists")) {
            try FileMove.place(second, at: target)
        }
        #expect(folder.contents == ["h"])
        #expect(try String(contentsOf: URL(filePath: target), encoding: .utf8) == "first")
        try FileMove.replace(target, with: folder.write("third", to: "h.part"))
        #expect(folder.contents == ["h"])
        #expect(try String(contentsOf: URL(filePath: target), encoding: .utf8) == "third")
    }
}
