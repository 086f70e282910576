// What a person sets once, who else may look, and what is stored where.

import { get, send } from "/app/api.js";
import { h, s } from "/app/dom.js";
import { bytes, day, isKnown, isOnFoot, moment, number } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { attempt, confirm, heading, memory, open, say, segments, session } from "/app/shell.js";
import { qrRows } from "/app/qr.js";
import { sportOptions } from "/app/start.js";
import { language, t, word } from "/app/words.js";
import { boundariesIn, boundariesOf, MODELS } from "/app/zonemodels.js";
import { zoneColour, zoneLabel, zoneRange } from "/app/zones.js";

const RIDER = [["ftp", 30, 700], ["lthr", 60, 230], ["hr-max", 80, 250], ["hr-rest", 25, 120], ["weight", 20, 300, 0.1], ["age", 5, 120], ["cp", 30, 700], ["w-prime", 1000, 100000, 100]];
const NAMES = { en: "English", cs: "Čeština", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano", pt: "Português", ja: "日本語", ko: "한국어", "zh-Hans": "简体中文" };

open("settings", async (main) => {
  const place = h("div", { class: "settings" });
  main.append(heading(t("web.settings")), place);
  place.append(deviceCard());
  if (!session.isOwner) {
    place.append(h("section", { class: "card" }, h("p", {}, t("web.settingsRefused"))));
    return;
  }
  const { settings, file } = await get("settings");
  const undated = flat(settings);
  const dated = (settings.dated ?? []).flatMap((entry) => [...flat({ rider: entry.rider ?? {} })].map(([key, value]) => ({ key, value, from: entry.from })));
  const rider = Object.fromEntries(RIDER.map(([key]) => [key, undated.get(`rider.${key}`)]));
  place.append(riderCard(undated, dated), zonesCard(rider), gatewayCard(undated), joinCard(), tokensCard(), storageCard(file));
});

/** Keys of the settings file with dots, as `wattbeat settings set` takes them. */
function flat(settings) {
  const found = new Map();
  for (const [key, value] of Object.entries(settings)) {
    if (value && typeof value === "object" && !Array.isArray(value)) for (const [inner, one] of Object.entries(value)) found.set(`${key}.${inner}`, one);
    else found.set(key, value);
  }
  return found;
}

const change = (key, value, from) => attempt(null, async () => {
  await send("PATCH", "settings", { key, value, ...(from ? { from } : {}) });
  say(t("web.saved"));
});

function deviceCard() {
  const units = memory.get("units") ?? "";
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.thisDevice"))), h("p", { class: "muted small" }, t("web.thisDeviceText")),
    h("label", { class: "field" }, h("span", {}, t("web.language")), h("select", { onchange: (event) => {
      memory.set("language", event.target.value);
      location.reload();
    } }, session.languages.map((code) => h("option", { value: code, lang: code, selected: code === language }, NAMES[code] ?? code)))),
    segments(t("web.units"), [["", t("web.unitsGateway")], ["metric", t("web.metric")], ["imperial", t("web.imperial")]], units, (value) => {
      memory.set("units", value || null);
      location.reload();
    }));
}

function riderCard(undated, dated) {
  const from = h("input", { type: "date" });
  const inputs = RIDER.map(([key, min, max, step]) => ({ key, input: h("input", { type: "number", inputmode: "decimal", min, max, step: step ?? 1, value: undated.get(`rider.${key}`) ?? "" }) }));
  const sex = h("select", {}, ["", "male", "female"].map((code) => h("option", { value: code, selected: code === (undated.get("rider.sex") ?? "") }, code ? t(`web.sex.${code}`) : t("table.unknown"))));
  const save = h("button", { class: "button main-act" }, t("web.save"));
  return h("form", { class: "card", onsubmit: (event) => {
    event.preventDefault();
    attempt(save, async () => {
      for (const { key, input } of inputs) {
        const value = input.value === "" ? null : Number(input.value);
        if (value !== (undated.get(`rider.${key}`) ?? null)) await send("PATCH", "settings", { key: `rider.${key}`, value, ...(from.value ? { from: from.value } : {}) });
      }
      if (sex.value !== (undated.get("rider.sex") ?? "")) await send("PATCH", "settings", { key: "rider.sex", value: sex.value || null, ...(from.value ? { from: from.value } : {}) });
      location.reload();
    });
  } }, h("header", {}, h("h2", {}, t("web.rider"))), h("div", { class: "fields" }, inputs.map(({ key, input }) => h("label", { class: "field" }, h("span", {}, t(`web.rider.${key}`)), input)),
    h("label", { class: "field" }, h("span", {}, t("web.sex")), sex), h("label", { class: "field" }, h("span", {}, t("web.countsFrom")), from)),
  h("p", { class: "muted small" }, t("web.countsFromText")),
  dated.length > 0 && h("ul", { class: "rows" }, dated.map((one) => h("li", {}, h("span", {}, t(`web.rider.${one.key.slice(6)}`), " ", h("strong", {}, isKnown(one.value) ? number(one.value, Number.isInteger(one.value) ? 0 : 1) : String(one.value ?? "–"))), h("span", { class: "muted" }, t("web.fromDay", { day: day(one.from) }))))), save);
}

function zonesCard(rider) {
  const quantity = h("select", {}, Object.keys(MODELS).map((code) => h("option", { value: code }, t(code === "power" ? "quantity.power" : "quantity.heartRate"))));
  const sport = h("select", {}, h("option", { value: "" }, t("web.all")), sportOptions());
  // Names of models are long in many languages: they may break where a list box could not.
  const models = h("div", { class: "chips" });
  const model = () => models.querySelector("input:checked").value;
  const limits = h("input", { type: "text", inputmode: "decimal", placeholder: "114, 133, 152, 171" });
  const limitsField = h("label", { class: "field" }, h("span", {}, t("web.limits")), limits);
  const from = h("input", { type: "date" });
  const preview = h("ul", { class: "preview" });
  const inForce = h("div", { class: "stack" });
  const save = h("button", { class: "button main-act" }, t("web.save"));
  const fillModels = () => models.replaceChildren(...[...MODELS[quantity.value], "custom"].map((code, index) => h("label", { class: "chip" }, h("input", { type: "radio", name: "model", value: code, checked: index === 0 }), t(`zoneModel.${code}`))));
  const chosen = () => (model() === "custom" ? { boundaries: boundariesIn(limits.value) } : boundariesOf(model(), rider, isOnFoot(sport.value)));
  const look = () => {
    limitsField.hidden = model() !== "custom";
    const { boundaries, missing } = chosen();
    save.disabled = !boundaries;
    const name = quantity.value === "power" ? "power" : "heartRate";
    preview.replaceChildren(...(boundaries ? [...boundaries, null].map((_, index) => h("li", { data: { zone: zoneColour(index, boundaries.length + 1) } }, h("span", { class: "zone" }, zoneLabel(index, model())), h("span", {}, zoneRange(name, index, boundaries))))
      : [h("li", { class: "muted" }, missing ? t("web.needs", { figure: t(`web.rider.${missing}`) }) : t("web.limitsText"))]));
  };
  quantity.addEventListener("change", () => { fillModels(); look(); });
  for (const control of [sport, models, limits]) control.addEventListener("input", look);
  fillModels();
  look();
  get("zones").then(({ zones = [] }) => inForce.replaceChildren(...zones.map(({ quantity: name, activities, configuration }) => h("details", {},
    h("summary", {}, `${word("quantity", name)}${activities?.length ? ` · ${activities.map((code) => word("sport", code)).join(", ")}` : ""}`),
    h("p", { class: "muted small" }, [word("zoneModel", configuration.model), word("web.zoneSource", configuration.source), configuration.validFrom && t("web.fromDay", { day: moment(configuration.validFrom, { dateStyle: "medium" }) })].filter(Boolean).join(" · ")),
    h("ul", { class: "preview" }, [...configuration.boundaries, null].map((_, index) => h("li", { data: { zone: zoneColour(index, configuration.boundaries.length + 1) } }, h("span", { class: "zone" }, zoneLabel(index, configuration.model)), h("span", {}, zoneRange(name, index, configuration.boundaries))))))))).catch(() => {});
  return h("form", { class: "card", onsubmit: (event) => {
    event.preventDefault();
    const { boundaries } = chosen();
    attempt(save, async () => {
      const key = `zones.${quantity.value}${sport.value ? `.${sport.value}` : ""}`;
      await send("PATCH", "settings", { key, value: model() === "custom" ? boundaries : model(), ...(from.value ? { from: from.value } : {}) });
      location.reload();
    });
  } }, h("header", {}, h("h2", {}, t("web.zones"))), inForce, h("h3", {}, t("web.zonesNew")), h("div", { class: "fields" },
    h("label", { class: "field" }, h("span", {}, t("web.quantity")), quantity), h("label", { class: "field" }, h("span", {}, t("web.sport")), sport),
    h("fieldset", { class: "whole" }, h("legend", {}, t("web.model")), models), limitsField, h("label", { class: "field" }, h("span", {}, t("web.countsFrom")), from)), h("h3", {}, t("web.preview")), preview, save);
}

function gatewayCard(undated) {
  const pick = (key, choices, chosen) => h("select", { onchange: (event) => change(key, event.target.value) }, choices.map(([value, name]) => h("option", { value, selected: value === chosen }, name)));
  const trim = undated.get("privacy-trim");
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.gateway"))), h("div", { class: "fields" },
    h("label", { class: "field" }, h("span", {}, t("web.language")), pick("language", session.languages.map((code) => [code, NAMES[code] ?? code]), undated.get("language") ?? session.language)),
    h("label", { class: "field" }, h("span", {}, t("web.units")), pick("units", [["metric", t("web.metric")], ["imperial", t("web.imperial")]], undated.get("units") ?? "metric")),
    h("label", { class: "field" }, h("span", {}, t("web.usualSport")), h("select", { onchange: (event) => change("activity", event.target.value) }, sportOptions(undated.get("activity") ?? "cycling"))),
    h("label", { class: "field" }, h("span", {}, t("web.wheel")), h("input", { type: "number", min: 0.5, max: 4, step: 0.001, value: undated.get("wheel-circumference") ?? 2.105, onchange: (event) => change("wheel-circumference", Number(event.target.value)) })),
    undated.has("privacy-trim") && h("label", { class: "field" }, h("span", {}, t("web.privacyTrim")), h("input", { type: "number", min: 0, max: 5000, step: 50, value: trim ?? 0, onchange: (event) => change("privacy-trim", Number(event.target.value)) }))),
  h("label", { class: "row" }, h("span", { class: "field" }, h("input", { type: "checkbox", checked: undated.get("auto-pause") === true, onchange: (event) => change("auto-pause", event.target.checked) })), t("web.autoPause")));
}

/** A picture that a phone's camera reads. */
function qrCode(text) {
  const rows = qrRows(text);
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("web.qr"), "shape-rendering": "crispEdges" }, s("path", { d: path, fill: "#000" }));
}

function joinCard() {
  const place = h("div", { class: "stack" });
  const button = h("button", { class: "button", type: "button", onclick: () => attempt(button, async () => {
    const { code, url, expires, reachable } = await get("join/code");
    place.replaceChildren(...[reachable === false && h("p", { class: "notice" }, t("web.notReachable")), qrCode(url), h("p", { class: "code" }, code), h("p", {}, h("code", {}, url)),
      expires && h("p", { class: "muted small" }, t("web.validUntil", { time: new Date(expires).toLocaleTimeString(language, { hour: "numeric", minute: "2-digit" }) }))].filter(Boolean));
  }) }, icon("link"), t("web.joinCode"));
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.joinPhone"))), h("p", { class: "muted" }, t("web.joinPhoneText")), place, button);
}

function scopeName(scope) {
  const [verb, kind] = scope.split(" ");
  return `${t(`web.scope.${verb}`)}: ${word("web.data", scope === "write live" ? "control" : kind)}`;
}

function tokensCard() {
  const list = h("ul", { class: "rows" });
  const name = h("input", { type: "text", maxlength: "60", required: true });
  const choices = h("div", { class: "chips" });
  const shown = h("div", {});
  const make = h("button", { class: "button main-act" }, t("web.tokenMake"));
  const load = async () => {
    const { tokens, scopes = [] } = await get("tokens");
    if (!choices.children.length) choices.append(...scopes.map((scope) => h("label", { class: "chip" }, h("input", { type: "checkbox", value: scope }), scopeName(scope))));
    list.replaceChildren(...tokens.map((token) => {
      const remove = h("button", { class: "button danger", type: "button", onclick: async () => {
        if (await confirm(t("web.tokenRemoveAsk", { name: token.name }), t("web.delete"), true)) attempt(remove, async () => { await send("DELETE", `tokens/${token.id}`); await load(); });
      } }, icon("bin"), t("web.delete"));
      return h("li", {}, h("span", {}, h("strong", {}, token.name), " ", h("span", { class: "muted small" }, token.scopes.map(scopeName).join(" · "))), remove);
    }));
  };
  const card = h("details", { class: "card", ontoggle: () => { if (card.open) attempt(null, load); } }, h("summary", {}, t("web.tokens")), h("p", { class: "muted" }, t("web.tokensText")), list,
    h("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      attempt(make, async () => {
        const scopes = [...choices.querySelectorAll("input:checked")].map((box) => box.value);
        const made = await send("POST", "tokens", { name: name.value.trim(), scopes });
        shown.replaceChildren(h("p", {}, t("web.tokenOnce")), h("p", { class: "token" }, h("code", {}, made.token)));
        event.target.reset();
        await load();
      });
    } }, h("label", { class: "field" }, h("span", {}, t("web.tokenFor")), name), h("fieldset", {}, h("legend", {}, t("web.mayDo")), choices), shown, make));
  return card;
}

function storageCard(file) {
  const rows = h("ul", { class: "rows" });
  const clear = h("button", { class: "button", type: "button", onclick: () => attempt(clear, async () => {
    await send("DELETE", "storage/cache");
    say(t("web.saved"));
    await load();
  }) }, t("web.cacheClear"));
  const row = (title, part, extra) => part && h("li", {}, h("span", {}, h("strong", {}, title), part.path && h("span", {}, h("br", {}), h("code", {}, part.path))), h("span", { class: "muted" }, [extra, isKnown(part.bytes) && bytes(part.bytes)].filter(Boolean).join(" · ")));
  const load = async () => {
    const stored = await get("storage");
    rows.replaceChildren(...[
      row(t("web.storeHistory"), stored.store, isKnown(stored.store?.workouts) && t("count.workouts", { count: number(stored.store.workouts), number: stored.store.workouts })),
      row(t("web.storeCaptures"), stored.captures), row(t("web.storeFiles"), stored.files), row(t("web.settings"), stored.settings ?? { path: file }),
      row(t("web.storeCache"), stored.cache, stored.cache && t(stored.cache.isCurrent === false ? "web.cacheStale" : "web.cacheCurrent")),
    ].filter(Boolean));
  };
  load().catch(() => rows.append(h("li", {}, h("strong", {}, t("web.settings")), h("code", {}, file))));
  return h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.stored"))), h("p", { class: "muted" }, t("web.storedText")), rows, h("div", { class: "row" }, clear));
}
