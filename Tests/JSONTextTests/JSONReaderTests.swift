import JSONText
import TestSupport
import Testing

/// Right values are those of RFC 8259 and of its examples (§13); places are counted by hand.
struct JSONReaderTests {
    @Test func everyKindWithItsPlace() throws {
        let tree = try JSONReader.read(
            """
            {
              "number": -12.50e1, "text": "a\\u00e9\\n",
              "list": [true, false, null, {}, []]
            }
            """)
        let members = try #require(tree.members)
        #expect(members.map(\.name) == ["number", "text", "list"])
        #expect(members.map(\.place) == [JSONPlace(line: 2, column: 3), .init(line: 2, column: 23), .init(line: 3, column: 3)])
        #expect(members[0].value.content == .number(text: "-12.50e1", value: -125))
        #expect(members[0].value.place == JSONPlace(line: 2, column: 13))
        #expect(tree["text"]?.string == "aé\n")
        let list = try #require(tree["list"]?.elements)
        #expect(list.map(\.place.column) == [12, 18, 25, 31, 35])
        #expect(list.map(\.bool) == [true, false, nil, nil, nil])
        #expect(list[2].isNull)
        #expect(list[3].members == [])
        #expect(list[4].elements == [])
    }

    /// RFC 8259, §7: the G clef; and every short escape.
    @Test func escapes() throws {
        #expect(try JSONReader.read(#""\uD834\uDD1E""#).string == "\u{1D11E}")
        #expect(try JSONReader.read(#""\"\\\/\b\f\n\r\t\u0000""#).string == "\"\\/\u{8}\u{C}\n\r\t\0")
    }

    @Test(arguments: [
        ("0", 0.0), ("-0", -0.0), ("10", 10), ("1.5E+2", 150), ("1e-3", 0.001), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
        ("1E400e", nil),
        ("1e400", nil),
    ])
    func numbers(text: String, value: Double?) {
        #expect((try? JSONReader.read(text))?.double == value)
    }

    @Test func wholeNumbers() throws {
        #expect(try JSONReader.read("9223372036854775807").integer == .max)
        #expect(try JSONReader.read("7.0").integer == 7)
        #expect(try JSONReader.read("7.5").integer == nil)
        #expect(try JSONReader.read("9223372036854775808").integer == nil)
        #expect(try JSONReader.read("\"7\"").integer == nil)
    }

    /// A column is a character, as an editor's status line has it, not a byte; a byte order mark is none.
    @Test func columnsAreCharacters() {
        #expect(throws: JSONError(place: .init(line: 1, column: 6), fault: .expected(.commaOrBracket, found: "x"))) {
            try JSONReader.read(#"["é𝄞"x]"#)
        }
        #expect(throws: JSONError(place: .init(line: 1, column: 2), fault: .expected(.valueOrEnd, found: "x"))) {
            try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("[x]".utf8))
        }
    }

    @Test(arguments: [
        ("", 1, 1, "a value is expected, but the text ends"),
        ("\n\n  ", 3, 3, "a value is expected, but the text ends"),
        ("{\"a\": 1,\n}", 2, 1, "a name in double quotes is expected, not }"),
        ("{'a': 1}", 1, 2, "a name in double quotes or } is expected, not '"),
        ("{\"a\" 1}", 1, 6, "a colon is expected, not 1"),
        ("{\"a\": 1 \"b\": 2}", 1, 9, "a comma or } is expected, not \""),
        ("[1,]", 1, 4, "a value is expected, not ]"),
        ("[1 2]", 1, 4, "a comma or ] is expected, not 2"),
        ("{\"a\": 1,\n \"a\": 2}", 2, 2, "\"a\" is there twice"),
        ("[01]", 1, 2, "a number without a leading zero is expected, not 0"),
        ("[1.]", 1, 4, "a digit is expected, not ]"),
        ("[-]", 1, 3, "a digit is expected, not ]"),
        ("[.5]", 1, 2, "a value or ] is expected, not ."),
        ("[+1]", 1, 2, "a value or ] is expected, not +"),
        ("nul", 1, 1, "a value is expected, not n"),
        ("NaN", 1, 1, "a value is expected, not N"),
        ("nullx", 1, 5, "nothing more is expected, not x"),
        ("1 // one", 1, 3, "nothing more is expected, not /"),
        ("\"a", 1, 3, "the double quote that ends the text is expected, but the text ends"),
        ("\"a\n\"", 1, 3, "a line end cannot stand in a text; write it as an escape"),
        ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u after the backslash is expected, not x"),
        ("\"\\u12g4\"", 1, 6, "one of four hexadecimal digits is expected, not g"),
        ("[\"\\ud834\"]", 1, 3, "\\ud834 is half of a pair, and the other half is missing"),
        ("[\"\\ud834\\u0041\"]", 1, 3, "\\ud834 is half of a pair, and the other half is missing"),
        ("[\"\\udd1e\"]", 1, 3, "\\udd1e is half of a pair, and the other half is missing"),
        ("[1e999]", 1, 2, "1e999 is too large a number"),
        ("\u{A0}1", 1, 1, "a value is expected, not U+00A0"),
    ])
    func mistakes(text: String, line: Int, column: Int, sentence: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
        #expect(error?.place == JSONPlace(line: line, column: column))
        #expect(error?.sentence == sentence)
        #expect(error?.description == "line \(line), column \(column): \(sentence)")
    }

    /// Unicode, table 3-7: overlong forms, surrogates, beyond U+10FFFF, continuations alone, cut short.
    @Test(arguments: ["C080", "E08080", "EDA080", "F08080 80", "F4908080", "80", "FF", "E282", "C3", "C328"])
    func notUTF8(hex: String) {
        let text = [UInt8(ascii: "\"")] + [UInt8](hex: hex) + [UInt8(ascii: "\"")]
        #expect(throws: JSONError(place: .init(line: 1, column: 2), fault: .notUTF8)) { try JSONReader.read(text) }
    }

    @Test func depthAndLengthAreBounded() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONReader.read(deepest)
        #expect(throws: JSONError(place: .init(line: 1, column: 65), fault: .tooDeep(limit: 64))) {
            try JSONReader.read("[" + deepest + "]")
        }
        #expect(throws: JSONError(place: .init(line: 1, column: 1), fault: .tooLong(limit: 1 << 20))) {
            try JSONReader.read([UInt8](repeating: 0x20, count: 1 << 20) + [0x31])
        }
    }

    /// What our writer writes is read as it was meant.
    @Test(arguments: [JSONLayout.compact, .indented])
    func readsWhatIsWritten(layout: JSONLayout) throws {
        let value: JSONValue = ["a\"\\\u{1}\u{7F}é𝄞": [1, true, nil, "", ["x": -3]], "b": .number(0.125, decimals: 3), "c": [:]]
        let tree = try JSONReader.read(value.utf8(layout))
        #expect(tree.members?.map(\.name) == ["a\"\\\u{1}\u{7F}é𝄞", "b", "c"])
        #expect(tree["b"]?.double == 0.125)
        #expect(tree.members?.first?.value.elements?.last?["x"]?.integer == -3)
    }

    /// Cut anywhere or changed anywhere, a text is read or refused; it never ends the program.
    @Test func anyBytes() throws {
        let whole = Array(#"{"a":[1,-2.5e3,true,null,"\u00e9\ud834\udd1e é𝄞"],"b":{"c":""}}"#.utf8)
        for length in 0..<whole.count {
            #expect(throws: JSONError.self) { try JSONReader.read(Array(whole[..<length])) }
        }
        var generator = SeededGenerator(seed: 8259)
        let alphabet = Array(#"{}[]",:\u0123eE+-.truefalsn "#.utf8) + [0xC3, 0xA9, 0xF0, 0x00, 0xFF]
        for _ in 0..<20_000 {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<text.count, using: &generator)
                text[index] = alphabet.randomElement(using: &generator) ?? 0
            }
            if let value = (try? JSONReader.read(text))?.value {
                let written = value.utf8(.compact)
                #expect(try JSONReader.read(written).value.utf8(.compact) == written)
            }
            let noise = (0..<Int.random(in: 0...24, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0
            }
            _ = try? JSONReader.read(noise)
        }
    }
}
