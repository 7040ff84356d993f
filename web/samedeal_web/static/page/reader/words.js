/** Texts in the reader's language: English as it stands in the code, or Spanish. */

import { inWords } from "../../games/wording.js";

const KEY = "samedeal language";
const spoken = { language: "en", texts: new Map() };

/** Takes up the language that was chosen, or the browser's; resolves when it is there. */
export async function chooseLanguage(chosen = null) {
  const wanted = chosen ?? remembered() ?? navigator.language;
  const language = wanted.toLowerCase().startsWith("es") ? "es" : "en";
  if (chosen !== null) remember(language);
  const texts = new Map();
  if (language === "es") {
    const found = await Promise.all([
      import("../../words/terminal_es.js"),
      import("../../words/page_es.js"),
    ]);
    for (const { TEXTS } of found)
      for (const [text, put] of Object.entries(TEXTS)) texts.set(text, put);
  }
  Object.assign(spoken, { language, texts });
  document.documentElement.lang = language;
}

export const language = () => spoken.language;

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // It lasts as long as the page.
  }
}

const filled = (template, fields) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));

/** Returns a text with its fields filled in. */
export function tr(template, fields = {}) {
  const put = spoken.texts.get(template) ?? template;
  return filled(typeof put === "string" ? put : put[0], fields);
}

/** Returns a text for so many. */
export function trN(one, many, count, fields = {}) {
  const put = spoken.texts.get(one);
  const forms = Array.isArray(put) ? put : [put ?? one, spoken.texts.get(many) ?? many];
  return filled(count === 1 ? forms[0] : forms[1], { count, ...fields });
}

/** Says what a text is, for whoever looks for all of them, and puts it off. */
export const later = (template) => template;

/** Returns what the rules say, in the reader's language. */
export const said = (wording) => inWords(wording, tr, trN);
