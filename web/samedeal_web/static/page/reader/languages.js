/** Languages by code, the later texts having the last word; written by `make docs`. */

export const LANGUAGES = {
  en: {
    name: "English",
    texts: () => Promise.all([]),
    rules: () => import("../../rules/en.js"),
    lessons: () => import("../../lessons/en.js"),
  },
  es: {
    name: "Español",
    texts: () =>
      Promise.all([import("../../words/terminal_es.js"), import("../../words/page_es.js")]),
    rules: () => import("../../rules/es.js"),
    lessons: () => import("../../lessons/es.js"),
  },
};
