// Goals as rings: how much of each is done, and how long the row of reached ones is.

import { h, s } from "/app/dom.js";
import { DASH, durationWords, isKnown, number, text } from "/app/figures.js";
import { t, word } from "/app/words.js";

const KINDS = { exerciseSeconds: "time", zoneSeconds: "time", distanceMetres: "distance", elevationGainMetres: "elevation", energyKilocalories: "energy", workKilojoules: "work" };
const NAMES = { exerciseSeconds: "exerciseDuration", zoneSeconds: "timeInZones", distanceMetres: "distance", elevationGainMetres: "elevationGain", energyKilocalories: "energy",
  workKilojoules: "work", steps: "steps", activityCount: "activities", trainingStressScore: "trainingStressScore", trainingImpulse: "trainingImpulse", averageBeatsPerMinute: "averageHeartRate", maximumBeatsPerMinute: "maximumHeartRate" };

const amount = (goal, value) => (!isKnown(value) ? DASH : KINDS[goal.metric] === "time" ? durationWords(value) : KINDS[goal.metric] ? text(KINDS[goal.metric], value) : number(value));

export function rings(goals) {
  return h("div", { class: "rings" }, goals.map((goal) => {
    const share = Math.min(1, goal.ringFraction ?? 0);
    const round = 2 * Math.PI * 30;
    const name = t(`figure.${NAMES[goal.metric] ?? goal.metric}`) + (goal.zone ? ` · ${t("zone.one", { zone: goal.zone })}` : "");
    return h("div", { class: "ring" },
      s("svg", { viewBox: "0 0 72 72", "aria-hidden": "true" },
        s("circle", { cx: 36, cy: 36, r: 30, fill: "none", stroke: "var(--sunken)", "stroke-width": 9 }),
        s("circle", { cx: 36, cy: 36, r: 30, fill: "none", stroke: "var(--accent)", "stroke-width": 9, "stroke-linecap": "round", "stroke-dasharray": `${share * round} ${round}`, transform: "rotate(-90 36 36)", opacity: share ? 1 : 0 }),
        s("text", { x: 36, y: 41, "text-anchor": "middle", fill: "var(--ink)", "font-size": 15, "font-weight": 650 }, isKnown(goal.ringFraction) ? text("percent", Math.floor(goal.ringFraction * 100)) : DASH)),
      h("div", {}, h("p", {}, h("strong", {}, name), " ", h("span", { class: "muted small" }, word("table", goal.each))), h("p", {}, t("goal.progress", { done: amount(goal, goal.amount), goal: amount(goal, goal.target) })),
        h("p", { class: "muted small" }, goal.isReached ? t("notice.goalReached") : isKnown(goal.remaining) ? t("goal.remaining", { amount: amount(goal, goal.remaining) }) : "",
          goal.streak?.current > 1 ? ` · ${t(goal.each === "day" ? "goal.streakDays" : "goal.streakWeeks", { count: number(goal.streak.current), number: goal.streak.current })}` : "")));
  }));
}
