// How it feels: a check-in by slider, and the weeks beside training.

import { get, query, send } from "/app/api.js";
import { h, put, s } from "/app/dom.js";
import { moment } from "/app/figures.js";
import { icon } from "/app/icons.js";
import { moodWeeks } from "/app/moodweeks.js";
import { attempt, confirm, heading, may, open, say, segments } from "/app/shell.js";
import { language, t, word } from "/app/words.js";

const LABELS = ["calm", "content", "happy", "energized", "proud", "focused", "indifferent", "tired", "stressed", "anxious", "sad", "frustrated"];
const ABOUT = ["fitness", "health", "sleep", "work", "family", "friends", "weather", "travel"];
/** Thirds of the scale, the same words as the command has. */
const WORDS = ["veryUnpleasant", "unpleasant", "slightlyUnpleasant", "neutral", "slightlyPleasant", "pleasant", "veryPleasant"];

const feltWord = (valence) => t(`web.felt.${WORDS[Math.round((Math.max(-1, Math.min(1, valence)) + 1) * 3)]}`);

/** A face that smiles as far as the value says. */
function face(valence) {
  const bend = 14 * valence;
  return s("svg", { class: "face", viewBox: "0 0 64 64", fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linecap": "round", "aria-hidden": "true" },
    s("circle", { cx: 32, cy: 32, r: 28 }), s("path", { d: "M22 25v3M42 25v3" }), s("path", { d: `M20 ${42 - bend / 3}Q32 ${42 + bend} 44 ${42 - bend / 3}` }));
}

open("moods", async (main) => {
  const list = h("div", {});
  main.append(heading(t("web.moods")), h("div", { class: "grid" }, may("write moods") && checkIn(load), h("section", { class: "card" }, h("header", {}, h("h2", {}, t("web.checkIns"))), list)));
  const weeks = h("section", { class: "card", hidden: true });
  main.append(weeks);
  async function load() {
    const { moods = [] } = await get("moods");
    list.replaceChildren(...(moods.length ? moods.map((mood) => entry(mood, load)) : [h("p", { class: "empty" }, t("web.noMoods"))]));
  }
  await load();
  moodWeeks(weeks);
});

function entry(mood, load) {
  const remove = h("button", { class: "button icon quiet", type: "button", "aria-label": t("web.delete"), title: t("web.delete"), onclick: async () => {
    if (!await confirm(t("web.moodDeleteAsk"), t("web.delete"), true)) return;
    await attempt(remove, async () => {
      await send("DELETE", `moods/${mood.id}`);
      await load();
    });
  } }, icon("bin"));
  return h("article", { class: "entry" }, face(mood.valence), h("div", {},
    h("strong", {}, feltWord(mood.valence)), h("span", { class: "muted small" }, ` ${word("moodKind", mood.kind)} · ${moment(mood.at)}`),
    h("p", { class: "small" }, [...mood.labels.map((label) => word("mood", label)), ...mood.associations.map((about) => word("association", about))].join(" · ")),
    mood.note && h("p", { class: "small muted" }, mood.note), mood.workout && h("a", { class: "small", href: `/workout/${mood.workout}` }, t("web.openWorkout"))), may("write moods") && remove);
}

function checkIn(load) {
  let kind = "momentary";
  const portrait = h("div", {}, face(0));
  const felt = h("output", { class: "felt" }, feltWord(0));
  const slider = h("input", { type: "range", min: "-100", max: "100", step: "1", value: 0, "aria-label": t("web.howPleasant"), "aria-valuetext": feltWord(0), oninput: () => {
    const valence = Number(slider.value) / 100;
    portrait.replaceChildren(face(valence));
    put(felt, feltWord(valence));
    slider.setAttribute("aria-valuetext", feltWord(valence));
  } });
  const choices = (family, codes) => codes.map((code) => h("label", { class: "chip" }, h("input", { type: "checkbox", value: code }), word(family, code)));
  const labels = h("fieldset", {}, h("legend", {}, t("web.whatFits")), h("div", { class: "chips" }, choices("mood", LABELS)));
  const about = h("fieldset", {}, h("legend", {}, t("web.whatAbout")), h("div", { class: "chips" }, choices("association", ABOUT)));
  const note = h("textarea", { rows: "2", maxlength: "500" });
  const workout = h("select", {}, h("option", { value: "" }, t("web.noWorkout")));
  get(`workouts${query({ limit: 10, language })}`).then(({ workouts }) => workout.append(...workouts.map((row) => h("option", { value: row.id }, `${row.title ?? word("sport", row.type)}, ${moment(row.start, { dateStyle: "short", timeStyle: "short" })}`)))).catch(() => {});
  const save = h("button", { class: "button main-act" }, t("web.save"));
  const checked = (set) => [...set.querySelectorAll("input:checked")].map((box) => box.value);
  const form = h("form", { class: "card checkin", onsubmit: (event) => {
    event.preventDefault();
    attempt(save, async () => {
      await send("POST", "moods", { kind, valence: Number(slider.value) / 100, labels: checked(labels), associations: checked(about), workout: workout.value || null, note: note.value.trim() || null });
      form.reset();
      slider.dispatchEvent(new Event("input"));
      await load();
      say(t("web.moodSaved"));
    });
  } }, h("header", {}, h("h2", {}, t("web.moodAdd")), segments(t("web.moodAdd"), [["momentary", t("moodKind.momentary")], ["daily", t("moodKind.daily")]], kind, (value) => { kind = value; })),
  portrait, felt, h("div", { class: "scale" }, h("span", { class: "small muted", "aria-hidden": "true" }, "−1"), slider, h("span", { class: "small muted", "aria-hidden": "true" }, "+1")), labels, about,
  h("label", { class: "field" }, h("span", {}, t("web.workout")), workout), h("label", { class: "field" }, h("span", {}, t("web.note")), note), save);
  return form;
}
