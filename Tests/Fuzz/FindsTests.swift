import Foundation
import TestSupport
import Testing

/// Inputs that once trapped, and the few that every reader must survive.
struct FindsTests {
    @Test(arguments: FuzzTarget.all.map(\.name)) func everyFindIsTaken(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        for kind in ["finds", "seeds"] {
            let folder = Fixture.repository.appending(path: "Tests/Fuzz/\(kind)/\(name)")
            for file in (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [] {
                target.run([UInt8](try Data(contentsOf: file)).span)
            }
        }
        for length in 0..<20 {
            for byte in [0x00, 0x20, 0x7F, 0x80, 0xFF] as [UInt8] { target.run([UInt8](repeating: byte, count: length).span) }
        }
    }

    /// A find in a folder that no target reads would be kept for nothing.
    @Test func everyFolderHasItsTarget() throws {
        let finds = Fixture.repository.appending(path: "Tests/Fuzz/finds")
        let folders = try FileManager.default.contentsOfDirectory(atPath: finds.path).filter { !$0.contains(".") }
        #expect(Set(folders).isSubset(of: FuzzTarget.all.map(\.name)))
    }
}
