// The metrics of statistics: what each is measured in, how it is told, and what the columns of a chart are called.

import { durationWords, instant, number, text } from "/app/figures.js";
import { t } from "/app/words.js";

/** What a metric is measured in, and its name. */
export const METRICS = {
  exerciseSeconds: ["time", "exerciseDuration"], distanceMetres: ["distance", "distance"], activityCount: ["count", "activities"], elevationGainMetres: ["elevation", "elevationGain"],
  energyKilocalories: ["energy", "energy"], workKilojoules: ["work", "work"], trainingStressScore: ["tenths", "trainingStressScore"], trainingImpulse: ["tenths", "trainingImpulse"],
  averageBeatsPerMinute: ["heartRate", "averageHeartRate"], maximumBeatsPerMinute: ["heartRate", "maximumHeartRate"], steps: ["count", "steps"],
};

/** A column's name in a chart: an hour, a day, a week's first day, a month. */
export function bucketName(found, index, isLong = false) {
  const bucket = found.buckets[index];
  const zone = found.timeZone;
  switch (found.bucketUnit) {
    case "hour": return instant(bucket.start, zone, { hour: "numeric" });
    case "month": return instant(bucket.start, zone, isLong ? { month: "long", year: "numeric" } : { month: "short" });
    case "week": return isLong ? `${t("table.weekOf")} ${instant(bucket.start, zone, { day: "numeric", month: "long" })}` : instant(bucket.start, zone, { day: "numeric", month: "numeric" });
    default: return isLong ? instant(bucket.start, zone, { weekday: "long", day: "numeric", month: "long" })
      : found.buckets.length <= 7 ? instant(bucket.start, zone, { weekday: "short" }) : instant(bucket.start, zone, { day: "numeric", month: found.buckets.length > 31 ? "numeric" : undefined });
  }
}

export function metricText(name, value) {
  return METRICS[name][0] === "count" ? number(value) : METRICS[name][0] === "time" ? durationWords(value) : text(METRICS[name][0], value);
}
