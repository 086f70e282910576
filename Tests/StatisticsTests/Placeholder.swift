@testable import Statistics
