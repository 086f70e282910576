import JSONText
import Testing

@testable import Ingest

@Suite struct NMEAKindsTests {
    private func decode(_ kind: String, _ packets: [UInt8]...) throws -> String {
        try #require(nmeaKinds.first { $0.name == kind }).decode(packets, [:]).text()
    }

    @Test func oneSentence() throws {
        #expect(
            try decode("nmea", [UInt8]("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A".utf8))
                == #"{"sentence":"RMC","talker":"GP","time":"12:35:19.000","status":"active","latitudeDeg":48.1173,"#
                + #""longitudeDeg":11.516666667,"speedMps":11.5236,"courseDeg":84.4,"date":"1994-03-23","fix":true}"#)
        #expect(
            try decode("nmea", [UInt8]("$GPRMC,205150.00,V,,,,,,,,,,,V*4a\r\n".utf8))
                == #"{"sentence":"RMC","talker":"GP","time":"20:51:50.000","status":"void","fix":false}"#)
        #expect(
            try decode("nmea", nmea("GPGGA,235960.5,5128.6746,N,00000.0720,W,1,09,0.92,46.9,M,45.4,M,,"))
                == #"{"sentence":"GGA","talker":"GP","time":"23:59:60.500","latitudeDeg":51.47791,"longitudeDeg":-0.0012,"#
                + #""quality":"autonomous","satellitesUsed":9,"hdop":0.92,"altitudeM":46.9,"geoidSeparationM":45.4,"fix":true}"#)
    }

    @Test func whatIsNotRead() throws {
        #expect(
            try decode("nmea", nmea("GPRMB,A,,,,,,,,,,,,A,A")).hasPrefix(#"{"sentence":"RMB","talker":"GP","fields":["A","","#))
        #expect(
            try decode("nmea", nmea("PMTK001,314,3")) == #"{"sentence":"PMTK001","fields":["314","3"]}"#)
        #expect(
            try decode("nmea", nmea("GPRMC,181536.000,A,5936.79K,D"))
                == #"{"sentence":"RMC","talker":"GP","error":"malformed","fields":["181536.000","A","5936.79K","D"]}"#)
        #expect(
            try decode("nmea", [UInt8]("$GPGLL,,,,,,V*00".utf8)) == #"{"error":"bad_checksum","computed":"06","received":"00"}"#)
        #expect(try decode("nmea", []) == #"{"error":"too_short"}"#)
        #expect(try decode("nmea", [0xFF]) == #"{"error":"invalid","field":"start","byte":255}"#)
    }

    @Test func sentencesToFixes() throws {
        let rmc = nmea("GPRMC,235958,A,3925.9702,N,11945.9354,W,45.1,153.1,250905,,,A")
        let gga = nmea("GPGGA,000000,3925.9700,N,11945.9350,W,1,10,0.8,1378.6,M,-22.1,M,,")
        #expect(
            try decode("seq.nmea", rmc, gga, nmea("GPRMC,000002,V,,,,,,,,,,N"))
                == #"{"epochs":[{"fix":true,"time":"2005-09-25T23:59:58.000Z","latitudeDeg":39.432836667,"longitudeDeg":-119.76559,"#
                + #""speedMps":23.2014,"courseDeg":153.1,"mode":"autonomous"},"#
                + #"{"fix":true,"time":"2005-09-26T00:00:00.000Z","latitudeDeg":39.432833333,"longitudeDeg":-119.765583333,"#
                + #""altitudeM":1378.6,"geoidSeparationM":-22.1,"horizontalAccuracyM":4,"verticalAccuracyM":6.4,"mode":"autonomous","#
                + #""satellitesUsed":10,"hdop":0.8},{"fix":false}],"sentences":3}"#)
    }

    @Test func whatALogHolds() throws {
        var summary = NMEALogSummary()
        summary.append(nmea("GPGGA,051133.000,4744.6977,N,12206.7277,W,1,05,1.9,136.4,M,-17.1,M,18.8,0000"))
        summary.append(nmea("GPRMC,051134.000,A,4744.6977,N,12206.7277,W,5.83,338.2,040712,,,A"))
        summary.finish()
        #expect(
            JSONValue.object(summary.json).text()
                == #"{"validSentences":2,"badChecksum":0,"noChecksum":0,"truncated":0,"longestSentence":80,"over82":0,"#
                + #""nonASCIIBytes":0,"sentences":{"GPGGA":1,"GPRMC":1},"epochs":2,"fixes":2,"estimatedEpochs":0,"#
                + #""simulatedEpochs":0,"epochsWithConflictingValidity":0,"#
                + #""first":{"time":"T05:11:33.000Z","lat":47.74496167,"lon":-122.11212833,"altitudeMSL":136.4,"geoidSeparation":-17.1},"#
                + #""last":{"time":"2012-07-04T05:11:34.000Z","lat":47.74496167,"lon":-122.11212833,"altitudeMSL":null,"#
                + #""geoidSeparation":null},"fixesWithAltitude":1,"minAltitudeMSL":136.4,"maxAltitudeMSL":136.4,"maxSpeed":2.999,"#
                + #""unfilteredDistance":0,"backwardTimeSteps":0,"midnightCrossings":0}"#)
    }

    @Test func gpsdReport() throws {
        #expect(
            try decode(
                "gpsd",
                [UInt8](#"{"class":"TPV","mode":3,"time":"2022-03-09T15:01:19.000Z","lat":51.068098333,"speed":0.046}"#.utf8))
                == #"{"class":"TPV","mode":3,"time":"2022-03-09T15:01:19.000Z","latitudeDeg":51.068098333,"speedMps":0.046}"#)
        #expect(try decode("gpsd", [UInt8]("x".utf8)) == #"{"error":"invalid"}"#)
    }
}
