// Before a workout: what it will be, from a template or plain, and the one large button.

import { get, send } from "/app/api.js";
import { h } from "/app/dom.js";
import { icon } from "/app/icons.js";
import { attempt, may, memory } from "/app/shell.js";
import { t, word } from "/app/words.js";

const SPORTS = ["cycling", "indoorCycling", "running", "treadmillRunning", "trailRunning", "walking", "hiking", "rowing", "indoorRowing", "swimming",
  "crossCountrySkiing", "alpineSkiing", "strength", "flexibility", "other"];

export const sportOptions = (chosen) => [...SPORTS, ...(chosen && !SPORTS.includes(chosen) ? [chosen] : [])].map((code) => h("option", { value: code, selected: code === chosen }, word("sport", code)));

export function startCard() {
  if (!may("write live")) return h("section", { class: "card" }, h("p", {}, t("web.controlRefused")));
  const sport = h("select", {}, sportOptions(memory.get("sport") ?? "cycling"));
  const template = h("select", {}, h("option", { value: "" }, t("web.plain")));
  const templates = h("label", { class: "field", hidden: true }, h("span", {}, t("web.template")), template);
  const sports = h("label", { class: "field" }, h("span", {}, t("web.sport")), sport);
  get("templates").then((found) => {
    for (const one of found.templates ?? []) template.append(h("option", { value: one.name, data: { activity: one.activity } }, one.name));
    templates.hidden = template.children.length < 2;
  }).catch(() => {});
  template.addEventListener("change", () => {
    const activity = template.selectedOptions[0]?.dataset.activity;
    if (activity) sport.value = activity;
  });
  const start = h("button", { class: "button main-act", type: "button", onclick: () => attempt(start, () => {
    memory.set("sport", sport.value);
    return send("POST", "control/start", { activity: sport.value, ...(template.value ? { template: template.value } : {}) });
  }) }, icon("play"), t("web.start"));
  return h("section", { class: "card start" }, h("header", {}, h("h2", {}, t("web.newWorkout"))), sports, templates, start);
}
