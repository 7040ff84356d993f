/** This reader's choices, of looks above all: kept in the browser, for every server of its address. */

const KEY = "samedeal looks";

/** The choices, the first of each being what nobody has to choose. */
export const CHOICES = {
  theme: ["system", "light", "dark"],
  colours: ["two", "four"],
  motion: ["system", "still"],
  ghost: ["none", "best"],
};

/** Returns what was chosen; what cannot be read, or is no choice, was not. */
export function looks() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // A browser that keeps nothing shows what its system wants.
  }
  const of = ([name, choices]) => [name, choices.includes(kept[name]) ? kept[name] : choices[0]];
  return Object.fromEntries(Object.entries(CHOICES).map(of));
}

/** Makes the page look as is chosen; the style sheets say what that is. */
export function showLooks(chosen = looks()) {
  Object.assign(document.documentElement.dataset, chosen);
}

/** Keeps what is chosen from now on, and shows it. */
export function chooseLooks(chosen) {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // It lasts as long as the page.
  }
  showLooks(chosen);
}
