// A year by its days: the more time, the deeper the colour. Each day can be reached by keys and says what it was.

import { get, query } from "/app/api.js";
import { h, put, s } from "/app/dom.js";
import { day, durationWords, isKnown, number, text } from "/app/figures.js";
import { memory, segments } from "/app/shell.js";
import { t } from "/app/words.js";

const KEYS = { exerciseSeconds: durationWords, distanceMetres: (value) => text("distance", value), load: (value) => number(value) };
const SIZE = 15;

export async function heatMap(card, found) {
  const year = Number((found.period.lastDay ?? found.now).slice(0, 4));
  const isThisYear = found.now.slice(0, 4) === String(year);
  const lastDay = isThisYear ? found.now.slice(0, 10) : `${year}-12-31`;
  const first = isThisYear ? new Date(Date.parse(`${lastDay}T00:00:00Z`) - 364 * 864e5).toISOString().slice(0, 10) : `${year}-01-01`;
  const { days } = await get(`days${query({ from: first, to: lastDay })}`).catch(() => ({ days: [] }));
  const known = new Map(days.map((entry) => [entry.day, entry]));
  const weekStart = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].indexOf(found.firstWeekday);
  const inspect = h("p", { class: "small muted inspect", role: "status" });
  const place = h("div", { class: "heat", tabindex: "0", role: "group", "aria-label": t("web.calendar") });
  const draw = (key) => {
    const values = days.map((entry) => entry[key]).filter((value) => isKnown(value) && value > 0).sort((a, b) => a - b);
    const limits = [0.25, 0.5, 0.75].map((share) => values[Math.floor(values.length * share)] ?? Infinity);
    const level = (value) => (!isKnown(value) || value <= 0 ? 0 : 1 + limits.filter((limit) => value >= limit).length);
    const cells = [];
    const labels = [];
    const start = Date.parse(`${first}T00:00:00Z`);
    const shift = (new Date(start).getUTCDay() - weekStart + 7) % 7;
    let month = null;
    const total = Math.round((Date.parse(`${lastDay}T00:00:00Z`) - start) / 864e5) + 1;
    for (let index = 0; index < total; index += 1) {
      const date = new Date(start + index * 864e5).toISOString().slice(0, 10);
      const [column, row] = [Math.floor((index + shift) / 7), (index + shift) % 7];
      const entry = known.get(date);
      const value = entry?.[key];
      cells.push(s("rect", { class: `h${level(value)}`, x: column * (SIZE + 3) + 34, y: row * (SIZE + 3) + 18, width: SIZE, height: SIZE, data: { date } }));
      if (date.slice(0, 7) !== month && row === 0) {
        month = date.slice(0, 7);
        if (index > 6 || !labels.length) labels.push(s("text", { x: column * (SIZE + 3) + 34, y: 11 }, day(date, { month: "short" })));
      }
    }
    for (const row of [0, 2, 4]) labels.push(s("text", { x: 0, y: row * (SIZE + 3) + 30 }, day(new Date(Date.UTC(2026, 1, 1 + (row + weekStart) % 7)).toISOString().slice(0, 10), { weekday: "short" })));
    const columns = Math.floor((total - 1 + shift) / 7) + 1;
    const width = columns * (SIZE + 3) + 36;
    const tell = (date) => {
      const entry = known.get(date);
      put(inspect, `${day(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}: ${entry && isKnown(entry[key]) ? `${KEYS[key](entry[key])} · ${t("count.workouts", { count: number(entry.workouts ?? 0), number: entry.workouts ?? 0 })}` : t("table.noData")}`);
    };
    const picture = s("svg", { width, height: 7 * (SIZE + 3) + 20, "aria-hidden": "true" }, labels, cells);
    picture.addEventListener("pointerover", (event) => event.target.dataset?.date && tell(event.target.dataset.date));
    picture.addEventListener("click", (event) => event.target.dataset?.date && tell(event.target.dataset.date));
    let at = total - 1;
    place.onkeydown = (event) => {
      const step = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      at = Math.min(total - 1, Math.max(0, at + step));
      tell(cells[at].dataset.date);
      cells[at].scrollIntoView({ inline: "nearest", block: "nearest" });
    };
    place.replaceChildren(picture);
    place.scrollLeft = width;
    put(inspect, "");
  };
  const key = KEYS[memory.get("heat")] ? memory.get("heat") : "exerciseSeconds";
  card.replaceChildren(h("header", {}, h("h2", {}, t("web.calendar")),
    segments(t("web.calendar"), [["exerciseSeconds", t("web.time")], ["distanceMetres", t("figure.distance")], ["load", t("web.load")]], key, (value) => {
      memory.set("heat", value);
      draw(value);
    })), place, h("div", { class: "row spread" }, inspect, h("div", { class: "heat-key small muted", "aria-hidden": "true" }, t("web.less"), [0, 1, 2, 3, 4].map((level) => h("i", { class: `h${level}` })), t("web.more.amount"))));
  draw(key);
}
