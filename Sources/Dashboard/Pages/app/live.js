// The workout that runs. Every number says how old it is once it is not new any more.

import { events, get, lines, send } from "/app/api.js";
import { h, put, show } from "/app/dom.js";
import { DASH, duration, isKnown, isOnFoot, number, sportColour, told } from "/app/figures.js";
import { firstVisit } from "/app/first.js";
import { icon } from "/app/icons.js";
import { planCard } from "/app/plan.js";
import { routeView } from "/app/route.js";
import { sensorChips } from "/app/chips.js";
import { attempt, confirm, figures, heading, may, open, say, session } from "/app/shell.js";
import { startCard } from "/app/start.js";
import { liveTrace } from "/app/trace.js";
import { t, word } from "/app/words.js";
import { zoneBars, zoneColour, zoneLabel, zoneRange } from "/app/zones.js";

/** After so long without an event the connection counts as silent; after the second nothing old is shown as a figure at all. */
const SILENT_SECONDS = 4;
const GONE_SECONDS = 15;

let status = null;
let heardAt = null;
let isConnected = true;
let rows = [];
let lastSecond = -1;
let begun = null;
let joules = 0;
let isCatchingUp = false;
let view = null;
let route = { count: 0, lastOffset: -Infinity };

/** While the timer runs there is an event a second; before a workout and in a pause only when something changes, or the connection ends. */
const isSilent = (live) => !isConnected || (live?.state === "running" && age() > SILENT_SECONDS);
const age = () => (heardAt === null ? Infinity : (performance.now() - heardAt) / 1000);
const valueOf = (live, quantity) => live.values.find((value) => value.quantity === quantity);

open("live", async (main) => {
  document.body.classList.add("wide");
  const place = h("div", { class: "stack" });
  main.append(place);
  const answer = await get("status").catch(() => null);
  view = idleView(place);
  if (answer) take(answer.status, place);
  else view.update();
  events({
    status: (fresh) => take(fresh, place),
    open: () => { isConnected = true; },
    error: () => {
      isConnected = false;
      tick();
    },
  });
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
});

function tick() {
  view?.update();
}

function take(fresh, place) {
  const [was, is] = [status?.live, fresh.live];
  const ended = was && !is ? fresh.lastWorkout : null;
  status = fresh;
  heardAt = performance.now();
  isConnected = true;
  if (is) {
    const start = Math.round(is.now - is.elapsedSeconds);
    if (begun === null || Math.abs(start - begun) > 2) {
      [begun, rows, lastSecond, joules] = [start, [], -1, 0];
      route = { count: 0, lastOffset: -Infinity };
      view = liveView(place, is);
      stayAwake();
    }
    note(is);
  } else if (view?.kind !== "idle") {
    begun = null;
    view = idleView(place);
    if (ended) summary(place, ended);
  }
  view.update();
}

/** Keeps a row a second; what was missed while the page was away is fetched. */
function note(live) {
  const second = Math.floor(live.elapsedSeconds);
  if (second > lastSecond + 1) catchUp();
  const row = { isPaused: live.state !== "running" };
  for (const { quantity, value } of live.values) row[quantity] = value;
  store(second, row);
  const place = live.location;
  if (place && place.offset > route.lastOffset) {
    if (place.offset - route.lastOffset > 3) catchUpRoute();
    else {
      view.route?.add([place]);
      route.count += 1;
      route.lastOffset = place.offset;
    }
  }
}

function store(second, row) {
  if (rows[second] === undefined && isKnown(row.power) && !row.isPaused) joules += row.power;
  rows[second] = row;
  lastSecond = Math.max(lastSecond, second);
}

async function catchUp() {
  if (isCatchingUp) return;
  isCatchingUp = true;
  const start = begun;
  try {
    const trace = await get(`live/trace?after=${Math.max(0, lastSecond)}`);
    if (start !== begun) return;
    trace.seconds.forEach((second, index) => {
      const heartRate = trace.heartRate[index];
      if (rows[second] === undefined) store(second, { heartRate, power: trace.power[index], cadence: trace.cadence[index], speed: trace.speed[index], isPaused: trace.isPaused[index] });
    });
    view.update();
  } catch {
    // The next event asks again.
  } finally {
    isCatchingUp = false;
  }
}

async function catchUpRoute() {
  if (route.isAsking) return;
  route.isAsking = true;
  const asked = route;
  const found = [];
  try {
    await lines(`live/route?after=${asked.count}`, (batch) => found.push(...batch.locations));
  } catch {
    // What was missed stays a hole; the way goes on from the latest place.
    if (status.live?.location) found.push(status.live.location);
  } finally {
    if (asked === route && found.length) {
      view.route?.add(found);
      route.count += found.length;
      route.lastOffset = found[found.length - 1].offset;
    }
    asked.isAsking = false;
  }
}

/** A wall or a handlebar goes on showing; where the browser refuses, it sleeps as it always does. */
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Not granted.
  }
}

/** The mean of the last three seconds that were measured, while the meter speaks. */
function recentPower(live) {
  const now = valueOf(live, "power");
  if (!isKnown(now?.value)) return null;
  const values = [0, 1, 2].map((back) => rows[lastSecond - back]?.power).filter(isKnown);
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : now.value;
}

function hero(kind, name) {
  const number = h("span", {});
  const unit = h("span", { class: "unit" });
  const since = h("p", { class: "age", role: "status" });
  const sign = h("div", { class: "sign" }, h("b", {}), h("span", {}));
  const value = h("p", { class: "num" }, number);
  const element = h("section", { class: "hero", "aria-label": name }, h("div", {}, h("div", { class: "said" }, h("h2", { class: "name" }, name, " ", unit), value, since), sign));
  return { element, update(figure, entry, live, isOld, isGone) {
    const isMissing = isGone || figure === null;
    const shown = isMissing ? { text: DASH, unit: "" } : told(kind, figure);
    put(number, shown.text);
    put(unit, shown.unit);
    value.classList.toggle("stale", isOld);
    value.classList.toggle("long", shown.text.length > 3);
    const quiet = !isGone && !isKnown(entry?.value) && isKnown(entry?.lostSince) ? live.now - entry.lostSince : null;
    put(since, quiet === null ? "" : t("web.silentFor", { time: duration(quiet) }));
    const zones = entry?.timeInZones;
    const index = isMissing || isOld ? null : entry?.zone;
    show(sign, Boolean(zones));
    if (!zones) return;
    if (isKnown(index)) sign.dataset.zone = zoneColour(index, zones.boundaries.length + 1);
    else delete sign.dataset.zone;
    put(sign.children[0], isKnown(index) ? zoneLabel(index, zones.model) : DASH);
    put(sign.children[1], isKnown(index) ? zoneRange(kind, index, zones.boundaries) : t("web.zone"));
  } };
}

function tile(name) {
  const number = h("span", {});
  const unit = h("span", { class: "unit" });
  const value = h("p", { class: "num" }, number, unit);
  const title = h("h2", { class: "name" }, name);
  return { element: h("div", { class: "tile" }, title, value), update(shown, isOld, isGone) {
    put(number, isGone ? DASH : shown.text);
    put(unit, isGone ? "" : shown.unit);
    value.classList.toggle("stale", isOld);
  } };
}

function liveView(place, first) {
  const title = h("h1", {});
  const state = h("span", { class: "state" });
  const heroes = { power: hero("power", t("web.power3s")), heartRate: hero("heartRate", t("quantity.heartRate")) };
  const pace = isOnFoot(first.activity);
  const tiles = {
    cadence: tile(pace ? t("quantity.stepRate") : t("quantity.cadence")), speed: tile(pace ? t("web.pace") : t("quantity.speed")),
    distance: tile(t("figure.distance")), timer: tile(t("web.time")), lap: tile(t("web.lapTime")), lapDistance: tile(t("web.lapDistance")),
    energy: tile(t("figure.energy")), altitude: tile(t("quantity.altitude")),
  };
  const map = routeView(sportColour(first.activity), t("web.route"), { isGrowing: true });
  const trace = liveTrace(t("web.lastTenMinutes"), () => ({ data: rows, last: Math.max(lastSecond, 0) }));
  const plan = planCard();
  const chips = sensorChips();
  const zones = new Map();
  const zoneCard = h("section", { class: "card half" }, h("header", {}, h("h2", {}, t("figure.timeInZones"))), h("p", { class: "muted" }, t("web.noZones")));
  const routeCard = h("section", { class: "card half" }, h("header", {}, h("h2", {}, t("web.route"))), map.element);
  const lap = h("button", { class: "button", type: "button", onclick: () => attempt(lap, async () => {
    await send("POST", "control/lap", {});
    say(t("web.lapTaken", { lap: number((status.live?.lap.index ?? 0) + 1) }));
  }) }, icon("lap"), h("span", {}, t("web.lap")));
  const pause = h("button", { class: "button", type: "button", onclick: () => attempt(pause, () => send("POST", `control/${status.live?.state === "paused" ? "resume" : "pause"}`, {})) });
  const stop = h("button", { class: "button danger", type: "button", onclick: async () => {
    if (await confirm(t("web.stopAsk"), t("web.stop"), true)) await attempt(stop, () => send("POST", "control/stop", {}));
  } }, icon("stop"), h("span", {}, t("web.stop")));
  const full = document.fullscreenEnabled && h("button", { class: "button icon quiet", type: "button", "aria-label": t("web.fullScreen"), title: t("web.fullScreen"), onclick: () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  } }, icon("full"));
  const heroRow = h("div", { class: "heroes lead" }, Object.values(heroes).map(({ element }) => element));
  place.replaceChildren(h("div", { class: "live" },
    h("div", { class: "status" }, title, state, full),
    heroRow, plan.element,
    h("div", { class: "tiles lead" }, Object.values(tiles).map(({ element }) => element)),
    may("write live") ? h("div", { class: "act", role: "group", "aria-label": t("web.control") }, lap, pause, stop) : null,
    h("section", { class: "card near" }, h("header", {}, h("h2", {}, t("web.lastTenMinutes")), h("div", { class: "legend" }, h("span", { data: { of: "power" } }, t("quantity.power")), h("span", { data: { of: "heart" } }, t("quantity.heartRate")))), trace),
    h("section", { class: "card aside" }, h("header", {}, h("h2", {}, t("web.sensors"))), chips.element),
    zoneCard, routeCard));
  routeCard.hidden = true;
  plan.element.hidden = true;
  return { kind: "live", route: { add(points) { routeCard.hidden = false; map.add(points); } }, update() {
    const live = status.live;
    if (!live) return;
    const silence = age();
    const isOld = isSilent(live);
    const isGone = isOld && silence > GONE_SECONDS;
    put(title, word("sport", live.activity));
    state.dataset.state = isOld ? "silent" : live.state;
    put(state, isOld ? t("web.noConnection", { time: duration(silence) }) : word("web.state", live.state));
    const [power, heart] = [valueOf(live, "power"), valueOf(live, "heartRate")];
    heroes.power.update(recentPower(live), power, live, isOld, isGone);
    heroes.heartRate.update(heart?.value ?? null, heart, live, isOld, isGone);
    heroes.power.element.hidden = !power && isOnFoot(live.activity);
    const speed = valueOf(live, "speed")?.value;
    tiles.cadence.update(told(pace ? "stepRate" : "cadence", valueOf(live, pace ? "stepRate" : "cadence")?.value), isOld, isGone);
    tiles.speed.update(told(pace ? "pace" : "speed", speed), isOld, isGone);
    tiles.distance.update(told("distance", live.distance?.metres), isOld, isGone);
    tiles.timer.update(told("duration", live.timerSeconds), isOld, isGone);
    tiles.lap.update(told("duration", live.lap?.timerSeconds), isOld, isGone);
    tiles.lapDistance.update(told("distance", live.lap?.distanceMetres), isOld, isGone);
    tiles.energy.update(told("energy", energy(live)), isOld, isGone);
    tiles.altitude.update(told("altitude", valueOf(live, "altitude")?.value), isOld, isGone);
    for (const value of live.values) {
      if (!value.timeInZones) continue;
      if (!zones.has(value.quantity)) {
        const bars = zoneBars(value.quantity, value.timeInZones, value.timeInZones.seconds);
        zones.set(value.quantity, bars);
        if (zones.size === 1) zoneCard.lastElementChild.remove();
        zoneCard.append(h("h3", {}, word("quantity", value.quantity)), bars);
      }
      zones.get(value.quantity).update(value.timeInZones.seconds);
    }
    plan.update(live, recentPower(live), isOld);
    chips.update(status, isOld);
    pause.replaceChildren(icon(live.state === "paused" ? "play" : "pause"), h("span", {}, t(live.state === "paused" ? "web.resume" : "web.pause")));
    trace.paint();
  } };
}

/** As the gateway reckons it; else from the work so far, of which 24 % reaches the pedals. */
function energy(live) {
  if (live.energyKilocalories !== undefined) return live.energyKilocalories;
  return joules > 0 ? joules / 1000 / 4.184 / 0.24 : null;
}

function idleView(place) {
  const chips = sensorChips();
  const state = h("p", { class: "state", role: "status" });
  const head = heading(t("web.live"));
  const notes = h("ul", { class: "stack small muted" });
  const card = h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.sensors")), state), chips.element, h("a", { class: "button", href: "/sensors" }, icon("sensors"), t("web.sensorsManage")));
  place.replaceChildren(head, session.hasData ? null : firstVisit(), h("div", { class: "grid" }, startCard(), card), notes);
  return { kind: "idle", update() {
    const isOld = heardAt === null || isSilent(null);
    show(state, isOld);
    state.dataset.state = "silent";
    put(state, heardAt === null ? t("web.unreachable") : t("web.noConnection", { time: duration(age()) }));
    if (status) chips.update({ ...status, live: null }, isOld);
  } };
}

function summary(place, done) {
  const rows = [
    [t("web.time"), told("duration", done.timerSeconds)], [t("figure.distance"), told("distance", done.distanceMetres)], [t("figure.elevationGain"), told("elevation", done.ascentMetres)],
    [t("figure.averageHeartRate"), told("heartRate", done.averageHeartRate)], [t("figure.averagePower"), told("power", done.averagePower)], [t("figure.normalizedPower"), told("power", done.normalizedPower)],
    [t("figure.trainingStressScore"), told("tenths", done.trainingStressScore)], [t("figure.averageCadenceWithoutZeros"), told("cadence", done.averageCadence)],
  ].filter(([, value]) => value.text !== DASH);
  const link = h("a", { class: "button main-act", href: done.id ? `/workout/${done.id}` : "/workouts" }, t("web.openWorkout"));
  place.prepend(h("section", { class: "card summary", role: "status" }, h("header", {}, h("h2", {}, done.title ?? t("web.done")), done.isDemo && h("span", { class: "tag demo" }, t("notice.demo"))),
    figures(rows), h("div", { class: "row" }, link, h("a", { class: "button", href: "/moods" }, icon("moods"), t("web.moodAdd")))));
  if (!done.id) findStored(link);
}

/** The store has the workout a second or two after the stop. */
async function findStored(link, tries = 8) {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { workouts } = await get("workouts?limit=1").catch(() => ({ workouts: [] }));
    if (workouts[0] && Date.now() - Date.parse(workouts[0].end) < 120000) {
      link.href = `/workout/${workouts[0].id}`;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}
