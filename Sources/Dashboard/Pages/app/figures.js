// Numbers for people: the units and the language that were chosen, never a figure that is not there.

import { language, t } from "/app/words.js";

export let units = "metric";
export const DASH = "–";
export function measureIn(system) {
  units = system;
}

const made = new Map();
const remembered = (kind, options) => {
  const key = `${kind.name}${language}${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new kind(language, options));
  return made.get(key);
};

export const isKnown = (value) => typeof value === "number" && Number.isFinite(value);

export function number(value, decimals = 0) {
  if (!isKnown(value)) return DASH;
  const shown = remembered(Intl.NumberFormat, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, roundingMode: "halfExpand" }).format(value);
  return /^-0([.,]0*)?$/.test(shown) ? shown.slice(1) : shown.replace("-", "−");
}

const unitOf = (key) => t(`unit.${key}`, { value: "" }).replace(/[\s\u00a0\u202f]/g, "");
const figure = (value, decimals, unit) => ({ text: number(value, decimals), unit: unitOf(unit) });

/** One figure as `{text, unit}`; `kind` says what it is. */
export function measure(kind, value) {
  const imperial = units === "imperial";
  switch (kind) {
    case "heartRate": return figure(value, 0, "beatsPerMinute");
    case "power": return figure(value, 0, "watts");
    case "cadence": return figure(value, 0, "revolutionsPerMinute");
    case "stepRate": return figure(value, 0, "stepsPerMinute");
    case "speed": return imperial ? figure(value * 3600 / 1609.344, 1, "milesPerHour") : figure(value * 3.6, 1, "kilometresPerHour");
    case "pace": {
      const seconds = (imperial ? 1609.344 : 1000) / value;
      return { text: isKnown(value) && seconds < 3600 ? duration(seconds) : DASH, unit: unitOf(imperial ? "minutesPerMile" : "minutesPerKilometre") };
    }
    case "distance": {
      if (imperial) return figure(value / 1609.344, value < 160934.4 ? 2 : 1, "miles");
      return value < 999.5 ? figure(value, 0, "metres") : figure(value / 1000, value < 99995 ? 2 : 1, "kilometres");
    }
    case "altitude": case "elevation": return imperial ? figure(value / 0.3048, 0, "feet") : figure(value, 0, "metres");
    case "temperature": return imperial ? figure(value * 9 / 5 + 32, 0, "fahrenheit") : figure(value, 0, "celsius");
    case "energy": return figure(value, 0, "kilocalories");
    case "work": return figure(value, 0, "kilojoules");
    case "joules": return figure(value / 1000, 1, "kilojoules");
    case "percent": return figure(value, 0, "percent");
    case "duration": return { text: duration(value), unit: "" };
    case "time": return { text: durationWords(value), unit: "" };
    case "milliseconds": return figure(value, 0, "milliseconds");
    case "ratio": return { text: number(value, 2), unit: "" };
    case "tenths": return { text: number(value, 1), unit: "" };
    default: return { text: number(value, 0), unit: "" };
  }
}

const NULLED = { text: DASH, unit: "" };

/** The same, where the value may be missing: then a dash without a unit. */
export const told = (kind, value) => (isKnown(value) ? measure(kind, value) : NULLED);

const KEYS = {
  heartRate: "beatsPerMinute", power: "watts", cadence: "revolutionsPerMinute", stepRate: "stepsPerMinute", energy: "kilocalories", work: "kilojoules",
  percent: "percent", milliseconds: "milliseconds",
};

/** A figure with its unit, as text. */
export function text(kind, value) {
  if (!isKnown(value)) return DASH;
  const { text: shown, unit } = measure(kind, value);
  if (!unit || shown === DASH) return shown;
  if (KEYS[kind]) return t(`unit.${KEYS[kind]}`, { value: shown });
  return /^[°%]/.test(unit) ? `${shown}${unit}` : `${shown}\u00a0${unit}`;
}

const two = (value) => String(value).padStart(2, "0");

/** 1:02:03 or 2:03. */
export function duration(seconds) {
  if (!isKnown(seconds)) return DASH;
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** 1 h 2 min; seconds below one minute. */
export function durationWords(seconds) {
  if (!isKnown(seconds)) return DASH;
  if (seconds < 59.5) return t("unit.seconds", { value: number(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("unit.minutes", { value: number(minutes) });
  if (minutes % 60 === 0) return t("unit.hours", { value: number(minutes / 60) });
  return t("duration.hoursAndMinutes", { hours: number(Math.floor(minutes / 60)), minutes: minutes % 60 });
}

export function percentOf(part, whole) {
  return whole > 0 && isKnown(part) ? text("percent", part / whole * 100) : DASH;
}

/** A change as people read it: +12 %, −3 %, ±0 %. */
export function change(ratio) {
  if (!isKnown(ratio)) return DASH;
  const rounded = Math.sign(ratio) * Math.round(Math.abs(ratio) * 100);
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
  return t("unit.percent", { value: `${sign}${number(Math.abs(rounded))}` });
}

/** ISO text with its offset ("…+01:00") as the wall clock of that place, in a Date whose UTC fields are to be read. */
function wall(iso) {
  const shift = /([+-])(\d\d):?(\d\d)$/.exec(iso);
  const instant = new Date(iso);
  if (!shift) return new Date(instant.getTime() - instant.getTimezoneOffset() * 60000);
  return new Date(instant.getTime() + (shift[1] === "-" ? -1 : 1) * (Number(shift[2]) * 60 + Number(shift[3])) * 60000);
}

/** A moment by the clock of the place that its text names; without an offset by this device's. */
export function moment(iso, options = { dateStyle: "medium", timeStyle: "short" }) {
  if (!iso) return DASH;
  const date = wall(iso);
  return Number.isNaN(date.getTime()) ? DASH : remembered(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).format(date);
}

/** A local date such as 2026-11-30. */
export function day(iso, options = { dateStyle: "medium" }) {
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? DASH : remembered(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).format(date);
}

export function days(first, last, options = { dateStyle: "medium" }) {
  return remembered(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** An instant in the time zone of the figures it belongs to. */
export function instant(iso, timeZone, options) {
  try {
    return remembered(Intl.DateTimeFormat, { ...options, timeZone }).format(new Date(iso));
  } catch {
    return remembered(Intl.DateTimeFormat, { ...options, timeZone: "UTC" }).format(new Date(iso));
  }
}

export function bytes(count) {
  if (!isKnown(count)) return DASH;
  const step = count < 1e6 ? ["kilobyte", 1e3] : count < 1e9 ? ["megabyte", 1e6] : ["gigabyte", 1e9];
  return remembered(Intl.NumberFormat, { style: "unit", unit: step[0], maximumFractionDigits: 1 }).format(count / step[1]);
}

export const isOnFoot = (sport) => ["running", "treadmillRunning", "trailRunning", "walking", "hiking"].includes(sport);
/** The colour of a sport's routes and marks, by the style sheet's name. */
export const sportColour = (sport) =>
  (["running", "treadmillRunning", "trailRunning"].includes(sport) ? "run" : ["walking", "hiking"].includes(sport) ? "walk"
    : ["cycling", "indoorCycling"].includes(sport) ? "ride" : "other");
