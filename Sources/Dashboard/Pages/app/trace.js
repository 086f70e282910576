// The last ten minutes of the workout that runs, a row a second: power as an area, heart rate as a line. A hole is a hole.

import { canvas, colour, faint, ticks } from "/app/dom.js";
import { number } from "/app/figures.js";
import { t } from "/app/words.js";

const SECONDS = 600;

/** `rows` gives what there is: an array by second of `{heartRate, power}`, and the latest second. */
export function liveTrace(label, rows) {
  return canvas({ class: "trace", "aria-label": label }, (context, width, height) => {
    const { data, last } = rows();
    const first = last - SECONDS + 1;
    const [left, right, top, bottom] = [4, 38, 8, 20];
    const x = (second) => left + (second - first) / (SECONDS - 1) * (width - left - right);
    context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    for (let minute = -10; minute <= 0; minute += width < 480 ? 5 : 2) {
      context.strokeStyle = colour("line");
      context.lineWidth = 1;
      const place = x(last + minute * 60);
      context.beginPath();
      context.moveTo(place, top);
      context.lineTo(place, height - bottom);
      context.stroke();
      context.fillStyle = colour("muted");
      context.textAlign = minute === -10 ? "left" : minute === 0 ? "right" : "center";
      context.fillText(minute ? t("unit.minutes", { value: `−${number(-minute)}` }) : t("web.now"), place, height - 7);
    }
    const panes = ["power", "heartRate"].filter((name) => data.some((row, second) => second >= first && row?.[name] !== null && row?.[name] !== undefined));
    const room = (height - top - bottom) / Math.max(1, panes.length);
    panes.forEach((name, pane) => {
      let [low, high] = name === "power" ? [0, 100] : [Infinity, -Infinity];
      for (let second = Math.max(0, first); second <= last; second += 1) {
        const value = data[second]?.[name];
        if (value !== null && value !== undefined) { low = Math.min(low, value); high = Math.max(high, value); }
      }
      const spread = Math.max(high - low, 10);
      const floor = top + (pane + 1) * room - 6;
      const y = (value) => floor - (value - low) / spread * (room - 20);
      const tint = name === "power" ? "power" : "heart";
      context.textAlign = "left";
      for (const tick of ticks(low, low + spread, 4)) {
        context.fillStyle = colour("muted");
        context.fillText(number(tick), width - right + 6, y(tick));
        context.strokeStyle = colour("line");
        context.beginPath();
        context.moveTo(left, y(tick));
        context.lineTo(width - right, y(tick));
        context.stroke();
      }
      let run = [];
      const flush = () => {
        if (run.length) {
          context.beginPath();
          run.forEach(([a, b], index) => context[index ? "lineTo" : "moveTo"](a, b));
          context.strokeStyle = colour(tint);
          context.lineWidth = 2;
          context.stroke();
          if (name === "power") {
            context.lineTo(run[run.length - 1][0], floor);
            context.lineTo(run[0][0], floor);
            context.fillStyle = faint(tint, 0.18);
            context.fill();
          }
        }
        run = [];
      };
      for (let second = Math.max(0, first); second <= last; second += 1) {
        const value = data[second]?.[name];
        if (value === null || value === undefined || data[second].isPaused) flush();
        else run.push([x(second), y(value)]);
      }
      flush();
    });
  });
}
