// Laps, splits and the steps of the plan as tables; what nobody measured in any row has no column.

import { canvas, colour, h } from "/app/dom.js";
import { DASH, duration, isKnown, isOnFoot, number, text, units } from "/app/figures.js";
import { targetText } from "/app/plan.js";
import { t, word } from "/app/words.js";

function table(columns, rows, isBest = () => false) {
  const used = columns.filter(([, value], index) => !index || rows.some((row) => value(row) !== DASH));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": used[0][0] }, h("table", {}, h("thead", {}, h("tr", {}, used.map(([name]) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", { class: isBest(row) ? "best" : null }, used.map(([, value]) => h("td", {}, value(row))))))));
}

const pace = (sport, speed) => text(isOnFoot(sport) ? "pace" : "speed", speed);

export function lapTable(workout) {
  if (workout.laps.length < 2) return null;
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.laps"))), table([
    [t("web.lap"), (lap) => number(lap.index + 1)], [t("web.time"), (lap) => duration(lap.summary.timerSeconds)],
    [t("figure.distance"), (lap) => text("distance", lap.summary.distance?.metres)], [isOnFoot(workout.type) ? t("web.pace") : t("quantity.speed"), (lap) => pace(workout.type, lap.summary.averageSpeed)],
    [t("short.averageHeartRate"), (lap) => text("heartRate", lap.summary.heartRate?.average)], [t("short.maximumHeartRate"), (lap) => text("heartRate", lap.summary.heartRate?.maximum)],
    [t("short.averagePower"), (lap) => text("power", lap.summary.power?.average)], [t("short.normalizedPower"), (lap) => text("power", lap.summary.normalizedPower)],
    [t("short.averageCadenceWithoutZeros"), (lap) => text("cadence", lap.summary.cadence?.averageWithoutZeros)], [t("short.elevationGain"), (lap) => text("elevation", lap.summary.ascentMetres)],
  ], workout.laps));
}

export function splitTable(workout) {
  const rows = units === "imperial" ? workout.mileSplits : workout.kilometreSplits;
  if (!rows?.length) return null;
  const whole = rows.filter((row) => !row.isPartial);
  const fastest = Math.min(...whole.map((row) => row.timerSeconds));
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.splits"))), table([
    [t("figure.distance"), (row) => text("distance", row.distanceMetres)], [t("web.time"), (row) => duration(row.timerSeconds)],
    [isOnFoot(workout.type) ? t("web.pace") : t("quantity.speed"), (row) => pace(workout.type, row.timerSeconds > 0 ? row.distanceMetres / row.timerSeconds : null)],
    [t("short.averageHeartRate"), (row) => text("heartRate", row.averageHeartRate)], [t("short.elevationGain"), (row) => text("elevation", row.ascentMetres)],
  ], rows, (row) => whole.length > 1 && !row.isPartial && row.timerSeconds === fastest),
  workout.splitCalibration?.isRejected && h("p", { class: "muted small" }, t("note.calibrationRejected")));
}

const TONES = { b: "below", i: "inside", a: "above", u: "sunken", "-": "line" };

export function planSteps(workout) {
  if (!workout.plan) return null;
  const { ribbon = "", compliance, name } = workout.plan;
  const strip = canvas({ class: "ribbon-plan", "aria-label": t("web.ribbon") }, (context, width, height) => {
    for (let column = 0; column < width; column += 1) {
      const mark = ribbon[Math.floor(column / width * ribbon.length)];
      context.fillStyle = colour(TONES[mark] ?? "line");
      context.fillRect(column, mark === "a" ? 0 : mark === "b" ? height / 2 : height / 4, 1, height / 2);
    }
  });
  const verdict = (compliance) => (compliance ? [word("verdict", compliance.verdict), isKnown(compliance.percent) ? ` · ${text("percent", compliance.percent)}` : ""] : [t("web.noTarget")]);
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, name ?? t("web.plan")), compliance && h("span", { class: "tag" }, verdict(compliance))), ribbon && strip,
    h("ol", { class: "verdicts" }, workout.planSteps.map((step) => h("li", { data: { verdict: step.compliance?.verdict } },
      h("span", {}, h("strong", {}, step.name ?? word("step", step.kind)), " ", isKnown(step.plannedSeconds) ? duration(step.plannedSeconds) : text("distance", step.plannedMetres)), h("span", { class: "word" }, isKnown(step.startOffset) ? verdict(step.compliance) : t("web.notBegun")),
      step.target && h("span", { class: "muted small" }, targetText({ ...step.target, boundaries: step.target.configuration?.boundaries, model: step.target.configuration?.model }))))));
}

