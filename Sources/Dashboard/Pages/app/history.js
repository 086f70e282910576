// Looking back: what a period came to, beside the one before it.

import { get, query } from "/app/api.js";
import { barChart, cumulativeChart, formChart, moodChart } from "/app/charts.js";
import { h, s, show } from "/app/dom.js";
import { change, DASH, day, days, instant, isKnown, number, told } from "/app/figures.js";
import { heatMap } from "/app/heat.js";
import { icon } from "/app/icons.js";
import { rings } from "/app/rings.js";
import { METRICS } from "/app/metrics.js";
import { attempt, heading, memory, open, segments } from "/app/shell.js";
import { t, word } from "/app/words.js";
import { zoneBars } from "/app/zones.js";

const PERIODS = ["24h", "day", "week", "month", "quarter", "year", "custom"];
const KINDS = { rolling24Hours: "last24Hours", custom: "custom" };

const chosen = {
  period: memory.get("period") ?? "week", back: 0, baseline: memory.get("baseline") ?? "previous", scope: memory.get("scope") ?? "activities",
  metric: memory.get("metric") ?? "exerciseSeconds", from: null, to: null,
};
const charts = [];

open("history", async (main) => {
  const title = h("h2", {});
  const back = h("button", { class: "button icon quiet", type: "button", "aria-label": t("web.back"), title: t("web.back"), onclick: () => go(chosen.back + 1) }, icon("left"));
  const forward = h("button", { class: "button icon quiet", type: "button", "aria-label": t("web.forward"), title: t("web.forward"), onclick: () => go(chosen.back - 1) }, icon("right"));
  const today = h("button", { class: "button quiet", type: "button", onclick: () => go(0) }, t("period.today"));
  const [first, last] = [h("input", { type: "date" }), h("input", { type: "date" })];
  const custom = h("form", { class: "custom", onsubmit: (event) => {
    event.preventDefault();
    if (!first.value) return;
    Object.assign(chosen, { from: first.value, to: last.value || first.value });
    load();
  } }, h("label", { class: "field" }, h("span", {}, t("web.from")), first), h("label", { class: "field" }, h("span", {}, t("web.to")), last), h("button", { class: "button" }, t("web.show")));
  const body = h("div", { class: "stack", "aria-live": "polite" });
  const remember = (key) => (value) => {
    chosen[key] = value;
    memory.set(key, value);
    if (key === "period") chosen.back = 0;
    show(custom, chosen.period === "custom");
    if (chosen.period !== "custom" || chosen.from) load();
  };
  const name = { "24h": t("web.period.24h"), day: t("web.period.day"), week: t("web.period.week"), month: t("web.period.month"), quarter: t("web.period.quarter"), year: t("web.period.year"), custom: t("web.period.custom") };
  if (chosen.period === "custom") chosen.period = "week";
  main.append(heading(t("web.history")),
    segments(t("web.period"), PERIODS.map((code) => [code, name[code]]), chosen.period, remember("period")), custom,
    h("div", { class: "period" }, h("div", { class: "when" }, back, forward, title, today),
      h("div", { class: "row choices" },
        segments(t("web.scope"), [["activities", t("notice.activitiesOnly")], ["allData", t("notice.allData")]], chosen.scope, remember("scope")),
        segments(t("web.baseline"), [["previous", t("web.baseline.previous")], ["last-year", t("web.baseline.lastYear")]], chosen.baseline, remember("baseline")))),
    body);
  show(custom, false);
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, canvas, dialog") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(chosen.back + 1);
    if (event.key === "ArrowRight") go(chosen.back - 1);
  });

  function go(periodsBack) {
    if (chosen.period === "custom" || periodsBack < 0) return;
    chosen.back = periodsBack;
    load();
  }

  let asked = 0;
  async function load() {
    const mine = ++asked;
    const words = chosen.period === "custom" ? { from: chosen.from, to: chosen.to } : { period: chosen.period, back: chosen.back };
    const found = await attempt(null, () => get(`statistics${query({ ...words, baseline: chosen.baseline })}`).catch((problem) => {
      // Nothing is stored that is over by now.
      if (problem.status === 404) return null;
      throw problem;
    }));
    if (mine !== asked || found === undefined) return;
    if (!found) return body.replaceChildren(h("p", { class: "card empty" }, t("web.noWorkouts")));
    forward.disabled = chosen.back === 0 || chosen.period === "custom";
    back.disabled = chosen.period === "custom";
    show(today, chosen.back > 0);
    tellPeriod(title, found);
    draw(body, found);
  }
  // Without any workout there are no figures to ask for.
  const { workouts } = await get("workouts?limit=1");
  if (workouts.length) await load();
  else body.replaceChildren(h("p", { class: "card empty" }, t("web.noWorkouts")));
});

function periodName({ kind, periodsBack }) {
  if (kind === "rolling24Hours" && periodsBack === 0) return t("period.last24Hours");
  if (kind === "day") return periodsBack === 0 ? t("period.today") : periodsBack === 1 ? t("period.yesterday") : null;
  const key = KINDS[kind] ?? `${periodsBack === 0 ? "this" : "last"}${kind[0].toUpperCase()}${kind.slice(1)}`;
  return periodsBack < 2 ? t(`period.${key}`) : null;
}

function tellPeriod(title, { period, timeZone }) {
  const dates = !period.firstDay ? `${instant(period.start, timeZone, { dateStyle: "medium", timeStyle: "short" })} – ${instant(period.end, timeZone, { dateStyle: "medium", timeStyle: "short" })}`
    : period.kind === "day" ? day(period.firstDay, { weekday: "long", day: "numeric", month: "long", year: "numeric" })
      : period.kind === "year" ? period.firstDay.slice(0, 4)
        : period.kind === "month" ? day(period.firstDay, { month: "long", year: "numeric" }) : days(period.firstDay, period.lastDay);
  const name = periodName(period);
  title.replaceChildren(name ?? dates, ...(name ? [h("small", {}, dates)] : []));
}

/** "12 % more than by this time last week", of a total and what it is compared with. */
function trendText(metric, found) {
  if (!found.comparison) return null;
  if (metric.isNew) return { text: t("table.new"), arrow: "up" };
  if (!isKnown(metric.changeRatio)) return null;
  const rounded = Math.round(Math.abs(metric.changeRatio) * 100);
  return { text: change(metric.changeRatio), arrow: rounded === 0 ? null : metric.changeRatio > 0 ? "up" : "down" };
}

function baselineText(found) {
  const { kind, isUnderWay } = found.period;
  const isYear = found.baseline === "sameLastYear";
  const span = kind === "rolling24Hours" ? "24Hours" : kind[0].toUpperCase() + kind.slice(1);
  const key = isYear ? (isUnderWay ? "byThisTimeInSamePeriodLastYear" : "samePeriodLastYear")
    : kind === "custom" ? (isUnderWay ? "byThisTimeInPreviousPeriod" : "previousPeriod")
      : kind === "rolling24Hours" ? "previous24Hours"
        : isUnderWay && found.period.periodsBack === 0 ? (kind === "day" ? "byThisTimeYesterday" : `byThisTimeLast${span}`) : `previous${span}`;
  return t(`baseline.${key}`);
}

function spark(values) {
  const known = values.filter(isKnown);
  const most = Math.max(...known, 0);
  if (!most || values.length > 62) return null;
  const width = 100 / values.length;
  return s("svg", { class: "spark", viewBox: "0 0 100 28", preserveAspectRatio: "none", "aria-hidden": "true" },
    values.map((value, index) => (isKnown(value) ? s("rect", { x: index * width + width * 0.12, width: width * 0.76, y: 28 - Math.max(1, value / most * 27), height: Math.max(1, value / most * 27), fill: "currentColor", opacity: 0.75 }) : null)));
}

function draw(body, found) {
  while (charts.length) charts.pop().destroy();
  const scope = found.scopes[chosen.scope];
  const shown = Object.keys(METRICS).filter((name) => isKnown(scope[name]?.total) || isKnown(scope[name]?.comparisonTotal));
  if (!shown.length) {
    body.replaceChildren(h("p", { class: "card empty" }, t("web.nothingThen")), ...beyond(found));
    drawn();
    return;
  }
  if (!shown.includes(chosen.metric)) chosen.metric = shown[0];
  const buttons = shown.map((name) => {
    const metric = scope[name];
    const { text: value, unit } = told(METRICS[name][0], metric.total);
    const trend = trendText(metric, found);
    return h("button", { class: "metric", type: "button", "aria-pressed": String(name === chosen.metric), onclick: () => choose(name) },
      h("span", { class: "name" }, t(`figure.${METRICS[name][1]}`)), h("span", { class: "num" }, value, unit && h("span", { class: "unit" }, unit)),
      trend ? h("span", { class: "trend" }, trend.arrow ? `${trend.arrow === "up" ? "▲" : "▼"} ` : "", trend.text) : h("span", { class: "trend none" }, found.comparison ? DASH : t("table.notCompared")),
      spark(metric.buckets));
  });
  const bars = h("section", { class: "card" });
  const sums = h("section", { class: "card" });
  body.replaceChildren(
    found.comparison ? h("p", { class: "muted small" }, t("web.comparedWith", { baseline: baselineText(found) })) : "",
    h("div", { class: "metrics" }, buttons), h("div", { class: "charts" }, bars, sums), ...beyond(found));
  function choose(name) {
    chosen.metric = name;
    memory.set("metric", name);
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(shown[index] === name)));
    one();
  }
  function one() {
    const metric = scope[chosen.metric];
    charts.splice(0).forEach((chart) => chart.destroy());
    bars.replaceChildren(...barChart(found, chosen.metric, metric, charts));
    const sum = metric.cumulative.length ? cumulativeChart(found, chosen.metric, metric, charts, baselineText(found)) : null;
    show(sums, Boolean(sum));
    if (sum) sums.replaceChildren(...sum);
  }
  one();
  drawn();
}

/** Charts that do not depend on the metric: made once a period, when their places are on the page and have a size. */
const lasting = [];
let later = [];
function drawn() {
  while (lasting.length) lasting.pop().destroy();
  for (const [place, chart] of later) place.replaceChildren(...chart(lasting));
}

function beyond(found) {
  const parts = [];
  const cards = h("div", { class: "charts" });
  later = [];
  if (found.load) {
    const card = h("section", { class: "card" });
    later.push([card, (list) => formChart(found, list)]);
    cards.append(card);
  }
  if (found.mood?.weeks?.length) {
    const card = h("section", { class: "card" });
    later.push([card, (list) => moodChart(found, list)]);
    cards.append(card);
  }
  for (const [quantity, { in: sets = [] }] of Object.entries(found.timeInZones ?? {})) {
    for (const set of sets) {
      if (!set.total.zoneSeconds.some((value) => value > 0)) continue;
      cards.append(h("section", { class: "card" }, h("header", {}, h("h2", {}, `${t("figure.timeInZones")} · ${word("quantity", quantity)}`), h("span", { class: "muted small" }, set.activities.map((code) => word("sport", code)).join(", "))),
        zoneBars(quantity, set.configuration, set.total.zoneSeconds), h("p", { class: "muted small" }, word("zoneModel", set.configuration.model))));
    }
  }
  const calendar = h("section", { class: "card whole" });
  cards.prepend(calendar);
  heatMap(calendar, found);
  if (found.goals?.length) cards.append(h("section", { class: "card" }, h("header", {}, h("h2", {}, t("table.goals"))), rings(found.goals)));
  if (found.badges?.length) {
    const counted = new Map();
    for (const { badge } of found.badges) counted.set(badge, (counted.get(badge) ?? 0) + 1);
    cards.append(h("section", { class: "card" }, h("header", {}, h("h2", {}, t("table.dayBadges"))),
      h("div", { class: "badges" }, [...counted].map(([badge, count]) => h("span", { class: "tag" }, word("badge", badge), h("span", { class: "muted" }, t("count.days", { count: number(count), number: count })))))));
  }
  parts.push(cards);
  if (found.workoutsWithoutDate) parts.push(h("p", { class: "muted small" }, `${t("table.undated")}: ${t("count.workouts", { count: number(found.workoutsWithoutDate), number: found.workoutsWithoutDate })}`));
  return parts;
}
