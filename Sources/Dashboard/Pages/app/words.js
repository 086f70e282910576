// What pages say: phrases of the chosen language, whole, from the server.

let catalog = {};
let rules;
export let language = "en";

export async function speak(code, fetchPhrases) {
  catalog = await fetchPhrases(code);
  language = code;
  rules = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

/** A phrase, its arguments in braces filled in. A phrase that counts takes its form from `count`, which may be text with `number` beside it. */
export function t(key, values = {}) {
  let phrase = catalog[key];
  if (phrase && typeof phrase === "object") phrase = phrase[rules.select(values.number ?? values.count ?? 0)] ?? phrase.other;
  return soft(phrase ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Where German compounds may part: browsers come without the rules more often than with them. */
function soft(phrase) {
  return language === "de" ? phrase.replace(/(?<=\p{L}{4})(geschwindigkeit|frequenz|leistung|belastung|aufzeichnung|einstellungen|abzeichen|empfänger)/gu, "\u00ad$1") : phrase;
}

/** Whether there is such a phrase. */
export function has(key) {
  return key in catalog;
}

/** A word for a code of a document, or the code itself where a later server has a new one. */
export function word(family, code) {
  return has(`${family}.${code}`) ? t(`${family}.${code}`) : code ?? "–";
}
