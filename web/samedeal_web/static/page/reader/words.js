/** Texts in the reader's language: English as it stands in the code, or another. */

import { inWords } from "../../games/wording.js";
import { LANGUAGES } from "./languages.js";

const KEY = "samedeal language";
const spoken = { language: "en", texts: new Map() };

/** Takes up the language that was chosen, or the browser's; resolves when it is there. */
export async function chooseLanguage(chosen = null) {
  const [wanted] = (chosen ?? remembered() ?? navigator.language).toLowerCase().split(/[-_]/);
  const language = Object.hasOwn(LANGUAGES, wanted) ? wanted : "en";
  if (chosen !== null) remember(language);
  const found = await LANGUAGES[language].texts();
  const texts = new Map(found.flatMap(({ TEXTS }) => Object.entries(TEXTS)));
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
