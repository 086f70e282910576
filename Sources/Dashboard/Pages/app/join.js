// A phone joins with a one-time code, which becomes a cookie that scripts cannot read.

import { send } from "/app/api.js";
import { h } from "/app/dom.js";
import { attempt, heading, open } from "/app/shell.js";
import { t } from "/app/words.js";

open("join", async (main) => {
  const code = new URLSearchParams(location.search).get("code") ?? "";
  // The code is used once; it need not stay in the address.
  history.replaceState(null, "", "/join");
  const input = h("input", { type: "text", value: code, autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false", required: true });
  const button = h("button", { class: "button main-act" }, t("web.joinAct"));
  const join = () => attempt(button, async () => {
    await send("POST", "join", { code: input.value.trim() });
    location.replace("/");
  });
  main.append(heading(t("web.join")), h("form", { class: "card", onsubmit: (event) => {
    event.preventDefault();
    join();
  } }, h("p", {}, t("web.joinText")), h("label", { class: "field" }, h("span", {}, t("web.joinCodeField")), input), button));
  if (code) await join();
});
