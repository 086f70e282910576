// The first visit: three steps to the first recording.

import { h } from "/app/dom.js";
import { icon } from "/app/icons.js";
import { t } from "/app/words.js";

export function firstVisit() {
  return h("section", { class: "stack", "aria-label": t("web.first") }, h("p", {}, t("web.firstText")),
    h("ol", { class: "steps" },
      h("li", { class: "card" }, h("h2", {}, t("web.first1")), h("p", { class: "muted" }, t("web.first1Text")), h("a", { class: "button", href: "/sensors" }, icon("sensors"), t("web.sensors"))),
      h("li", { class: "card" }, h("h2", {}, t("web.first2")), h("p", { class: "muted" }, t("web.first2Text")), h("a", { class: "button", href: "/settings" }, icon("settings"), t("web.settings"))),
      h("li", { class: "card" }, h("h2", {}, t("web.first3")), h("p", { class: "muted" }, t("web.first3Text")))));
}
