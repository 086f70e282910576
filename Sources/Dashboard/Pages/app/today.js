// Today so far: steps, distance, time, goals, and the last heart rates as they arrive.

import { events, get } from "/app/api.js";
import { canvas, colour, faint, h, put, show, ticks } from "/app/dom.js";
import { DASH, day, duration, isKnown, moment, number, told } from "/app/figures.js";
import { rings } from "/app/rings.js";
import { attempt, heading, open } from "/app/shell.js";
import { t, word } from "/app/words.js";

/** So many heart rates are shown. */
const SHOWN = 20;
/** A heart rate older than this is not today's pulse any more, and is shown as what it was. */
const OLD_SECONDS = 30;
/** How often the day's sums are asked for while the page is looked at. */
const REFRESH_SECONDS = 30;

let rates = [];

open("today", async (main) => {
  const badge = h("span", { class: "tag" });
  const tiles = ["steps", "distance", "duration"].map((kind, index) => {
    const value = h("p", { class: "num" });
    return { kind, value, element: h("div", {}, h("h2", { class: "name" }, [t("figure.steps"), t("figure.distance"), t("figure.exerciseDuration")][index]), value) };
  });
  const latest = h("p", { class: "num last-rate" });
  const age = h("p", { class: "muted small", role: "status" });
  const picture = pulse();
  const goals = h("section", { class: "card" });
  main.append(heading(day(new Date().toLocaleDateString("sv"), { weekday: "long", day: "numeric", month: "long" }), badge), h("div", { class: "day" }, tiles.map(({ element }) => element)),
    h("div", { class: "grid" }, h("section", { class: "card" }, h("header", {}, h("h2", {}, t("quantity.heartRate")), age), latest, picture), goals));

  const tellRate = () => {
    const last = rates[rates.length - 1];
    const seconds = last ? (Date.now() - Date.parse(last.time)) / 1000 : null;
    const isOld = seconds === null || seconds > OLD_SECONDS;
    const { text, unit } = told("heartRate", isOld ? null : last.beatsPerMinute);
    latest.replaceChildren(text, h("span", { class: "unit" }, unit));
    put(age, !last ? t("table.noData") : isOld ? (seconds < 86400 ? t("web.silentFor", { time: duration(seconds) }) : moment(last.time)) : "");
    picture.paint();
  };
  const load = async () => {
    const today = await attempt(null, () => get("today"));
    if (!today) return;
    const values = { steps: today.steps, distance: today.distanceMetres, duration: today.exerciseSeconds };
    for (const { kind, value } of tiles) {
      const { text, unit } = kind === "steps" ? { text: number(values.steps), unit: "" } : told(kind, values[kind]);
      value.replaceChildren(text === "" ? DASH : text, unit && h("span", { class: "unit" }, unit));
    }
    show(badge, Boolean(today.badge));
    put(badge, today.badge ? word("badge", today.badge) : "");
    show(goals, today.goals?.length > 0);
    if (today.goals?.length) goals.replaceChildren(h("header", {}, h("h2", {}, t("table.goals"))), rings(today.goals));
    const fresh = (today.heartRates ?? []).filter((rate) => isKnown(rate.beatsPerMinute));
    const newest = rates.length ? Date.parse(rates[rates.length - 1].time) : -Infinity;
    rates = [...rates, ...fresh.filter((rate) => Date.parse(rate.time) > newest)].slice(-SHOWN);
    tellRate();
  };
  await load();
  setInterval(() => { if (!document.hidden) load(); }, REFRESH_SECONDS * 1000);
  setInterval(tellRate, 1000);
  let heard = 0;
  events({
    changes: load,
    status: (status) => {
      const entries = status.live?.values ?? status.idle ?? [];
      const rate = entries.find((entry) => entry.quantity === "heartRate" && isKnown(entry.value));
      if (!rate || Date.now() - heard < 1000) return;
      heard = Date.now();
      rates = [...rates, { time: new Date().toISOString(), beatsPerMinute: rate.value }].slice(-SHOWN);
      tellRate();
    },
  });
});

function pulse() {
  return canvas({ class: "pulse", "aria-label": t("web.lastRates", { count: number(SHOWN) }) }, (context, width, height) => {
    if (!rates.length) return;
    const values = rates.map((rate) => rate.beatsPerMinute);
    const [low, high] = [Math.min(...values) - 5, Math.max(...values) + 5];
    const [left, right, top, bottom] = [8, 40, 10, 10];
    const x = (index) => left + (index + SHOWN - rates.length) / (SHOWN - 1) * (width - left - right);
    const y = (value) => height - bottom - (value - low) / (high - low) * (height - top - bottom);
    context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    for (const tick of ticks(low, high, 4)) {
      context.strokeStyle = colour("line");
      context.beginPath();
      context.moveTo(left, y(tick));
      context.lineTo(width - right, y(tick));
      context.stroke();
      context.fillStyle = colour("muted");
      context.fillText(number(tick), width - right + 8, y(tick));
    }
    context.beginPath();
    values.forEach((value, index) => context[index ? "lineTo" : "moveTo"](x(index), y(value)));
    context.strokeStyle = faint("heart", 0.5);
    context.lineWidth = 2;
    context.stroke();
    values.forEach((value, index) => {
      context.beginPath();
      context.arc(x(index), y(value), index === values.length - 1 ? 7 : 4, 0, 2 * Math.PI);
      context.fillStyle = colour("heart");
      context.fill();
    });
  });
}
