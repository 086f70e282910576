// What is in the air, what belongs to this rider, and the bytes as they come.

import { events, get, send } from "/app/api.js";
import { h, put, show } from "/app/dom.js";
import { duration, isKnown, number, text } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { attempt, confirm, heading, may, open, say } from "/app/shell.js";
import { t, word } from "/app/words.js";

/** How long "Look around" looks. */
const SCAN_SECONDS = 30;
const SHOWN_LINES = 8;

open("sensors", async (main) => {
  const scan = h("button", { class: "button main-act", type: "button", onclick: () => attempt(scan, async () => {
    await send("POST", "sensors/scan", { seconds: SCAN_SECONDS });
    say(t("web.scanning", { time: duration(SCAN_SECONDS) }));
  }) }, icon("sensors"), t("web.scan"));
  const mine = h("div", { class: "grid" });
  const near = h("div", { class: "grid" });
  const adapters = h("div", { class: "stack" });
  const nearTitle = h("h2", {}, t("web.inTheAir"));
  main.append(heading(t("web.sensors"), may("write sensors") && scan), mine, nearTitle, near, bytesCard(), h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.adapters"))), adapters));
  const cards = new Map();
  const take = (status) => {
    const values = new Map();
    for (const entry of status.live?.sensors ?? status.idle ?? []) {
      const source = (status.sources ?? []).find((other) => other.id === entry.source);
      if (source && isKnown(entry.value)) values.set(source.identity, [...values.get(source.identity) ?? [], text(entry.quantity, entry.value)]);
    }
    const seen = new Set();
    for (const sensor of status.sensors ?? []) {
      seen.add(sensor.sensor);
      if (!cards.has(sensor.sensor)) cards.set(sensor.sensor, deviceCard(sensor.sensor));
      const card = cards.get(sensor.sensor);
      const source = (status.sources ?? []).find((other) => other.identity === sensor.sensor);
      card.update(sensor, source, values.get(sensor.sensor));
      const place = sensor.isPaired || sensor.isChosen ? mine : near;
      if (card.element.parentElement !== place) place.append(card.element);
    }
    for (const [id, card] of cards) {
      if (seen.has(id)) continue;
      card.element.remove();
      cards.delete(id);
    }
    show(nearTitle, near.children.length > 0);
    if (!mine.children.length && !mine.textContent) mine.append(h("p", { class: "card empty" }, t("web.noSensors")));
    else if (mine.children.length > 1) mine.querySelector(".empty")?.remove();
    adapters.replaceChildren(...(status.devices ?? []).map((device) => h("div", { class: "row spread" }, h("span", {}, h("strong", {}, device.name ?? device.device), device.sentence && h("span", { class: "muted small" }, ` ${device.sentence}`)),
      h("span", { class: "tag" }, word("web.device", device.state)))));
  };
  const found = await get("status");
  take(found.status);
  events({ status: take });
});

function bars(signal) {
  const level = !isKnown(signal) ? 0 : signal > -60 ? 4 : signal > -70 ? 3 : signal > -80 ? 2 : 1;
  return h("span", { class: "signal", role: "img", "aria-label": t("web.signalAt", { signal: number(signal) }) }, [5, 8, 12, 16].map((height, index) => h("i", { class: index < level ? "on" : null, style: { "block-size": `${height}px` } })));
}

function deviceCard(id) {
  const name = h("h2", {});
  const state = h("span", { class: "tag" });
  const value = h("p", { class: "say" });
  const facts = h("p", { class: "facts" });
  const acts = h("div", { class: "acts" });
  const rank = h("div", { class: "rank" });
  const element = h("section", { class: "card device" }, h("header", {}, name, state), value, facts, acts, rank);
  const path = `sensors/${encodeURIComponent(id)}`;
  const act = (label, verb, body, done) => {
    const button = h("button", { class: "button", type: "button", onclick: () => attempt(button, async () => {
      const reply = await send("POST", `${path}/${verb}`, body ?? {});
      say(reply?.text ?? t(done ?? "web.done.short"));
    }) }, label);
    return button;
  };
  let built = null;
  return { element, update(sensor, source, values) {
    put(name, sensor.name ?? id);
    put(state, sensor.isPaired ? t("web.paired") : sensor.isChosen ? t("web.inUse") : t("web.heard"));
    put(value, values?.length ? values.join(" · ") : isKnown(sensor.secondsSinceHeard) ? t("web.heardAgo", { time: duration(sensor.secondsSinceHeard) }) : t("web.neverHeard"));
    value.classList.toggle("muted", !values?.length);
    const percent = sensor.batteryPercent ?? source?.batteryPercent;
    facts.replaceChildren(...[
      h("span", {}, (sensor.kinds ?? []).map((kind) => word("web.kind", kind)).join(", ")), h("span", {}, id),
      isKnown(sensor.signal) && bars(sensor.signal),
      isKnown(percent) ? h("span", {}, t("web.batteryAt", { percent: text("percent", percent) })) : source?.batteryStatus && h("span", {}, word("web.battery", source.batteryStatus)),
      ...(sensor.facts ?? []).filter((fact) => ["manufacturer", "model"].includes(fact.name)).map((fact) => h("span", {}, fact.value)),
    ].filter(Boolean));
    const shape = `${sensor.isPaired}|${sensor.kinds}|${sensor.isLinked}`;
    if (built === shape || !may("write sensors")) return;
    built = shape;
    const rename = h("button", { class: "button", type: "button", onclick: () => renameDialog(path, sensor.name ?? "") }, icon("edit"), t("web.rename"));
    const forget = h("button", { class: "button", type: "button", onclick: async () => {
      if (await confirm(t("web.forgetAsk", { name: sensor.name ?? id }), t("web.forget"), true)) attempt(forget, () => send("POST", `${path}/forget`, {}));
    } }, t("web.forget"));
    const isPower = (sensor.kinds ?? []).some((kind) => kind === "power" || kind === "trainer");
    acts.replaceChildren(...(sensor.isPaired ? [rename, isPower && act(t("web.calibrate"), "calibrate"), forget] : [act(t("web.pair"), "pair"), isPower && sensor.isChosen && act(t("web.calibrate"), "calibrate"), act(t("web.ignore"), "ignore")]).filter(Boolean));
    const quantities = Object.entries(source?.priorities ?? {});
    rank.replaceChildren(...(sensor.isPaired ? quantities.map(([quantity, value]) => h("label", {}, t("web.rank", { quantity: word("quantity", quantity) }),
      h("input", { type: "number", min: "0", max: "99", value, onchange: (event) => attempt(null, () => send("POST", `${path}/priority`, { quantity, rank: Number(event.target.value) })) }))) : []));
  } };
}

function renameDialog(path, old) {
  const input = h("input", { type: "text", maxlength: "100", required: true, value: old });
  const save = h("button", { class: "button main-act" }, t("web.save"));
  const box = h("dialog", { "aria-label": t("web.rename"), onclose: () => box.remove() }, h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    attempt(save, async () => {
      await send("POST", `${path}/rename`, { name: input.value.trim() });
      box.close();
    });
  } }, h("label", { class: "field" }, h("span", {}, t("web.name")), input), h("div", { class: "actions" }, h("button", { class: "button", type: "button", onclick: () => box.close() }, t("web.cancel")), save)));
  document.body.append(box);
  box.showModal();
}

/** The last bytes of each sensor with what they mean, while somebody looks. */
function bytesCard() {
  const lines = h("ul", { class: "bytes", tabindex: "0", "aria-label": t("web.bytes") });
  let source = null;
  const latest = new Map();
  const card = h("details", { class: "card", ontoggle: () => {
    source?.close();
    source = null;
    if (!card.open) return;
    lines.replaceChildren(h("li", { class: "muted" }, "…"));
    source = new EventSource("/api/v1/sensors/bytes");
    const take = (event) => {
      const data = JSON.parse(event.data);
      latest.delete(data.source);
      latest.set(data.source, data);
      const shown = [...latest.values()].slice(-SHOWN_LINES).sort((a, b) => (a.source < b.source ? -1 : 1));
      lines.replaceChildren(...shown.map((one) => h("li", {}, h("b", {}, one.source), ` ${one.kind ?? ""} `, (one.bytes ?? "").replace(/(..)(?=.)/g, "$1 "),
        h("span", { class: "means" }, (one.decoded ?? []).map((field) => `${field.name} ${field.value}`).join(" · ")))));
    };
    source.addEventListener("bytes", take);
    source.addEventListener("message", take);
  } }, h("summary", {}, t("web.bytes")), lines);
  addEventListener("pagehide", () => source?.close());
  return card;
}
