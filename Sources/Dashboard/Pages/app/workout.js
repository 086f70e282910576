// One workout: what it was, where it went, and every trace, tied together by one moment.

import { get, lines, send } from "/app/api.js";
import { powerCurve } from "/app/curve.js";
import { h, put, show } from "/app/dom.js";
import { DASH, duration, isKnown, isOnFoot, moment, number, percentOf, sportColour, text, told } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { routeView } from "/app/route.js";
import { attempt, confirm, figures, heading, may, open, say } from "/app/shell.js";
import { lapTable, planSteps, splitTable } from "/app/splits.js";
import { sportOptions } from "/app/start.js";
import { traces } from "/app/traces.js";
import { language, t, word } from "/app/words.js";
import { zoneBars } from "/app/zones.js";

const id = location.pathname.split("/")[2] ?? "";
/** How many times as fast as it was ridden the replay runs. */
const REPLAY_SPEED = 30;
/** So many rows at most: a long ride is told in coarser steps. */
const MOST_ROWS = 2400;

open("workout", async (main) => {
  const workout = await get(`workouts/${encodeURIComponent(id)}?language=${language}`);
  const name = workout.edits?.name ?? workout.title ?? workout.name ?? word("sport", workout.type);
  document.title = `${name} · wattbeat`;
  main.append(heading(name, workout.isDemo && h("span", { class: "tag demo" }, t("notice.demo"))), about(workout), acts(workout, main));
  const line = coachingLine(workout);
  if (line) main.append(h("p", { class: "lead-line" }, line));
  if (workout.edits?.note ?? workout.note) main.append(h("p", { class: "card" }, workout.edits?.note ?? workout.note));
  main.append(h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.summary"))), summary(workout)));

  const step = Math.max(1, Math.ceil(workout.summary.elapsedSeconds / MOST_ROWS));
  const hasRoute = workout.routeState ? workout.routeState.state === "recorded" && workout.routeState.points > 0 : workout.route?.points > 0;
  const shared = { second: 0, points: [], listeners: [] };
  const series = await get(`workouts/${encodeURIComponent(id)}/series?step=${step}`).catch(() => ({ step, quantities: {} }));
  const trace = traces(series, workout, (second) => point(second));
  const player = replay(workout, (second) => point(second, true));
  const way = hasRoute ? await routeCard(workout, shared) : null;
  const where = h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.route")), way?.choice), way ? way.element : h("p", { class: "muted" }, workout.routeState?.sentence ?? t("notice.routeNotRecorded")),
    way?.legend, player.element);
  main.append(h("div", { class: "two uneven" }, trace, h("div", { class: "stack" }, where, zonesCard(workout))));
  trace.begin();

  function point(second, isFromPlayer = false) {
    shared.second = second;
    trace.ask(second);
    way?.ask(second);
    if (!isFromPlayer) player.ask(second);
  }

  const curve = workout.summary.powerCurve?.length > 1 ? powerCurve(workout.summary.powerCurve, (best) => point(timerToElapsed(workout, best.startSecond))) : null;
  const laps = lapTable(workout);
  if (laps) main.append(laps);
  const parts = [splitTable(workout), curve, planSteps(workout), ...legs(workout), sourcesCard(workout), filesCard(workout, hasRoute)].filter(Boolean);
  main.append(h("div", { class: "masonry" }, parts));
  point(0);
});

/** Seconds since the start at which the timer showed so many: pauses before it are put back in. */
function timerToElapsed(workout, timerSecond) {
  let second = timerSecond;
  for (const pause of workout.pauses ?? []) if (pause.startOffset - workout.startOffset <= second) second += pause.seconds;
  return second;
}

function about(workout) {
  return h("p", { class: "about" }, h("span", {}, word("sport", workout.type)), h("span", {}, workout.clock?.isTrusted === false ? t("note.clockNotSet") : moment(workout.localStart ?? workout.start, { dateStyle: "full", timeStyle: "short" })),
    workout.clock?.timeZone && h("span", {}, workout.clock.timeZone.split("/").pop().replaceAll("_", " ")));
}

function acts(workout, main) {
  if (!may("write workouts")) return null;
  const edit = h("button", { class: "button", type: "button", onclick: () => editor(workout) }, icon("edit"), t("web.edit"));
  const remove = h("button", { class: "button danger", type: "button", onclick: async () => {
    if (!await confirm(t("web.deleteAsk"), t("web.delete"), true)) return;
    const done = await attempt(remove, async () => { await send("DELETE", `workouts/${workout.id}`); return true; });
    if (!done) return;
    const undo = h("button", { class: "button main-act", type: "button", onclick: () => attempt(undo, async () => {
      await send("POST", `workouts/${workout.id}/restore`);
      location.reload();
    }) }, t("web.undo"));
    main.replaceChildren(h("section", { class: "card" }, h("h1", {}, t("web.deleted")), h("p", { class: "muted" }, t("web.deletedText")), h("div", { class: "row" }, undo, h("a", { class: "button", href: "/workouts" }, t("web.workouts")))));
    undo.focus();
  } }, icon("bin"), t("web.delete"));
  return h("div", { class: "actions-row" }, edit, remove);
}

function editor(workout) {
  const name = h("input", { type: "text", maxlength: "200", value: workout.edits?.name ?? workout.name ?? "" });
  const note = h("textarea", { rows: "4", value: workout.edits?.note ?? workout.note ?? "" });
  const sport = h("select", {}, sportOptions(workout.type));
  const save = h("button", { class: "button main-act" }, t("web.save"));
  const box = h("dialog", { "aria-label": t("web.edit"), onclose: () => box.remove() }, h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    attempt(save, async () => {
      await send("PATCH", `workouts/${workout.id}`, { name: name.value.trim(), note: note.value, ...(sport.value === workout.type ? {} : { type: sport.value }) });
      location.reload();
    });
  } }, h("label", { class: "field" }, h("span", {}, t("web.name")), name), h("label", { class: "field" }, h("span", {}, t("web.sport")), sport), h("label", { class: "field" }, h("span", {}, t("web.note")), note),
  h("div", { class: "actions" }, h("button", { class: "button", type: "button", onclick: () => box.close() }, t("web.cancel")), save)));
  document.body.append(box);
  box.showModal();
}

function coachingLine({ coaching, type }) {
  if (!coaching) return null;
  const zone = (index) => index + 1;
  const outing = t(`ofOuting.${type}`);
  switch (coaching.line) {
    case "easy": return t("line.easy", { zone: zone(coaching.belowZone), percent: text("percent", coaching.percent), ofOuting: outing });
    case "tempo": return coaching.lowestZone === coaching.highestZone ? t("line.tempoInZone", { count: number(coaching.minutes), number: coaching.minutes, zone: zone(coaching.lowestZone) })
      : t("line.tempoInZones", { count: number(coaching.minutes), number: coaching.minutes, first: zone(coaching.lowestZone), last: zone(coaching.highestZone) });
    case "recovery": {
      const spikes = coaching.spikes ? t("line.spikes", { count: number(coaching.spikes), number: coaching.spikes }) : t("line.noSpikes");
      return t({ all: "line.recoveryAll", most: "line.recoveryMost", lessThanHalf: "line.recoveryLessThanHalf" }[coaching.share], { ofOuting: outing, zone: 1, spikes });
    }
    case "intervals": {
      const key = coaching.recoveriesCameDown === null ? "line.intervals" : coaching.recoveriesCameDown ? "line.intervalsCameDown" : "line.intervalsStayedElevated";
      return t(key, { reached: number(coaching.reached), planned: number(coaching.planned), number: coaching.planned, zone: zone(coaching.zone) });
    }
    default: return t(`line.${coaching.line}`, { ofOuting: outing });
  }
}

function summary(workout) {
  const all = workout.summary;
  const why = (key) => (all[`${key}Reason`] ? t(`gap.${all[`${key}Reason`]}`) : null);
  const onFoot = isOnFoot(workout.type);
  const covered = (figure) => (figure?.isLowCoverage ? t("note.lowCoverage", { percent: percentOf(figure.coverage, 1) }) : null);
  const energy = { power: "note.energyFromPower", heartRate: "note.energyFromHeartRate", estimate: "note.energyEstimate" }[all.energy?.method];
  const rows = [
    [t("figure.distance"), told("distance", all.distance?.metres), all.distance && word("distanceOrigin", all.distance.origin)],
    [t("figure.timerTime"), told("duration", all.timerSeconds)], [t("figure.elapsedTime"), told("duration", all.elapsedSeconds)], [t("figure.movingTime"), told("duration", all.movingSeconds)],
    onFoot ? [t("figure.averagePace"), told("pace", all.averageSpeed)] : [t("figure.averageSpeed"), told("speed", all.averageSpeed)],
    [t("figure.maximumSpeed"), told("speed", all.maximumSpeed)],
    [t("figure.elevationGain"), told("elevation", all.ascentMetres), all.altimeter && t(all.altimeter === "gps" ? "note.altitudeFromGPS" : "note.altitudeFromBarometer")],
    [t("figure.averageHeartRate"), told("heartRate", all.heartRate?.average), covered(all.heartRate)], [t("figure.maximumHeartRate"), told("heartRate", all.heartRate?.maximum)],
    [t("figure.averagePower"), told("power", all.power?.average), covered(all.power)], [t("figure.normalizedPower"), told("power", all.normalizedPower), why("normalizedPower")], [t("figure.maximumPower"), told("power", all.power?.maximum)],
    [t("figure.averageCadenceWithoutZeros"), told("cadence", all.cadence?.averageWithoutZeros)], [t("figure.averageStepRate"), told("stepRate", all.stepRate?.average)], [t("figure.steps"), told("count", all.steps)],
    [t("figure.work"), told("work", all.workKilojoules)], [t("figure.energy"), told("energy", all.energy?.kilocalories), energy && t(energy)],
    [t("figure.intensityFactor"), told("ratio", all.intensityFactor), why("intensityFactor")],
    [t("figure.trainingStressScore"), told("tenths", all.trainingStressScore), isKnown(all.trainingStressScore) && workout.settings?.functionalThresholdPower ? `FTP ${text("power", workout.settings.functionalThresholdPower)}` : why("trainingStressScore")],
    [t("figure.trainingImpulse"), told("tenths", all.heartRateLoad?.trimp), all.heartRateLoad?.isSexAssumed ? t("note.sexNotStated") : null],
    [t("figure.decoupling"), told("percent", all.decoupling?.percent), why("decoupling")],
    [t("figure.wPrimeBalance"), told("joules", all.wPrime?.minimumJoules), why("wPrime")],
    all.rrVariability?.isShown && [t("figure.rrVariability"), told("milliseconds", all.rrVariability.rmssdMilliseconds)],
  ];
  // What nobody measured at all needs no place; what lacks a setting or was too short says so.
  return figures(rows.filter((row) => row && (row[1].text !== DASH || (row[2] && row[2] !== t("gap.noData")))));
}

function zoneGroup(quantity, group) {
  const { configuration } = group;
  const inputs = Object.entries(configuration.inputs ?? {}).map(([name, value]) => `${name} ${number(value)}`).join(", ");
  const source = [word("zoneModel", configuration.model), word("web.zoneSource", configuration.source), inputs, configuration.validFrom && moment(configuration.validFrom, { dateStyle: "medium" })].filter(Boolean).join(" · ");
  return [h("h3", {}, word("quantity", quantity)), zoneBars(quantity, configuration, group.zones.map((zone) => zone.seconds)),
    h("p", { class: "muted small" }, source, configuration.estimatedInputs?.length ? ` ${t("note.estimatedInputs")}` : "",
      group.unattributedSeconds >= 1 ? ` · ${t("table.noData")} ${duration(group.unattributedSeconds)}` : "")];
}

function zonesCard(workout, title = t("figure.timeInZones")) {
  const groups = Object.entries(workout.zones ?? {});
  if (!groups.length) return null;
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, title)), groups.map(([quantity, group]) => zoneGroup(quantity, group)));
}

function legs(workout) {
  if ((workout.activities ?? []).length < 2) return [];
  return workout.activities.map((leg) => {
    const zones = Object.entries(leg.zones ?? {}).map(([quantity, group]) => zoneGroup(quantity, group));
    return h("section", { class: "card" }, h("header", {}, h("h2", {}, `${number(leg.index + 1)}. ${word("sport", leg.type)}`)), figures([
      [t("web.time"), told("duration", leg.summary.timerSeconds)], [t("figure.distance"), told("distance", leg.summary.distance?.metres)],
      [t("figure.averageHeartRate"), told("heartRate", leg.summary.heartRate?.average)], [t("figure.averagePower"), told("power", leg.summary.power?.average)],
    ].filter(([, value]) => value.text !== DASH)), zones);
  });
}

function replay(workout, point) {
  const length = Math.floor(workout.summary.elapsedSeconds);
  const time = h("output", { class: "num" }, duration(0));
  const slider = h("input", { type: "range", min: "0", max: String(length), step: "1", value: 0, "aria-label": t("web.replay"), oninput: () => move(Number(slider.value)) });
  let timer = null;
  const play = h("button", { class: "button icon", type: "button", "aria-label": t("web.replay"), title: t("web.replay"), onclick: () => {
    if (timer) return stop();
    if (Number(slider.value) >= length) move(0);
    play.replaceChildren(icon("pause"));
    timer = setInterval(() => {
      const next = Math.min(length, Number(slider.value) + REPLAY_SPEED / 10);
      slider.value = String(next);
      move(next);
      if (next >= length) stop();
    }, 100);
  } }, icon("play"));
  function stop() {
    clearInterval(timer);
    timer = null;
    play.replaceChildren(icon("play"));
  }
  function move(second) {
    tell(second);
    point(second);
  }
  function tell(second) {
    put(time, duration(second));
    slider.setAttribute("aria-valuetext", duration(second));
  }
  return { element: h("div", { class: "player" }, play, slider, time), ask(second) {
    slider.value = String(Math.round(second));
    tell(second);
  } };
}

async function routeCard(workout, shared) {
  const view = routeView(sportColour(workout.type), t("web.routeOf", { distance: text("distance", workout.summary.distance?.metres) }));
  const points = shared.points;
  await lines(`workouts/${encodeURIComponent(id)}/route`, (batch) => points.push(...batch.locations)).catch(() => say(t("notice.routeNotAccessible")));
  view.set(points);
  const speeds = points.map((point, index) => (isKnown(point.speed) ? point.speed : between(points[index - 1], point)));
  const known = speeds.filter(isKnown).sort((a, b) => a - b);
  const [slow, fast] = [known[Math.floor(known.length * 0.05)], known[Math.floor(known.length * 0.95)]];
  const kind = isOnFoot(workout.type) ? "pace" : "speed";
  const legend = h("div", { class: "ramp", hidden: true }, text(kind, slow), h("i", {}), text(kind, fast));
  const choice = known.length > 1 ? h("label", { class: "chip" }, h("input", { type: "checkbox", onchange: (event) => {
    show(legend, event.target.checked);
    view.tint(event.target.checked ? speeds.map((speed) => tone((speed - slow) / Math.max(fast - slow, 0.1))) : null);
  } }), t(kind === "pace" ? "web.byPace" : "web.bySpeed")) : null;
  return { element: view.element, legend, choice, ask(second) {
    let [low, high] = [0, points.length - 1];
    const offset = workout.startOffset + second;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (points[middle].offset <= offset) low = middle;
      else high = middle - 1;
    }
    view.mark(second > 0 ? low : null);
  } };
}

const tone = (share) => {
  const place = Math.min(1, Math.max(0, share || 0));
  return `oklch(${place < 0.5 ? 0.62 + place * 0.16 : 0.7 - (place - 0.5) * 0.16} 0.17 ${260 - place * 230})`;
};

function between(before, point) {
  if (!before || point.offset - before.offset <= 0) return null;
  const scale = Math.PI / 180 * 6371008.8;
  return Math.hypot((point.latitude - before.latitude) * scale, (point.longitude - before.longitude) * scale * Math.cos(point.latitude * Math.PI / 180)) / (point.offset - before.offset);
}

function sourcesCard(workout) {
  const route = workout.route;
  const source = (workout.sources ?? []).find((other) => other.id === route?.source);
  const traceTime = route?.first && route?.last ? duration(route.last.offset - route.first.offset) : null;
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.whereFrom"))), h("ul", { class: "sources" },
    h("li", {}, h("strong", {}, t("web.route")), route?.points ? h("span", { class: "muted" }, [source?.name ?? source?.identity ?? t("web.receiver"), t("web.points", { count: number(route.points), number: route.points }), traceTime].filter(Boolean).join(" · "))
      : h("span", { class: "muted" }, workout.routeState?.sentence ?? t("notice.routeNotRecorded"))),
    (workout.sources ?? []).map((one) => h("li", {}, h("strong", {}, one.name ?? one.identity), h("span", { class: "muted" },
      [one.manufacturer, one.model, Object.keys(one.samples ?? {}).map((quantity) => word("quantity", quantity)).join(", "), isKnown(one.batteryPercent) && t("web.batteryAt", { percent: text("percent", one.batteryPercent) })].filter(Boolean).join(" · "))))));
}

function filesCard(workout, hasRoute) {
  const base = `/api/v1/workouts/${workout.id}`;
  const formats = ["fit", "tcx", ...(hasRoute ? ["gpx"] : []), "csv", "json"];
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.export"))), h("div", { class: "export" },
    formats.map((format) => h("a", { class: "button", href: `${base}/file.${format}`, download: "" }, icon("down"), format.toUpperCase()))),
  workout.hasCapture && h("a", { class: "button", href: `${base}/capture`, download: "" }, icon("down"), t("web.capture")));
}
