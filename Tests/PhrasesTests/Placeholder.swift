@testable import Phrases
