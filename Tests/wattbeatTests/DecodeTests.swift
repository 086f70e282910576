import Testing

@Suite(.enabled("no kind is registered") { try !Program.run(["decode", "--list"]).output.allSatisfy(\.isWhitespace) })
struct DecodeTests {
    private static let beat = #"{"hr":60,"contact":"contact","rr1024":[1024],"rrMs":[1000]}"# + "\n"

    @Test func listNamesEveryKindOnce() throws {
        let lines = try Program.run(["decode", "--list"]).output.split(separator: "\n")
        let names = lines.compactMap { $0.split(separator: " ").first }
        #expect(Set(names).count == names.count)
        #expect(names.contains("hr_measurement"))
        #expect(names.contains { $0.hasPrefix("seq.csc_wheel?") && $0.contains("circumferenceM") })
    }

    @Test(arguments: [
        ["16", "3C", "00", "04"], ["16 3c 00 04"], ["163C0004"], ["16:3C:00:04"], ["0x16", "0x3C", "0x0", "0x4"],
        ["163C", "0004"], ["--", "16", "3C", "00", "04"],
    ]) func hexInEverySpelling(hex: [String]) throws {
        let outcome = try Program.run(["decode", "hr_measurement"] + hex)
        #expect(outcome.output == Self.beat)
        #expect(outcome.status == 0)
    }

    @Test func prettyTakesSeveralLines() throws {
        let output = try Program.run(["decode", "--pretty", "hr_measurement", "00", "48"]).output
        #expect(output == "{\n  \"hr\": 72,\n  \"contact\": \"unsupported\"\n}\n")
    }

    /// The reference's row S7, packets quoted, apart, and glued to the bar.
    @Test(arguments: [
        ["01 64 00 00 00 00 FC | 01 68 00 00 00 00 04"], ["01640000 0000FC", "|", "01 68 00 00 00 00 04"],
        ["016400000000FC|01680000000004"],
    ]) func packetsOfASequence(hex: [String]) throws {
        let outcome = try Program.run(["decode", "seq.csc_wheel?circumferenceM=2.105"] + hex)
        #expect(outcome.output.hasPrefix(#"{"speedKmh":[null,15.156],"deltaM":[null,8.42]"#))
        #expect(outcome.status == 0)
    }

    @Test(arguments: [[""], ["16"]]) func whatCannotBeDecodedIsShownAndTold(hex: [String]) throws {
        let outcome = try Program.run(["decode", "hr_measurement"] + hex)
        #expect(outcome.status == 65)
        #expect(outcome.output.hasPrefix(#"{"error":"#))
        #expect(outcome.complaint.isEmpty)
    }

    @Test(arguments: [
        (["hr_measurment", "00"], "there is no kind 'hr_measurment'; did you mean 'hr_measurement'"),
        (["hr_measurement"], "hr_measurement needs bytes"),
        (["hr_measurement", "0g"], "'0g' is no hex"),
        (["hr_measurement", "163"], "'163' ends in half a byte"),
        (["hr_measurement", "0x"], "'0x' is no hex"),
        (["seq.csc_wheel?circumference=2", "00"], "seq.csc_wheel has no parameter 'circumference'"),
        (["seq.csc_wheel?circumferenceM=wide", "00"], "'circumferenceM=wide': must be circumferenceM=NUMBER"),
        (["seq.csc_wheel?circumferenceM=nan", "00"], "'circumferenceM=nan': must be circumferenceM=NUMBER"),
        (["seq.csc_wheel?circumferenceM", "00"], "'circumferenceM': must be circumferenceM=NUMBER"),
    ]) func wrongUsage(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(["decode"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.hasPrefix("wattbeat: \(complaint)"))
    }
}
