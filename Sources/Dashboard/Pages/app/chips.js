// Who speaks: one chip a sensor, with what it says, how long it has been silent, and its battery when that is low.

import { h, put } from "/app/dom.js";
import { duration, isKnown, text } from "/app/figures.js";
import { t, word } from "/app/words.js";

const LOW_PERCENT = 20;
/** A receiver or strap that says nothing for so long is silent, whatever its last value was. */
const SILENT_SECONDS = 10;

export function sensorChips() {
  const element = h("div", { class: "sensors" });
  const chips = new Map();
  const empty = h("p", { class: "muted" }, t("web.noSensors"));
  element.append(empty);
  return { element, update(status, isOld) {
    const entries = status.live ? status.live.sensors : status.idle;
    const now = status.live?.now;
    const heard = new Map();
    for (const entry of entries ?? []) {
      if (!heard.has(entry.source)) heard.set(entry.source, []);
      heard.get(entry.source).push(entry);
    }
    empty.hidden = heard.size > 0;
    for (const [id, values] of heard) {
      const source = (status.sources ?? []).find((other) => other.id === id);
      const sensor = (status.sensors ?? []).find((other) => other.sensor === source?.identity);
      if (!chips.has(id)) {
        const chip = h("div", { class: "sensor" }, h("span", {}), h("span", { class: "how" }), h("span", { class: "low" }));
        chips.set(id, chip);
        element.append(chip);
      }
      const chip = chips.get(id);
      const spoken = values.filter((entry) => isKnown(entry.value));
      const quiet = isKnown(now) ? now - Math.max(...values.map((entry) => entry.lastHeard ?? -Infinity)) : 0;
      const isLinked = sensor?.isLinked ?? true;
      const state = !isLinked ? "lost" : spoken.length && quiet <= SILENT_SECONDS && !isOld ? "live" : "silent";
      chip.dataset.state = state;
      put(chip.children[0], sensor?.name ?? source?.name ?? (source?.kind === "gps" ? t("web.receiver") : source?.identity ?? ""));
      put(chip.children[1], state === "live" ? spoken.slice(0, 2).map((entry) => text(entry.quantity, entry.value)).join(" · ")
        : Number.isFinite(quiet) && quiet > 0 ? t(state === "lost" ? "web.lostFor" : "web.silentFor", { time: duration(quiet) }) : t(`web.${state}`));
      const percent = sensor?.batteryPercent ?? source?.batteryPercent;
      const isLow = isKnown(percent) ? percent <= LOW_PERCENT : ["low", "critical"].includes(source?.batteryStatus);
      put(chip.children[2], isLow ? (isKnown(percent) ? t("web.batteryAt", { percent: text("percent", percent) }) : word("web.battery", source.batteryStatus)) : "");
      chip.title = isKnown(percent) ? t("web.batteryAt", { percent: text("percent", percent) }) : "";
    }
  } };
}
