@testable import Storage
