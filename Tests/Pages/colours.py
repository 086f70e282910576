"""Whether zones can be told apart, by everybody: neighbours differ as seen with each kind of colour blindness, and their labels can be read.

Simulation: Machado, Oliveira, Fernandes 2009, severity 1. Difference: CIE76 in CIELAB (D65). Contrast: WCAG 2.2.
"""
import re
from pathlib import Path

SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# Twice what is just seen side by side in small areas, roughly; the number is always there as well.
LEAST_DIFFERENCE = 20
LEAST_CONTRAST = 4.5
SPREAD = {3: [2, 4, 6], 4: [1, 2, 4, 6], 5: [1, 2, 3, 5, 6], 6: [1, 2, 3, 4, 5, 6], 7: [1, 2, 3, 4, 5, 6, 7]}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[index:index + 2], 16) / 255 for index in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: tuple[float, ...], sight) -> tuple[float, ...]:
    return tuple(min(1, max(0, sum(row[index] * colour[index] for index in range(3)))) for row in sight)


def lab(colour: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = colour
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    f = [value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def contrast(one: str, other: str) -> float:
    light = [0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05 for c in (linear(one), linear(other))]
    return max(light) / min(light)


def zone_faults(style: Path) -> list[str]:
    text = style.read_text()
    zones = {int(number): value for number, value in re.findall(r"--z(\d): (#[0-9a-f]{6})", text)}
    labels = {int(number): value for number, value in re.findall(r"--on-z(\d): (#[0-9a-f]{6})", text)}
    if sorted(zones) != list(range(1, 8)) or sorted(labels) != list(range(1, 8)):
        return ["colours: base.css has not seven zones"]
    faults = [f"colours: the label of zone {n} has a contrast of {contrast(zones[n], labels[n]):.2f}" for n in zones if contrast(zones[n], labels[n]) < LEAST_CONTRAST]
    for chosen in SPREAD.values():
        for a, b in zip(chosen, chosen[1:]):
            for name, sight in SIGHTS.items():
                one, other = (lab(seen(linear(zones[n]), sight)) for n in (a, b))
                difference = sum((x - y) ** 2 for x, y in zip(one, other)) ** 0.5
                if difference < LEAST_DIFFERENCE:
                    faults.append(f"colours: zones {a} and {b} differ by {difference:.0f} with {name}")
    return sorted(set(faults))
