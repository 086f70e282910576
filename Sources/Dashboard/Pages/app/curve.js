// The mean-maximal power curve: for each length of time the best average, the times spread by their logarithm.

import { canvas, colour, faint, h, put, ticks } from "/app/dom.js";
import { duration, durationWords, number, text } from "/app/figures.js";
import { t } from "/app/words.js";

export function powerCurve(points, ask) {
  let chosen = null;
  let place = () => 0;
  const told = h("p", { class: "readout", role: "status" });
  const picture = canvas({ class: "curve", tabindex: "0", "aria-label": `${t("figure.powerCurve")}: ${points.map((point) => `${durationWords(point.seconds)} ${text("power", point.watts)}`).join(", ")}` }, (context, width, height) => {
    const [left, right, top, bottom] = [44, 14, 10, 24];
    const [first, last] = [Math.log(points[0].seconds), Math.log(points[points.length - 1].seconds)];
    const most = Math.max(...points.map((point) => point.watts)) * 1.08;
    place = (seconds) => left + (Math.log(seconds) - first) / Math.max(last - first, 1e-9) * (width - left - right);
    const y = (watts) => height - bottom - watts / most * (height - top - bottom);
    context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = "middle";
    for (const tick of ticks(0, most, 5)) {
      context.strokeStyle = colour("line");
      context.beginPath();
      context.moveTo(left, y(tick));
      context.lineTo(width - right, y(tick));
      context.stroke();
      context.fillStyle = colour("muted");
      context.textAlign = "right";
      context.fillText(number(tick), left - 8, y(tick));
    }
    context.textAlign = "center";
    let end = -Infinity;
    for (const { seconds } of points) {
      const label = seconds < 60 ? t("unit.seconds", { value: number(seconds) }) : durationWords(seconds);
      const half = context.measureText(label).width / 2;
      const middle = Math.min(place(seconds), width - half);
      if (middle - half < end + 10) continue;
      context.fillText(label, middle, height - 9);
      end = middle + half;
    }
    context.beginPath();
    points.forEach((point, index) => context[index ? "lineTo" : "moveTo"](place(point.seconds), y(point.watts)));
    context.strokeStyle = colour("power");
    context.lineWidth = 2.5;
    context.lineJoin = "round";
    context.stroke();
    context.lineTo(width - right, height - bottom);
    context.lineTo(left, height - bottom);
    context.fillStyle = faint("power", 0.14);
    context.fill();
    points.forEach((point, index) => {
      context.beginPath();
      context.arc(place(point.seconds), y(point.watts), index === chosen ? 6 : 3, 0, 2 * Math.PI);
      context.fillStyle = colour("power");
      context.fill();
    });
  });
  const choose = (index) => {
    chosen = Math.min(points.length - 1, Math.max(0, index));
    const point = points[chosen];
    picture.paint();
    put(told, t("web.bestFrom", { length: durationWords(point.seconds), power: text("power", point.watts), start: duration(point.startSecond) }));
    ask(point);
  };
  const nearest = (event) => points.reduce((best, point, index) => (Math.abs(place(point.seconds) - event.offsetX) < Math.abs(place(points[best].seconds) - event.offsetX) ? index : best), 0);
  picture.addEventListener("pointermove", (event) => choose(nearest(event)));
  picture.addEventListener("pointerdown", (event) => choose(nearest(event)));
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose((chosen ?? (step > 0 ? -1 : points.length)) + step);
  });
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("figure.powerCurve"))), picture, told);
}
