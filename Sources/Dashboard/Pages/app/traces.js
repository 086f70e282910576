// Every quantity of a workout on one time line, drawn by dygraphs: one is zoomed, all are; one is asked, all answer.

/* global Dygraph */

import { colour, faint, h, onTheme, put, show } from "/app/dom.js";
import { duration, isKnown, isOnFoot, measure, text } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { t } from "/app/words.js";
import { zoneColour } from "/app/zones.js";

// Its legend writes style attributes, which the pages' policy forbids; ours stands beside each trace.
const withoutLegend = () => Dygraph.PLUGINS.filter((plugin) => plugin.prototype.toString() !== "Legend Plugin");

const STEPS = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400];

function timeTicks(low, high, pixels) {
  const step = STEPS.find((seconds) => (high - low) / seconds * 64 <= pixels) ?? 28800;
  const found = [];
  for (let second = Math.ceil(low / step) * step; second <= high; second += step) found.push({ v: second, label: duration(second) });
  return found;
}

/** Which traces there are: name, quantity, its colour, and how it is told. */
function wanted(series, workout) {
  const onFoot = isOnFoot(workout.type);
  return [
    ["heartRate", "heartRate", "heart", t("quantity.heartRate")], ["power", "power", "power", t("quantity.power")],
    ["speed", onFoot ? "pace" : "speed", "speed", onFoot ? t("web.pace") : t("quantity.speed")], ["cadence", "cadence", "cadence", t("quantity.cadence")],
    ["stepRate", "stepRate", "cadence", t("quantity.stepRate")], ["altitude", "altitude", "altitude", t("web.elevation")], ["wPrime", "joules", "balance", t("figure.wPrimeBalance")],
  ].map(([name, kind, tone, title]) => ({ name, kind, tone, title, columns: series.quantities[name] ?? (series[name] ? { average: series[name] } : null) }))
    .filter(({ columns }) => columns?.average?.some(isKnown));
}

/** `cursor(second)` is called when a trace is asked; `ask(second)` of the result marks all of them. */
export function traces(series, workout, cursor) {
  const step = series.step;
  const length = workout.summary.elapsedSeconds;
  const rows = wanted(series, workout);
  const graphs = [];
  let isSyncing = false;
  let marked = null;
  const reset = h("button", { class: "button quiet", type: "button", hidden: true, onclick: () => zoomTo(0, length) }, t("web.zoomReset"));
  const zoomIn = h("button", { class: "button icon quiet", type: "button", "aria-label": t("web.zoomIn"), title: t("web.zoomIn"), onclick: () => by(0.5) }, icon("plus"));
  const element = h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.traces")), h("div", { class: "row" }, reset, zoomIn)), h("div", { class: "traces" }));

  function window() {
    return graphs[0]?.xAxisRange() ?? [0, length];
  }
  function zoomTo(low, high) {
    const span = Math.max(step * 10, Math.min(length, high - low));
    const start = Math.min(Math.max(0, low), length - span);
    isSyncing = true;
    for (const graph of graphs) graph.updateOptions({ dateWindow: [start, start + span] });
    isSyncing = false;
    show(reset, span < length - step);
  }
  function by(factor) {
    const [low, high] = window();
    const middle = marked !== null && marked >= low && marked <= high ? marked : (low + high) / 2;
    zoomTo(middle - (high - low) * factor / 2, middle + (high - low) * factor / 2);
  }

  function underlay(row, context, area, graph) {
    const boundaries = workout.zones[row.name]?.configuration.boundaries;
    if (boundaries) {
      const [low, high] = graph.yAxisRange();
      const edges = [-Infinity, ...boundaries, Infinity];
      for (let index = 0; index + 1 < edges.length; index += 1) {
        const [from, to] = [Math.max(low, edges[index]), Math.min(high, edges[index + 1])];
        if (from >= to) continue;
        context.fillStyle = faint(`z${zoneColour(index, boundaries.length + 1)}`, 0.2);
        const top = graph.toDomYCoord(to);
        context.fillRect(area.x, top, area.w, graph.toDomYCoord(from) - top);
      }
    }
    context.fillStyle = faint("muted", 0.22);
    for (const pause of workout.pauses ?? []) {
      const from = graph.toDomXCoord(pause.startOffset - workout.startOffset);
      const to = graph.toDomXCoord(pause.endOffset - workout.startOffset);
      context.fillRect(from, area.y, Math.max(1, to - from), area.h);
    }
    context.strokeStyle = faint("ink", 0.35);
    context.setLineDash([3, 3]);
    for (const lap of (workout.laps ?? []).slice(1)) {
      const place = Math.round(graph.toDomXCoord(lap.startOffset - workout.startOffset)) + 0.5;
      context.beginPath();
      context.moveTo(place, area.y);
      context.lineTo(place, area.y + area.h);
      context.stroke();
    }
    context.setLineDash([]);
    if (marked !== null) {
      const place = Math.round(graph.toDomXCoord(marked)) + 0.5;
      context.strokeStyle = colour("ink");
      context.beginPath();
      context.moveTo(place, area.y);
      context.lineTo(place, area.y + area.h);
      context.stroke();
    }
  }

  const options = (row, isLast) => ({
    labels: ["s", row.title], legend: "never", colors: [colour(row.tone)], strokeWidth: 1.6, connectSeparatedPoints: false, fillGraph: !(step > 1 && row.columns.minimum) && ["altitude", "power", "wPrime"].includes(row.name), fillAlpha: 0.16,
    customBars: step > 1 && Boolean(row.columns.minimum), gridLineColor: colour("line"), axisLineColor: colour("line"), axisLineWidth: 1, highlightCircleSize: 4, dateWindow: window(),
    includeZero: row.name === "power", xRangePad: 0, yRangePad: 6, animatedZooms: false, showLabelsOnHighlight: false,
    axes: {
      x: { drawAxis: isLast, ticker: (low, high, pixels) => timeTicks(low, high, pixels), axisHeight: 20, drawGrid: true },
      y: { axisLabelWidth: 44, pixelsPerLabel: 30, axisLabelFormatter: (value) => measure(row.kind, value).text },
    },
    underlayCallback: (context, area, graph) => underlay(row, context, area, graph),
    drawCallback: (graph, isFirst) => {
      if (isFirst || isSyncing) return;
      const [low, high] = graph.xAxisRange();
      zoomTo(low, high);
    },
    highlightCallback: (event, second) => cursor(second),
  });

  /** Called once the card is on the page: dygraphs needs its size. */
  element.begin = () => {
    const place = element.lastElementChild;
    Dygraph.PLUGINS = withoutLegend();
    if (!rows.length) place.append(h("p", { class: "empty" }, t("gap.noData")));
    rows.forEach((row, index) => {
      const isLast = index === rows.length - 1;
      const box = h("div", { role: "img", "aria-label": `${row.title}: ${summaryOf(row)}` });
      row.told = h("output", {});
      place.append(h("div", { class: `trace-row${isLast ? " last" : ""}` }, h("p", {}, h("span", {}, row.title), row.told), box));
      const { average, minimum, maximum } = row.columns;
      const isBarred = step > 1 && Boolean(minimum);
      const data = average.map((value, bin) => [bin * step, isBarred ? (isKnown(value) ? [minimum[bin], value, maximum[bin]] : [null, null, null]) : value]);
      const isTouch = matchMedia("(pointer: coarse)").matches;
      const graph = new Dygraph(box, data, { ...options(row, isLast), ...(isTouch ? { interactionModel: {} } : {}) });
      graphs.push(graph);
      const scrub = (event) => {
        if (event.pointerType === "mouse" || (event.type === "pointermove" && !event.pressure && !event.buttons)) return;
        cursor(Math.min(length, Math.max(0, graph.toDataXCoord(event.offsetX))));
      };
      box.addEventListener("pointerdown", scrub);
      box.addEventListener("pointermove", scrub);
    });
    onTheme(() => graphs.forEach((graph, index) => graph.updateOptions(options(rows[index], index === rows.length - 1))));
  };

  function summaryOf(row) {
    const known = row.columns.average.filter(isKnown);
    return t("zone.between", { lower: text(row.kind, Math.min(...known)), upper: text(row.kind, Math.max(...known)) });
  }

  element.ask = (second) => {
    marked = second;
    const bin = Math.min(Math.floor(second / step), Math.ceil(length / step) - 1);
    rows.forEach((row, index) => {
      put(row.told, text(row.kind, row.columns.average[bin]));
      if (graphs[index]) {
        isSyncing = true;
        graphs[index].renderGraph_?.();
        graphs[index].setSelection(bin);
        isSyncing = false;
      }
    });
  };
  return element;
}
