// What every page begins with: who is asking, the language, the way around, and what is said aside.

import { get, send } from "/app/api.js";
import { h } from "/app/dom.js";
import { measureIn } from "/app/figures.js";
import { icon, mark } from "/app/icons.js";
import { language, speak, t } from "/app/words.js";

const PLACES = [["live", "/"], ["today", "/today"], ["history", "/history"], ["workouts", "/workouts"], ["sensors", "/sensors"], ["moods", "/moods"], ["settings", "/settings"]];
const NAMES = { en: "English", cs: "Čeština", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano", pt: "Português", ja: "日本語", ko: "한국어", "zh-Hans": "简体中文" };

export let session = { isOwner: false, scopes: [], language: "en", languages: ["en"], units: "metric", isDemo: false, hasData: false, tiles: null };

/** What this device remembers; nothing where storage is refused. */
export const memory = {
  get(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // It holds for this page, then.
    }
  },
};

/** Whether this visitor may read a kind of data, or write it. */
export const may = (scope) => session.isOwner || session.scopes.includes(scope);

/** Builds the page: `title` is a key of the phrases, `build(main)` fills the rest and is called again when the language or the units change. */
export async function open(page, build) {
  let failure = null;
  try {
    session = { ...session, ...await get("session") };
  } catch (problem) {
    failure = problem;
  }
  const asked = memory.get("language");
  const code = session.languages.includes(asked) ? asked : session.language;
  measureIn(memory.get("units") ?? session.units);
  await speak(code, (wanted) => get(`phrases?language=${encodeURIComponent(wanted)}`).catch(() => ({})));
  const main = h("main", { class: "main", id: "main", tabindex: "-1" });
  const shell = h("div", { class: "shell" }, h("a", { class: "skip", href: "#main" }, t("web.skip")), navigation(page), main);
  document.querySelector(".shell")?.remove();
  document.querySelector(".toasts")?.remove();
  document.body.prepend(shell);
  document.body.append(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  document.title = `${t(`web.${page}`)} · wattbeat`;
  if (failure && failure.status !== 401 && failure.status !== 403) main.append(h("p", { class: "notice", role: "alert" }, failure.message || t("web.unreachable")));
  if (session.isDemo) main.append(demo());
  try {
    // Who has not joined is shown the door, in place of pages without data.
    if (page !== "join" && !failure && !session.isOwner && !session.scopes.length) main.append(...door());
    else await build(main);
  } catch (problem) {
    console.warn(problem);
    main.append(h("p", { class: "notice", role: "alert" }, problem.message || t("web.unreachable")));
  }
  document.documentElement.dataset.ready = "";
}

function door() {
  return [heading(t("web.join")), h("section", { class: "card" }, h("p", {}, t("web.joinText")), h("div", { class: "row" }, h("a", { class: "button main-act", href: "/join" }, t("web.joinAct"))))];
}

function navigation(page) {
  const links = PLACES.map(([name, path], index) =>
    h("li", { class: index > 3 ? "far" : null }, h("a", { href: path, "aria-current": name === page ? "page" : null }, icon(name), h("span", {}, t(`web.${name}`)))));
  const sheet = h("dialog", { "aria-label": t("web.more") });
  const more = h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => {
    sheet.replaceChildren(h("div", { class: "stack" },
      PLACES.slice(4).map(([name, path]) => h("a", { class: "button", href: path, "aria-current": name === page ? "page" : null }, icon(name), t(`web.${name}`))),
      preferences(), h("div", { class: "actions" }, h("button", { class: "button", type: "button", onclick: () => sheet.close() }, t("web.close")))));
    sheet.showModal();
  } }, icon("more"), h("span", {}, t("web.more")));
  return h("nav", { class: "nav", "aria-label": t("web.navigation") }, h("a", { class: "brand", href: "/" }, mark(), "wattbeat"),
    h("ul", {}, links, h("li", { class: "more" }, more)), h("div", { class: "foot" }, preferences()), sheet);
}

/** Language and theme of this device. */
function preferences() {
  const select = h("select", { class: "plain", "aria-label": t("web.language"), onchange: () => {
    memory.set("language", select.value);
    location.reload();
  } }, session.languages.map((code) => h("option", { value: code, lang: code, selected: code === language }, NAMES[code] ?? code)));
  const themes = ["light", "dark", "auto"];
  const chosen = () => memory.get("theme") ?? "auto";
  const buttons = themes.map((name) => h("button", { type: "button", "aria-label": t(`web.theme.${name}`), title: t(`web.theme.${name}`), "aria-pressed": String(chosen() === name), onclick: () => {
    memory.set("theme", name === "auto" ? null : name);
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(themes[index] === name)));
    dispatchEvent(new Event("themechange"));
  } }, icon(name)));
  return h("div", { class: "stack preferences" }, select, h("div", { class: "segments themes", role: "group", "aria-label": t("web.theme") }, buttons));
}

function demo() {
  const remove = h("button", { class: "button", type: "button", onclick: async () => {
    if (!await confirm(t("web.demoRemoveAsk"), t("web.demoRemove"), true)) return;
    await attempt(remove, async () => {
      await send("DELETE", "demo");
      location.reload();
    });
  } }, t("web.demoRemove"));
  return h("div", { class: "notice demo", role: "note" }, h("span", {}, h("strong", {}, t("notice.demo")), " · ", t("web.demoText")), session.isOwner && session.canRemoveDemo && remove);
}

/** The heading of a page, with what stands beside it. */
export function heading(text, ...beside) {
  return h("header", { class: "head" }, h("h1", {}, text), ...beside);
}

/** A sentence that goes away, with one thing to do about it. */
export function say(text, action) {
  const toast = h("div", { class: "toast" }, h("span", {}, text), action && h("button", { class: "button", type: "button", onclick: () => {
    toast.remove();
    action.run();
  } }, action.label));
  document.querySelector(".toasts")?.append(toast);
  setTimeout(() => toast.remove(), action ? 12000 : 5000);
}

/** Does something while its button waits; what is refused is said. */
export async function attempt(button, work) {
  if (button) button.disabled = true;
  try {
    return await work();
  } catch (problem) {
    say(problem.message || t("web.unreachable"));
    return undefined;
  } finally {
    if (button) button.disabled = false;
  }
}

/** Asks before what cannot be taken back. */
export function confirm(question, action, isDanger = false) {
  return new Promise((resolve) => {
    const box = h("dialog", { "aria-label": question, onclose: () => {
      resolve(box.returnValue === "yes");
      box.remove();
    } }, h("form", { method: "dialog", class: "stack" }, h("p", {}, question), h("div", { class: "actions" },
      h("button", { class: "button", value: "no" }, t("web.cancel")), h("button", { class: `button main-act${isDanger ? " danger" : ""}`, value: "yes" }, action))));
    document.body.append(box);
    box.showModal();
  });
}

/** A list of figures: `[label, {text, unit}, reason]`. */
export function figures(rows) {
  return h("dl", { class: "figures" }, rows.filter(Boolean).map(([label, value, why]) => h("div", {}, h("dt", {}, label),
    h("dd", { class: "num" }, value.text, value.unit && h("span", { class: "unit" }, value.unit)), why && h("dd", { class: "why" }, why))));
}

/** Buttons of which one is pressed. */
export function segments(label, choices, chosen, take) {
  const buttons = choices.map(([value, name]) => h("button", { type: "button", "aria-pressed": String(value === chosen), onclick: () => {
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(choices[index][0] === value)));
    take(value);
  } }, name));
  return h("div", { class: "segments", role: "group", "aria-label": label }, buttons);
}
