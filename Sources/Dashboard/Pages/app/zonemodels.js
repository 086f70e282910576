// Zone models as docs/core.md has them: the limits between zones as shares of a figure of the rider.

const SHARES = {
  percentHRmax5: ["hr-max", [0.6, 0.7, 0.8, 0.9]],
  friel7: ["lthr", [0.81, 0.9, 0.94, 1, 1.03, 1.06]],
  friel7OnFoot: ["lthr", [0.85, 0.9, 0.95, 1, 1.03, 1.06]],
  coggan7: ["ftp", [0.55, 0.75, 0.9, 1.05, 1.2, 1.5]],
  seiler3: ["ftp", [0.8, 1]],
};
export const MODELS = { "heart-rate": ["percentHRmax5", "karvonen5", "friel7"], power: ["coggan7", "seiler3"] };

const exact = (value) => Math.round(value * 1e6) / 1e6;

/** The limits of a model for these figures, or the name of the figure that is missing. */
export function boundariesOf(model, rider, isOnFoot) {
  if (model === "karvonen5") {
    if (!rider["hr-max"]) return { missing: "hr-max" };
    const rest = rider["hr-rest"] ?? 60;
    return { boundaries: [0.6, 0.7, 0.8, 0.9].map((share) => exact(rest + share * (rider["hr-max"] - rest))) };
  }
  const [figure, shares] = SHARES[model === "friel7" && isOnFoot ? "friel7OnFoot" : model];
  if (!rider[figure]) return { missing: figure };
  return { boundaries: shares.map((share) => exact(rider[figure] * share)) };
}

/** "114, 133 152" as limits: two to eight rising numbers, else nothing. */
export function boundariesIn(text) {
  const values = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  const isRising = values.every((value, index) => Number.isFinite(value) && value > 0 && (!index || value > values[index - 1]));
  return isRising && values.length >= 2 && values.length <= 8 ? values : null;
}
