// The charts of the history page, drawn by Chart.js: bars that can be zoomed, panned and asked, sums, form and mood.

/* global Chart */

import { colour, faint, h, onTheme, show } from "/app/dom.js";
import { day, DASH, isKnown, number } from "/app/figures.js";
import { bucketName, METRICS, metricText } from "/app/metrics.js";
import { t, word } from "/app/words.js";

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function make(canvas, list, config) {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const options = (theme) => ({
    responsive: true, maintainAspectRatio: false, animation: isCalm() ? false : { duration: 250 }, events: ["mousemove", "mouseout", "click"], interaction: { mode: "index", intersect: false },
    plugins: { legend: { display: false }, tooltip: { enabled: false } }, ...config.options(theme),
  });
  const axis = { grid: colour("line"), text: colour("muted") };
  const chart = new Chart(canvas, { type: config.type, data: config.data(), options: options(axis), plugins: config.plugins ?? [] });
  const repaint = () => {
    if (!canvas.isConnected) return;
    chart.data = config.data();
    chart.options = options({ grid: colour("line"), text: colour("muted") });
    chart.update("none");
  };
  onTheme(repaint);
  list.push(chart);
  return chart;
}

const valueAxis = (theme, show, extra = {}) => ({
  beginAtZero: true, border: { display: false }, grid: { color: theme.grid, drawBorder: false, drawTicks: false }, ticks: { color: theme.text, maxTicksLimit: 6, padding: 6, callback: show }, ...extra,
});
const nameAxis = (theme, extra = {}) => ({ grid: { display: false, drawBorder: false }, ticks: { color: theme.text, maxRotation: 0, autoSkipPadding: 14, padding: 4 }, ...extra });

const axisText = (name) => (value) => {
  switch (METRICS[name][0]) {
    case "time": return value % 3600 && value < 36000 ? t("unit.minutes", { value: number(value / 60) }) : t("unit.hours", { value: number(value / 3600, value % 3600 ? 1 : 0) });
    default: return metricText(name, value);
  }
};

/** Steps of an axis in whole minutes or hours, where Chart.js would take powers of ten of seconds. */
function steps(name, most) {
  if (METRICS[name][0] !== "time") return {};
  return { stepSize: [300, 600, 900, 1800, 3600, 7200, 14400, 18000, 36000, 72000, 180000, 360000, 720000].find((step) => most / step <= 5) ?? 1440000 };
}

export function barChart(found, name, metric, list) {
  const count = metric.buckets.length;
  const values = metric.buckets;
  const compared = isKnown(metric.averagePerBucket) ? metric.averagePerBucket : null;
  let selected = null;
  let chart = null;
  const inspect = h("p", { class: "inspect small", role: "status" });
  const reset = h("button", { class: "button quiet", type: "button", hidden: true, onclick: () => zoom.to(0, count - 1) }, t("web.zoomReset"));
  const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": `${t(`figure.${METRICS[name][1]}`)}. ${t("web.chartKeys")}` });
  const tell = () => {
    if (selected === null) {
      const best = metric.bestBucket;
      inspect.replaceChildren(...(isKnown(compared) ? [`${t("web.averagePer", { unit: word("table", found.bucketUnit) })}: ${metricText(name, compared)}`] : []),
        best ? ` · ${t("table.best")}: ${bucketName(found, best.index, true)}, ${metricText(name, best.value)}` : "");
      return;
    }
    inspect.replaceChildren(h("strong", {}, bucketName(found, selected, true)), `: ${isKnown(values[selected]) ? metricText(name, values[selected]) : found.buckets[selected].hasBegun ? t("table.noData") : t("table.stillAhead")}`);
  };
  const select = (index) => {
    selected = index === null ? null : Math.min(count - 1, Math.max(0, index));
    chart.update("none");
    tell();
  };
  const average = { id: "average", afterDatasetsDraw({ ctx, chartArea, scales }) {
    if (!isKnown(compared)) return;
    const place = scales.y.getPixelForValue(compared);
    ctx.save();
    ctx.strokeStyle = colour("muted");
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(chartArea.left, place);
    ctx.lineTo(chartArea.right, place);
    ctx.stroke();
    ctx.restore();
  } };
  const zoom = zoomer(canvas, count, () => chart, (isZoomed) => show(reset, isZoomed), select, () => selected);
  requestAnimationFrame(() => {
    if (!canvas.isConnected) return;
    chart = make(canvas, list, {
      type: "bar", plugins: [average],
      data: () => ({ labels: values.map((_, index) => bucketName(found, index)), datasets: [{
        data: values, backgroundColor: (context) => (selected === null || context.dataIndex === selected ? colour("accent") : faint("accent", 0.45)), borderRadius: 4, categoryPercentage: 0.86, barPercentage: 0.9, maxBarThickness: 72, minBarLength: 2 }] }),
      options: (theme) => ({ scales: { x: nameAxis(theme, { min: zoom.low, max: zoom.high }), y: valueAxis(theme, axisText(name), { ticks: { color: theme.text, padding: 6, maxTicksLimit: 7, callback: axisText(name), ...steps(name, Math.max(...values.filter(isKnown), 1)) } }) } }),
    });
    tell();
  });
  return [h("header", {}, h("h2", {}, `${t(`figure.${METRICS[name][1]}`)}`), reset), h("div", { class: "plot" }, canvas), inspect];
}

/** Wheel and two fingers zoom, dragging pans, a tap asks; arrows, plus, minus and 0 do the same. */
function zoomer(canvas, count, chartOf, told, select, selectedOf) {
  const state = { low: 0, high: count - 1, to(low, high) {
    const span = Math.min(count - 1, Math.max(Math.min(4, count - 1), Math.round(high - low)));
    state.low = Math.min(count - 1 - span, Math.max(0, Math.round(low)));
    state.high = state.low + span;
    const chart = chartOf();
    chart.options.scales.x.min = state.low;
    chart.options.scales.x.max = state.high;
    chart.update("none");
    told(span < count - 1);
  } };
  const indexAt = (event) => {
    const { left, right } = chartOf().chartArea;
    const share = (event.offsetX - left) / Math.max(1, right - left);
    return state.low + share * (state.high - state.low + 1) - 0.5;
  };
  const by = (factor, around) => {
    const span = (state.high - state.low) * factor;
    const share = (around - state.low) / Math.max(1, state.high - state.low);
    state.to(around - share * span, around + (1 - share) * span);
  };
  canvas.addEventListener("wheel", (event) => {
    if (!chartOf() || count < 6) return;
    event.preventDefault();
    by(event.deltaY > 0 ? 1.25 : 0.8, indexAt(event));
  }, { passive: false });
  const fingers = new Map();
  let grip = null;
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
    grip = { x: event.offsetX, low: state.low, high: state.high, isMoved: false, spread: null };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !grip || !chartOf()) return;
    fingers.set(event.pointerId, event);
    const { left, right } = chartOf().chartArea;
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      const spread = Math.abs(a.offsetX - b.offsetX);
      if (grip.spread && spread > 10) by(grip.spread / spread, (indexAt(a) + indexAt(b)) / 2);
      grip.spread = spread;
      grip.isMoved = true;
      return;
    }
    const moved = (grip.x - event.offsetX) / Math.max(1, right - left) * (grip.high - grip.low + 1);
    if (Math.abs(event.offsetX - grip.x) > 8) grip.isMoved = true;
    if (grip.isMoved && grip.high - grip.low < count - 1) state.to(grip.low + moved, grip.high + moved);
  });
  const lift = (event) => {
    if (event.type === "pointerup" && grip && !grip.isMoved && fingers.size === 1 && chartOf()) {
      const index = Math.round(indexAt(event));
      select(index === selectedOf() ? null : index);
    }
    fingers.delete(event.pointerId);
    if (!fingers.size) grip = null;
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("dblclick", () => state.to(0, count - 1));
  canvas.addEventListener("keydown", (event) => {
    const at = selectedOf();
    const middle = at ?? (state.low + state.high) / 2;
    const acts = {
      ArrowLeft: () => select(at === null ? state.high : at - 1), ArrowRight: () => select(at === null ? state.low : at + 1), Home: () => select(0), End: () => select(count - 1),
      "+": () => by(0.7, middle), "=": () => by(0.7, middle), "-": () => by(1.4, middle), 0: () => state.to(0, count - 1), Escape: () => select(null),
    };
    if (!acts[event.key] || !chartOf()) return;
    event.preventDefault();
    acts[event.key]();
    const chosen = selectedOf();
    if (chosen !== null && (chosen < state.low || chosen > state.high)) {
      const span = state.high - state.low;
      state.to(chosen - span / 2, chosen + span / 2);
    }
  });
  return state;
}

export function cumulativeChart(found, name, metric, list, baseline) {
  const count = Math.max(metric.buckets.length, metric.comparisonCumulative.length);
  const canvas = h("canvas", { role: "img", "aria-label": `${t("table.running")}: ${metricText(name, metric.total)}; ${baseline}: ${metricText(name, metric.comparisonTotal)}` });
  requestAnimationFrame(() => {
    if (!canvas.isConnected) return;
    const most = Math.max(...metric.cumulative.filter(isKnown), ...metric.comparisonCumulative.filter(isKnown), 1);
    make(canvas, list, {
      type: "line",
      data: () => ({ labels: Array.from({ length: count }, (_, index) => (index < found.buckets.length ? bucketName(found, index) : "")), datasets: [
        { data: metric.cumulative, borderColor: colour("accent"), backgroundColor: faint("accent", 0.14), fill: true, borderWidth: 3, pointRadius: metric.cumulative.length < 2 ? 5 : 0, tension: 0 },
        { data: metric.comparisonCumulative, borderColor: colour("muted"), borderDash: [6, 5], borderWidth: 2, pointRadius: metric.comparisonCumulative.length < 2 ? 4 : 0, tension: 0 }] }),
      options: (theme) => ({ scales: { x: nameAxis(theme), y: valueAxis(theme, axisText(name), { ticks: { color: theme.text, padding: 6, maxTicksLimit: 7, callback: axisText(name), ...steps(name, most) } }) } }),
    });
  });
  return [h("header", {}, h("h2", {}, t("web.runningSum"))),
    h("div", { class: "plot" }, canvas),
    h("div", { class: "legend" }, h("span", { style: { "--of": "var(--accent)" } }, metricText(name, metric.total)), found.comparison && h("span", { class: "dashed", style: { "--of": "var(--muted)" } }, `${baseline}: ${metricText(name, metric.comparisonTotal)}`))];
}

/** Load over weeks: fitness and fatigue as lines, form as bars beside none. */
export function formChart(found, list) {
  const { weeks, measure } = found.load;
  const canvas = h("canvas", { role: "img", "aria-label": t("table.loadOverWeeks") });
  const last = weeks[weeks.length - 1];
  requestAnimationFrame(() => canvas.isConnected && make(canvas, list, {
    data: () => ({ labels: weeks.map((week) => day(week.firstDay, { day: "numeric", month: "numeric" })), datasets: [
      { type: "line", data: weeks.map((week) => week.chronic), borderColor: colour("ride"), borderWidth: 3, pointRadius: 0 },
      { type: "line", data: weeks.map((week) => week.acute), borderColor: colour("heart"), borderWidth: 2, pointRadius: 0 },
      { type: "bar", data: weeks.map((week) => week.form), backgroundColor: faint("balance", 0.65), borderRadius: 3 }] }),
    options: (theme) => ({ scales: { x: nameAxis(theme), y: valueAxis(theme, (value) => number(value), { beginAtZero: true }) } }),
  }));
  const tell = (key, value, tone, isDashed) => h("span", { class: isDashed ? "dashed" : null, style: { "--of": `var(--${tone})` } }, `${t(`figure.${key}`)} ${isKnown(value) ? number(value) : DASH}`);
  return [h("header", {}, h("h2", {}, t("table.loadOverWeeks")), h("span", { class: "muted small" }, word("figure", measure))), h("div", { class: "plot" }, canvas),
    h("div", { class: "legend" }, tell("fitness", last?.chronic, "ride"), tell("fatigue", last?.acute, "heart"), tell("form", last?.form, "balance")),
    weeks.some((week) => week.isStartUp) && h("p", { class: "muted small" }, t("tableNote.startUp"))].filter(Boolean);
}

/** Mood of the weeks beside form: two scales, the zero of both on one line. */
export function moodChart(found, list) {
  const { weeks, trends } = found.mood;
  const canvas = h("canvas", { role: "img", "aria-label": t("figure.weeklyMood") });
  const most = Math.max(10, ...weeks.map((week) => Math.abs(week.form ?? 0)));
  requestAnimationFrame(() => canvas.isConnected && make(canvas, list, {
    data: () => ({ labels: weeks.map((week) => day(week.firstDay, { day: "numeric", month: "numeric" })), datasets: [
      { type: "line", data: weeks.map((week) => week.daily.meanValence), borderColor: colour("good"), borderWidth: 3, pointRadius: 3, pointBackgroundColor: colour("good"), spanGaps: false, yAxisID: "y" },
      { type: "line", data: weeks.map((week) => week.momentary.meanValence), borderColor: colour("cadence"), borderWidth: 2, pointRadius: 3, pointStyle: "rect", pointBackgroundColor: colour("cadence"), spanGaps: false, yAxisID: "y" },
      { type: "bar", data: weeks.map((week) => week.form), backgroundColor: faint("balance", 0.45), borderRadius: 3, yAxisID: "form" }] }),
    options: (theme) => ({ scales: { x: nameAxis(theme), y: valueAxis(theme, (value) => number(value, 1), { min: -1, max: 1, position: "right" }), form: valueAxis(theme, (value) => number(value), { min: -most, max: most, grid: { display: false, drawBorder: false } }) } }),
  }));
  const trend = trends?.daily?.direction ?? trends?.momentary?.direction;
  return [h("header", {}, h("h2", {}, t("figure.weeklyMood")), trend && h("span", { class: "tag" }, word("table", trend))), h("div", { class: "plot" }, canvas),
    h("div", { class: "legend" }, h("span", { style: { "--of": "var(--good)" } }, t("moodKind.daily")), h("span", { style: { "--of": "var(--cadence)" } }, t("moodKind.momentary")), h("span", { style: { "--of": "var(--balance)" } }, t("figure.form"))),
    h("p", { class: "muted small" }, t("web.moodScale"))];
}

