// Zones are shown by number and colour together; the colours of fewer zones are spread over the seven.

import { h, put } from "/app/dom.js";
import { duration, measure, number, percentOf } from "/app/figures.js";
import { t } from "/app/words.js";

const SPREAD = { 3: [2, 4, 6], 4: [1, 2, 4, 6], 5: [1, 2, 3, 5, 6], 6: [1, 2, 3, 4, 5, 6], 7: [1, 2, 3, 4, 5, 6, 7] };

/** Which of the seven colours the zone with this index (from 0) of so many has. */
export function zoneColour(index, count) {
  return (SPREAD[count] ?? SPREAD[7])[Math.min(index, (SPREAD[count] ?? SPREAD[7]).length - 1)];
}

/** What people call a zone: 1, 2, … and of Friel's seven the fifth to seventh 5a, 5b, 5c. */
export function zoneLabel(index, model) {
  return model === "friel7" && index >= 4 ? `5${"abc"[index - 4] ?? ""}` : String(index + 1);
}

const limit = (quantity, value) => (quantity === "speed" ? measure("speed", value).text : number(value, Number.isInteger(value) ? 0 : 1));

/** "133–152", "below 114", "from 171". */
export function zoneRange(quantity, index, boundaries) {
  const [lower, upper] = [boundaries[index - 1], boundaries[index]];
  if (lower === undefined) return t("zone.below", { value: limit(quantity, upper) });
  if (upper === undefined) return t("zone.from", { value: limit(quantity, lower) });
  return t("zone.between", { lower: limit(quantity, lower), upper: limit(quantity, upper) });
}

/** Bars of time in zones that can be told anew: `update(seconds)`. */
export function zoneBars(quantity, { boundaries, model }, seconds) {
  const count = boundaries.length + 1;
  const rows = Array.from({ length: count }, (_, index) => {
    const fill = h("i", {});
    const time = h("span", { class: "time" });
    const share = h("span", { class: "share" });
    const row = h("li", { data: { zone: zoneColour(index, count) } },
      h("span", { class: "row zone-name" }, h("span", { class: "zone" }, zoneLabel(index, model)), h("span", { class: "range" }, zoneRange(quantity, index, boundaries))),
      h("span", { class: "bar" }, fill), time, share);
    return { row, fill, time, share };
  });
  const list = h("ul", { class: "zones", "aria-label": t("figure.timeInZones") }, rows.map(({ row }) => row));
  list.update = (values) => {
    const covered = values.reduce((sum, value) => sum + value, 0);
    const largest = Math.max(...values, 1e-9);
    rows.forEach(({ fill, time, share }, index) => {
      fill.style.setProperty("inline-size", `${(values[index] ?? 0) / largest * 100}%`);
      put(time, duration(values[index] ?? 0));
      put(share, percentOf(values[index] ?? 0, covered));
    });
  };
  list.update(seconds);
  return list;
}
