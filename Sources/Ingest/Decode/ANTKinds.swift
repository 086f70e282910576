import JSONText
import WireFormats

/// The kinds of `ant-plus`: frames and streams of a stick, pages by profile, and sequences of pages of one sensor.
let antKinds: [DecodableKind] = antFrameKinds + antPageKinds + antSequenceKinds

private let antFrameKinds: [DecodableKind] = [
    DecodableKind("ant_frame", "one message of an ANT stick, from A4 to its checksum") { packets, _ in
        ANTText.frame(packets.first ?? [])
    },
    DecodableKind("ant_stream", "bytes of an ANT stick as they come, noise and all") { packets, _ in
        ANTText.stream(packets.joined())
    },
]

private let antPageKinds: [DecodableKind] = [
    page("hrm", "heart rate") { ANTText.json(HeartRatePage(decoding: $0)) },
    page("power", "bicycle power") { ANTText.json(BicyclePowerPage(decoding: $0), $0) },
    page("fec", "fitness equipment") { ANTText.json(FitnessEquipmentPage(decoding: $0), $0) },
    page("speed", "bicycle speed") { ANTText.json(SpeedPage(decoding: $0), counter: "wheelRevs") },
    page("cadence", "bicycle cadence") { ANTText.json(CadencePage(decoding: $0), counter: "crankRevs") },
    page("speed_cadence", "combined bicycle speed and cadence") { ANTText.json(SpeedCadencePage(decoding: $0)) },
    page("sdm", "foot pod") { ANTText.json(StrideSpeedDistancePage(decoding: $0), $0) },
    page("muscle_oxygen", "muscle oxygen") { ANTText.json(MuscleOxygenPage(decoding: $0), $0) },
    page("common", "any profile's common pages") { page in
        ANTText.json(CommonPage(decoding: page), page, number: ANTText.hex(page[0]))
    },
]

private func page(
    _ name: String, _ profile: String, json: @escaping @Sendable (DataPage) -> JSONObject
) -> DecodableKind {
    DecodableKind("ant_page.\(name)", "the eight bytes of an ANT+ page: \(profile)") { packets, _ in
        ANTText.pages(packets.prefix(1)) { .object(json($0)) }.first ?? ANTText.tooShort
    }
}
