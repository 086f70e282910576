/// A count of what a device sent and nobody can read, in the words of its status: coarse, so that a flood tells a few statuses and
/// no more.
public enum UnusableCount {
    /// - Parameter thing: what is counted, one of it.
    /// - Returns: `at least 20 unusable packets`, the number being 1, 2 or 5 times a power of ten; `nil` where there are none.
    public static func words(_ count: Int, _ thing: String) -> String? {
        guard count > 1 else { return count == 1 ? "an unusable \(thing)" : nil }
        var power = 1
        while count / 10 >= power { power *= 10 }
        let step = count / power >= 5 ? 5 : count / power >= 2 ? 2 : 1
        return "at least \(step * power) unusable \(thing)s"
    }

    /// A status's sentence, where it has one, and a count's words.
    public static func sentence(_ sentence: String?, _ words: String?) -> String? {
        guard let sentence, let words else { return sentence ?? words }
        return sentence + "; " + words
    }
}
