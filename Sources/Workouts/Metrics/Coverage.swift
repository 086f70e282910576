/// Below it a figure is still given, and flagged (core §6.1).
let lowestFullCoverage = 0.9
