// The step of the plan under way: what it asks, where the rider is, how much is left, and what comes next.

import { h, put, show } from "/app/dom.js";
import { duration, isKnown, number, text } from "/app/figures.js";
import { t, word } from "/app/words.js";
import { zoneLabel } from "/app/zones.js";

/** The target's limits as two numbers, either of which may be open. */
export function limits(target) {
  if (!target) return null;
  if (target.boundaries) return { lower: target.boundaries[target.lowestZone - 1] ?? null, upper: target.boundaries[target.highestZone] ?? null };
  return { lower: target.lower ?? null, upper: target.upper ?? null };
}

export function targetText(target) {
  if (!target) return t("web.noTarget");
  const { lower, upper } = limits(target);
  const range = lower === null ? t("zone.below", { value: text(target.quantity, upper) }) : upper === null ? t("zone.from", { value: text(target.quantity, lower) })
    : t("zone.between", { lower: number(lower), upper: text(target.quantity, upper) });
  if (!isKnown(target.lowestZone)) return `${word("quantity", target.quantity)} ${range}`;
  const [first, last] = [zoneLabel(target.lowestZone, target.model), zoneLabel(target.highestZone, target.model)];
  return `${first === last ? t("zone.one", { zone: first }) : t("zone.several", { first, last })} · ${range}`;
}

function stepName(step) {
  return step.name ?? word("step", step.kind);
}

const long = (step) => (isKnown(step.seconds) ? duration(step.seconds) : text("distance", step.metres));

function cueText(cue) {
  switch (cue?.cue) {
    case "aboveTarget": case "belowTarget": return t(`cue.${cue.cue}`, { quantity: word("quantity", cue.quantity) });
    case "workAhead": return t("cue.workAhead", { count: number(cue.seconds), number: cue.seconds });
    case "recovered": return t("cue.recovered", { zone: cue.belowZone + 1 });
    case "stepBegins": return t("cue.stepBegins", { step: word("step", cue.step) });
    case "planDone": return t("cue.planDone");
    default: return "";
  }
}

/** How long a cue stays on the page. */
const CUE_SECONDS = 12;

export function planCard() {
  const name = h("h2", {});
  const count = h("span", { class: "muted small num" });
  const step = h("strong", {});
  const left = h("p", { class: "left num" });
  const target = h("p", {});
  const verdict = h("span", { class: "verdict" });
  const band = h("div", { class: "band" });
  const needle = h("div", { class: "needle" });
  const gauge = h("div", { class: "gauge", role: "img" }, band, needle);
  const ribbon = h("div", { class: "ribbon", "aria-hidden": "true" });
  const next = h("p", { class: "muted" });
  const cue = h("p", { class: "cue", role: "status", "aria-live": "polite" });
  const element = h("section", { class: "card plan lead" }, h("header", {}, name, count), cue,
    h("div", { class: "step" }, h("div", {}, step, target), left), h("div", { class: "row spread" }, verdict), gauge, ribbon, next);
  return { element, update(live, recentPower, isOld) {
    const coaching = live.coaching;
    show(element, Boolean(coaching));
    if (!coaching) return;
    put(name, coaching.plan ?? t("web.plan"));
    const said = coaching.lastCue;
    put(cue, said && live.now - said.offset < CUE_SECONDS && !isOld ? cueText(said) : "");
    const progress = coaching.progress;
    for (const part of [step, left, target, gauge, ribbon, next, count]) show(part, Boolean(progress));
    if (!progress) {
      put(verdict, t("cue.planDone"));
      return;
    }
    put(count, t("web.stepOf", { step: number(progress.stepIndex + 1), count: number(progress.stepCount) }));
    put(step, stepName(progress.step));
    put(target, targetText(progress.step.target));
    put(left, isKnown(progress.remainingSeconds) ? duration(Math.ceil(progress.remainingSeconds)) : text("distance", progress.remainingMetres));
    left.classList.toggle("stale", isOld);
    put(next, progress.next ? t("web.next", { step: `${stepName(progress.next)}, ${long(progress.next)}${progress.next.target ? ` (${targetText(progress.next.target)})` : ""}` }) : t("web.lastStep"));
    const share = isKnown(progress.remainingSeconds) ? progress.elapsedSeconds / (progress.elapsedSeconds + progress.remainingSeconds)
      : isKnown(progress.step.metres) ? 1 - progress.remainingMetres / progress.step.metres : 0;
    while (ribbon.children.length > progress.stepCount) ribbon.lastChild.remove();
    while (ribbon.children.length < progress.stepCount) ribbon.append(h("i", {}));
    [...ribbon.children].forEach((mark, index) => mark.style.setProperty("--done", index < progress.stepIndex ? "100%" : index === progress.stepIndex ? `${share * 100}%` : "0%"));
    aim(progress.step.target, live, recentPower, isOld);
  } };

  function aim(goal, live, recentPower, isOld) {
    const range = limits(goal);
    show(gauge, Boolean(range));
    if (!range) return put(verdict, "");
    const value = goal.quantity === "power" ? recentPower : live.values.find((other) => other.quantity === goal.quantity)?.value;
    const { lower, upper } = range;
    const [from, to] = [lower ?? 0, upper ?? (lower ?? 0) * 1.3];
    const room = Math.max(to - from, 1) * (lower === null ? 0.5 : 0.8);
    const [low, high] = [Math.max(0, from - (lower === null ? 0 : room)), to + room];
    const at = (figure) => Math.min(100, Math.max(0, (figure - low) / (high - low) * 100));
    band.style.setProperty("inset-inline-start", `${at(from)}%`);
    band.style.setProperty("inline-size", `${at(upper ?? high) - at(from)}%`);
    const isTold = isKnown(value) && !isOld;
    show(needle, isTold);
    if (isTold) needle.style.setProperty("inset-inline-start", `${at(value)}%`);
    const place = !isTold ? "unknown" : lower !== null && value < lower ? "below" : upper !== null && value >= upper ? "above" : "inside";
    gauge.dataset.place = verdict.dataset.place = place;
    put(verdict, isTold ? `${text(goal.quantity, value)} · ${t(`web.place.${place}`)}` : t("web.place.unknown"));
    gauge.setAttribute("aria-label", verdict.textContent);
  }
}
