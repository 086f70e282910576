// The first visit: three steps to the first recording.

import { h } from "/app/dom.js";
import { icon } from "/app/icons.js";
import { t } from "/app/words.js";

export function firstVisit() {
  return h("section", { class: "stack", "aria-label": t("page.first") }, h("p", {}, t("page.firstText")),
    h("ol", { class: "steps" },
      h("li", { class: "card" }, h("h2", {}, t("page.first1")), h("p", { class: "muted" }, t("page.first1Text")), h("a", { class: "button", href: "/sensors" }, icon("sensors"), t("page.sensors"))),
      h("li", { class: "card" }, h("h2", {}, t("page.first2")), h("p", { class: "muted" }, t("page.first2Text")), h("a", { class: "button", href: "/settings" }, icon("settings"), t("page.settings"))),
      h("li", { class: "card" }, h("h2", {}, t("page.first3")), h("p", { class: "muted" }, t("page.first3Text")))));
}
