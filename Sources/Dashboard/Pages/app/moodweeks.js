// Mood of the weeks beside training time and average heart rate. That one causes the other is not said.

import { get } from "/app/api.js";
import { canvas, colour, faint, h } from "/app/dom.js";
import { day, durationWords, isKnown, number, text } from "/app/figures.js";
import { t, word } from "/app/words.js";

export async function moodWeeks(card) {
  // Without any workout there are no figures to ask for.
  const { workouts } = await get("workouts?limit=1").catch(() => ({ workouts: [] }));
  if (!workouts.length) return;
  const [moods, quarter] = await Promise.all([get("statistics?period=week"), get("statistics?period=quarter")]).catch(() => [null, null]);
  card.hidden = !moods?.mood?.weeks?.length;
  if (card.hidden) return;
  const { weeks, trends } = moods.mood;
  const byStart = new Map((quarter.bucketUnit === "week" ? quarter.buckets : []).map((bucket, index) => [bucket.start.slice(0, 10), index]));
  const scope = quarter.scopes.activities;
  const at = (week, name) => {
    // A week of statistics begins at local midnight, which may be the evening before in UTC.
    const before = new Date(Date.parse(`${week.firstDay}T00:00:00Z`) - 864e5).toISOString().slice(0, 10);
    const index = byStart.get(week.firstDay) ?? byStart.get(before);
    return index === undefined ? null : scope[name].buckets[index];
  };
  const rows = weeks.slice(-12).map((week) => ({ ...week, time: at(week, "exerciseSeconds"), rate: at(week, "averageBeatsPerMinute") }));
  const lanes = [
    { tone: "good", name: t("figure.weeklyMood"), value: (row) => row.daily.meanValence ?? row.momentary.meanValence, low: -1, high: 1, tell: (value) => number(value, 1) },
    { tone: "accent", name: t("figure.exerciseDuration"), value: (row) => row.time, low: 0, high: Math.max(1, ...rows.map((row) => row.time ?? 0)), tell: durationWords, isBar: true },
    { tone: "heart", name: t("figure.averageHeartRate"), value: (row) => row.rate, low: Math.min(...rows.map((row) => row.rate ?? Infinity)) - 5, high: Math.max(...rows.map((row) => row.rate ?? 0)) + 5, tell: (value) => text("heartRate", value) },
  ].filter((lane) => rows.some((row) => isKnown(lane.value(row))));
  const picture = canvas({ class: "weeks", "aria-label": lanes.map((lane) => `${lane.name}: ${rows.map((row) => lane.tell(lane.value(row))).join(", ")}`).join(". ") }, (context, width, height) => {
    const [left, right, bottom] = [8, 8, 22];
    const room = (height - bottom) / lanes.length;
    const x = (index) => left + (index + 0.5) / rows.length * (width - left - right);
    context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
    lanes.forEach((lane, number) => {
      const floor = (number + 1) * room - 8;
      const y = (value) => floor - (value - lane.low) / (lane.high - lane.low) * (room - 34);
      context.fillStyle = colour("muted");
      context.textAlign = "left";
      context.fillText(lane.name, left, number * room + 14);
      context.strokeStyle = colour("line");
      context.lineWidth = 1;
      context.beginPath();
      const base = y(lane.low < 0 ? 0 : lane.low);
      context.moveTo(left, base);
      context.lineTo(width - right, base);
      context.stroke();
      let before = null;
      rows.forEach((row, index) => {
        const value = lane.value(row);
        if (!isKnown(value)) { before = null; return; }
        const place = [x(index), y(value)];
        if (lane.isBar) {
          const half = Math.min(18, (width - left - right) / rows.length * 0.35);
          context.fillStyle = colour(lane.tone);
          context.fillRect(place[0] - half, place[1], 2 * half, floor - place[1]);
        } else {
          context.strokeStyle = faint(lane.tone, 0.6);
          context.lineWidth = 2;
          if (before) {
            context.beginPath();
            context.moveTo(...before);
            context.lineTo(...place);
            context.stroke();
          }
          context.beginPath();
          context.arc(...place, 4.5, 0, 2 * Math.PI);
          context.fillStyle = colour(lane.tone);
          context.fill();
        }
        before = place;
      });
    });
    context.fillStyle = colour("muted");
    context.textAlign = "center";
    const every = Math.ceil(rows.length * 52 / (width - left - right));
    rows.forEach((row, index) => index % every === 0 && context.fillText(day(row.firstDay, { day: "numeric", month: "numeric" }), x(index), height - 6));
  });
  picture.style.setProperty("block-size", `${lanes.length * 110 + 22}px`);
  picture.style.setProperty("inline-size", "100%");
  const trend = trends?.daily?.direction ?? trends?.momentary?.direction;
  card.replaceChildren(h("header", {}, h("h2", {}, t("web.moodWeeks")), trend && h("span", { class: "tag" }, word("table", trend))), picture, h("p", { class: "muted small" }, t("web.moodScale")));
}
