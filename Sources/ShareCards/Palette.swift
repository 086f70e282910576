import Workouts

/// The colours of a look, the dashboard's own.
struct Palette: Sendable {
    let look: Look
    let ground, surface, sunken, line, ink, muted, accent, warn, warnGround, more, less: Paint

    init(_ look: Look) {
        self.look = look
        func pick(_ light: UInt32, _ dark: UInt32, _ mono: UInt32 = 0) -> Paint {
            switch look {
            case .light: Paint(light)
            case .dark: Paint(dark)
            case .monochrome: Paint(mono)
            }
        }
        ground = pick(0xF5F4F0, 0x0E1012, 0xFFFFFF)
        surface = pick(0xFFFFFF, 0x171A1D, 0xFFFFFF)
        sunken = pick(0xEEECE6, 0x20242A, 0xFFFFFF)
        line = pick(0xDEDBD2, 0x2C3138)
        ink = pick(0x16181A, 0xF2F3F1)
        muted = pick(0x575C61, 0xA7ADB3)
        accent = pick(0x0A6B5E, 0x52D3BA)
        warn = pick(0x7D5000, 0xFFC95C)
        warnGround = pick(0xFFF3D6, 0x332708, 0xFFFFFF)
        more = pick(0x1C6B34, 0x7FD694)
        less = pick(0x575C61, 0xA7ADB3)
    }

    var isMonochrome: Bool { look == .monochrome }

    /// Runs red, walks green, rides blue.
    func colour(of sport: ActivityType) -> Paint {
        if isMonochrome { return ink }
        let isDark = look == .dark
        return switch sport {
        case .running, .treadmillRunning, .trailRunning: Paint(isDark ? 0xFF7A70 : 0xC62F2F)
        case .walking, .hiking: Paint(isDark ? 0x74D07F : 0x23752F)
        case .cycling, .indoorCycling: Paint(isDark ? 0x7DB1FF : 0x1F62C4)
        default: Paint(isDark ? 0xC79CF0 : 0x74449C)
        }
    }

    /// Of zones, lowest first, and of what is written on them. With fewer zones than seven the first ones; the last is every further one's.
    func zone(_ index: Int) -> (ground: Paint, ink: Paint) {
        let grounds: [UInt32] = [0xB9C1CA, 0x5F9FE6, 0x1E8F7C, 0xF3CD45, 0xEE8127, 0xC4203F, 0x63308F]
        let inks: [UInt32] = [0x12171C, 0x08131F, 0x02120F, 0x1F1800, 0x1F0E00, 0xFFFFFF, 0xFFFFFF]
        let index = min(max(index, 0), grounds.count - 1)
        return (Paint(grounds[index]), Paint(inks[index]))
    }
}
