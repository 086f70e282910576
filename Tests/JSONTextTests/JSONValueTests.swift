import Foundation
import JSONText
import Testing

struct JSONValueTests {
    @Test func compactKeepsTheOrderOfKeys() {
        let value: JSONValue = ["z": 1, "a": [true, nil, "x"], "m": ["k": .number(1.50, decimals: 3)]]
        #expect(value.text() == #"{"z":1,"a":[true,null,"x"],"m":{"k":1.5}}"#)
    }

    @Test func indentedKeepsPlainListsOnOneLine() {
        let value: JSONValue = ["list": [1, 2], "deep": [["a": 1], ["b": []]], "none": [:]]
        #expect(
            value.text(.indented) == """
                {
                  "list": [1, 2],
                  "deep": [
                    {
                      "a": 1
                    },
                    {
                      "b": []
                    }
                  ],
                  "none": {}
                }
                """)
    }

    @Test(arguments: [
        ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
        ("\u{9B}31m", #""\u009b31m""#), ("Żółć 自転車 🚴", "\"Żółć 自転車 🚴\""), ("\u{C2}\u{A0}", "\"\u{C2}\u{A0}\""), ("", "\"\""),
    ]) func strings(text: String, json: String) {
        #expect(JSONValue.string(text).text() == json)
    }

    @Test func anotherReaderSeesTheSameStrings() throws {
        for scalar in (0..<0x300).compactMap(Unicode.Scalar.init) {
            let text = "a\(Character(scalar))b"
            let read = try JSONSerialization.jsonObject(with: Data(JSONValue.array([.string(text)]).utf8())) as? [String]
            #expect(read == [text])
        }
    }

    @Test func whatIsAbsentIsNull() {
        #expect(JSONValue.integer(UInt8?.none) == .null)
        #expect(JSONValue.number(nil, decimals: 1) == .null)
        #expect(JSONValue.string(nil as String?) == .null)
        #expect(JSONValue.integer(UInt8(200)) == 200)
    }

    @Test func anIntegerBeyond64SignedBitsIsANumber() {
        #expect(JSONValue.integer(UInt64.max).text() == "1.8446744073709552e+19")
        #expect(JSONValue.integer(UInt64(Int64.max)).text() == "9223372036854775807")
    }

    @Test func settingMembers() {
        var object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.members.map(\.name) == ["a", "b"])
        #expect(object["a"] == 3)
        object["c"] = 4
        object["b"] = nil
        object["a"] = 5
        #expect(JSONValue.object(object).text() == #"{"a":5,"c":4}"#)
        #expect(object["b"] == nil)
    }
}
