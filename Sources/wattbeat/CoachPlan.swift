import Gateway
import Ingest
import Storage
import Workouts

/// The plan of `--plan`, and which workouts it is for.
struct CoachPlan {
    let outline: PlanOutline
    /// What workouts of it are called: the plan's own name, the template's, else the file's without its ending.
    let names: [String]

    /// - Parameter text: a file of docs/plans.md, or the name of a plan in the store or of a template in the settings in use.
    /// - Returns: `nil` without a text.
    /// - Throws: that there is neither, or what is wrong with the file.
    static func wanted(_ text: String?, _ arguments: Arguments) throws(CommandError) -> CoachPlan? {
        guard let text else { return nil }
        if text.contains("/") || FileIdentity(path: text) != nil { return try CoachPlan(file: text) }
        if let stored = try PlanReferences.stored(text, arguments) {
            return CoachPlan(outline: stored.outline, names: [stored.name, stored.outline.name].compactMap(\.self))
        }
        let settings = try ArchivePlaces.inUse(arguments).1
        guard let template = settings.template(named: text) else {
            throw CommandError(
                .noInput, "--plan: there is no file \(quoted(text)), and " + settings.templateRefusal(text))
        }
        guard let plan = template.plan else {
            throw CommandError(.badData, "--plan: the template \(quoted(text)) has no plan (docs/settings.md, templates)")
        }
        return CoachPlan(outline: plan, names: [plan.name, text].compactMap(\.self))
    }

    private init(outline: PlanOutline, names: [String]) {
        self.outline = outline
        self.names = names
    }

    /// - Parameter file: of docs/plans.md.
    init(file: String) throws(CommandError) {
        let outline = try Self.read(file)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        self.init(outline: outline, names: [outline.name ?? name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name])
    }

    /// - Throws: what is wrong with it; mistakes are told by line and key before.
    static func read(_ path: String) throws(CommandError) -> PlanOutline {
        do throws(SettingsError) {
            return try PlanFile.read(path)
        } catch {
            switch error {
            case .mistakes(_, let mistakes):
                for mistake in mistakes { Output.complain("wattbeat: " + mistake.text(in: shown(path))) }
                throw CommandError(.badData, nil)
            case .refused(let sentence): throw CommandError(.badData, sentence)
            case .file(let error): throw CommandError(.noInput, "\(error)")
            }
        }
    }

    /// Whether a workout among many was one of it: recorded with the template, or with a plan of that name.
    func isMeant(for workout: Workout) -> Bool {
        [workout.name, workout.plan?.name].contains { name in name.map(names.contains) ?? false }
    }

    /// The workout as if it had followed the plan, its zones those in force for it, and what they do not have.
    func followed(by workout: Workout) -> (workout: Workout, leftOut: [PlanOutline.LeftOut]) {
        var workout = workout
        let settled = outline.settled(with: workout.settings.zones(for: workout.type), named: names.last)
        workout.plan = settled.plan
        return (workout, settled.leftOut)
    }
}
