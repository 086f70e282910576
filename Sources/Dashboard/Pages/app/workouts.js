// All workouts, newest first; what was deleted can be had back.

import { events, get, query, send } from "/app/api.js";
import { h, show } from "/app/dom.js";
import { DASH, durationWords, moment, number, sportColour, text } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { attempt, heading, may, open } from "/app/shell.js";
import { sportOptions } from "/app/start.js";
import { language, t, word } from "/app/words.js";

const PAGE = 50;

open("workouts", async (main) => {
  const chosen = {};
  let next = null;
  let anchor = null;
  let isPaged = false;
  const list = h("div", { class: "list" });
  const more = h("button", { class: "button", type: "button", hidden: true, onclick: () => attempt(more, () => load(true)) }, t("web.older"));
  const sport = h("select", { onchange: () => ask("sport", sport.value) }, h("option", { value: "" }, t("web.all")), sportOptions());
  const [from, to] = ["from", "to"].map((key) => h("input", { type: "date", onchange: (event) => ask(key, event.target.value) }));
  const deleted = h("details", { class: "card", hidden: !may("write workouts"), ontoggle: () => { if (deleted.open) attempt(null, () => loadDeleted(deleted)); } }, h("summary", {}, t("web.deletedWorkouts")), h("div", { class: "list" }));
  main.append(heading(t("web.workouts")), h("div", { class: "filters" }, h("label", { class: "field" }, h("span", {}, t("web.sport")), sport), h("label", { class: "field" }, h("span", {}, t("web.from")), from), h("label", { class: "field" }, h("span", {}, t("web.to")), to)),
    list, h("div", { class: "row" }, more), deleted);
  function ask(key, value) {
    chosen[key] = value;
    attempt(null, () => load(false));
  }
  async function load(isMore) {
    const found = await get(`workouts${query({ ...chosen, limit: PAGE, before: isMore ? next : null, language })}`);
    next = found.next;
    anchor = found.anchor;
    isPaged = Boolean(isMore);
    const items = found.workouts.map(item);
    if (isMore) list.append(...items);
    else list.replaceChildren(...(items.length ? items : [h("p", { class: "card empty" }, t("web.noWorkouts"))]));
    show(more, Boolean(next));
  }
  await load(false);
  // What comes meanwhile appears by itself, but does not take older pages away from who reads them.
  events({ changes: (change) => { if (change.anchor !== anchor && !isPaged) load(false).catch(() => {}); } });
});

function item(row) {
  const figures = [durationWords(row.timerSeconds), text("distance", row.distanceMetres), text("heartRate", row.averageHeartRateBPM), text("power", row.averagePowerWatts)];
  return h("a", { class: "item", href: `/workout/${row.id}`, style: { "--of": `var(--${sportColour(row.type)})` } },
    h("div", { class: "what" }, h("strong", {}, row.title ?? row.name ?? word("sport", row.type), " ", row.isDemo && h("span", { class: "tag demo" }, t("notice.demo"))),
      h("span", {}, [row.start ? moment(row.start, { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" }) : t("table.undated"), word("sport", row.type)].join(" · "))),
    h("div", { class: "how" }, figures.map((value) => h("span", {}, h("b", {}, value === DASH ? h("span", { class: "muted" }, DASH) : value)))));
}

async function loadDeleted(box) {
  const { workouts: deleted = [] } = await get(`workouts${query({ deleted: true, language })}`);
  box.lastElementChild.replaceChildren(...(deleted.length ? deleted.map((gone) => {
    const back = h("button", { class: "button", type: "button", onclick: () => attempt(back, async () => {
      await send("POST", `workouts/${gone.id}/restore`);
      location.reload();
    }) }, icon("left"), t("web.restore"));
    return h("div", { class: "row spread" }, h("span", {}, gone.title ?? gone.id.slice(0, 8), " ", h("span", { class: "muted small" }, moment(gone.deletedAt))), gone.reason === "deleted" ? back : null);
  }) : [h("p", { class: "muted" }, t("web.noneDeleted", { count: number(90) }))]));
}
