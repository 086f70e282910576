internal import WireFormats

extension ATTClient {
    /// One thing to do. Characteristics go by their place in the table.
    enum Step: Equatable, Sendable {
        case exchangeMTU
        case services(from: UInt16)
        case characteristics(of: ATTPDU.HandleRange, from: UInt16)
        /// - Parameter from: `nil`: behind the value.
        case descriptors(of: Int, from: UInt16?)
        /// Everything is found: what follows depends on what.
        case plan
        /// - Parameter begun: what earlier answers brought.
        case read(Int, begun: [UInt8])
        /// A fact that is read now if there is time, else once measurements are on.
        case readInTime(Int)
        case turnOn(Int)
        case write(Int, [UInt8])
        case ready
    }

    struct Question: Equatable, Sendable {
        let step: Step
        let opcode: UInt8
        let deadline: Int64
    }

    mutating func ask(_ step: Step, _ now: Int64) {
        switch step {
        case .exchangeMTU: ask(.exchangeMTURequest(ownMTU), for: step, now)
        case .services(let from):
            ask(.readByGroupTypeRequest(.init(from, .max), type: .primaryService), for: step, now)
        case .characteristics(let service, let from):
            ask(.readByTypeRequest(.init(from, service.last), type: .characteristic), for: step, now)
        case .descriptors(let index, let from): askDescriptors(of: index, from: from, now)
        case .plan: plan(now)
        case .readInTime(let index):
            if now < factsDeadline { ask(.read(index, begun: []), now) } else { steps.append(.read(index, begun: [])) }
        case .read(let index, let begun):
            let handle = table.characteristics[index].valueHandle
            let offset = UInt16(truncatingIfNeeded: begun.count)
            ask(begun.isEmpty ? .readRequest(handle: handle) : .readBlobRequest(handle: handle, offset: offset), for: step, now)
        case .turnOn(let index): turnOn(index, now)
        case .write(let index, let value):
            ask(.writeRequest(handle: table.characteristics[index].valueHandle, value: value), for: step, now)
        case .ready: becomeReady()
        }
    }

    private mutating func ask(_ pdu: ATTPDU, for step: Step, _ now: Int64) {
        let bytes = pdu.encoded()
        question = Question(step: step, opcode: bytes.first ?? 0, deadline: now + Self.transactionTimeout)
        outputs.append(.send(bytes))
    }

    private mutating func askDescriptors(of index: Int, from: UInt16?, _ now: Int64) {
        let characteristic = table.characteristics[index]
        guard characteristic.configurationHandle == nil else { return }
        let (first, isBeyond) =
            from.map { ($0, false) } ?? characteristic.valueHandle.addingReportingOverflow(1)
        // None fits between its value and what follows.
        guard !isBeyond, first <= characteristic.lastHandle else { return }
        let step = Step.descriptors(of: index, from: first)
        ask(.findInformationRequest(.init(first, characteristic.lastHandle)), for: step, now)
    }

    private mutating func turnOn(_ index: Int, _ now: Int64) {
        let characteristic = table.characteristics[index]
        guard let handle = characteristic.configurationHandle, characteristic.sendsByItself else {
            tell(.refused(characteristic.type, .missing))
            // Whoever waits for its indications would wait in vain.
            steps.removeAll { if case .write(index, _) = $0 { true } else { false } }
            return
        }
        // Where both can be had, notifications need no confirmation.
        let bits: UInt8 = characteristic.properties.contains(.notify) ? 1 : 2
        ask(.writeRequest(handle: handle, value: [bits, 0]), for: .turnOn(index), now)
    }

    /// Discovery is over.
    private mutating func plan(_ now: Int64) {
        let numbers = table.services.compactMap { if case .assigned(let number) = $0.type { number } else { nil } }
        tell(.services(numbers.map(GATTUUID.init(rawValue:))))
        let measurements = wants.measurements.compactMap { table.index(of: $0) }.filter {
            table.characteristics[$0].sendsByItself
        }
        guard measurements.contains(where: { table.characteristics[$0].type != .batteryLevel }) else { return die(.useless) }
        let facts = wants.facts.compactMap { table.index(of: $0) }.filter { table.characteristics[$0].properties.contains(.read) }
        factsDeadline = wants.readsFactsFirst ? now + Self.patience : .min
        steps = measurements.map { .descriptors(of: $0, from: nil) }
        if wants.readsFactsFirst { steps += facts.map(Step.readInTime) }
        steps += measurements.map(Step.turnOn) + [.ready]
        if !wants.readsFactsFirst { steps += facts.map { .read($0, begun: []) } }
        if let changes = table.index(of: .serviceChanged), table.characteristics[changes].sendsByItself {
            steps += [.descriptors(of: changes, from: nil), .turnOn(changes)]
        }
    }
}
