/** Pieces of a screen that no first card waits for: each is fetched when it is wanted. */

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

const LOOKED_AGAIN_MS = 3000;

/** Returns a part that no first card waits for, such as a view; null until it is there. */
export function useLater(load) {
  const [found, put] = useState(null);
  useEffect(() => {
    let again = 0;
    let isWanted = true;
    const look = () =>
      Promise.all([load(), lateStyles()]).then(
        ([part]) => isWanted && put(() => part),
        () => {
          if (isWanted) again = setTimeout(look, LOOKED_AGAIN_MS);
        },
      );
    look();
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, []);
  return found;
}

/** Returns a ref for what grows no shorter: a page that did would move under who reads its end. */
export function useHeld() {
  /** @type {{ current: HTMLElement | null }} */
  const place = useRef(null);
  useEffect(() => {
    const { style, offsetHeight } = place.current;
    style.minHeight = `${offsetHeight}px`;
  });
  return place;
}

/** Why something was not done, in words that no first card waits for. */
export function Why({ error }) {
  const Told = useLater(async () => (await import("../reader/refused.js")).Told);
  return Told === null ? "" : html`<${Told} error=${error} />`;
}

/** The rules of a game, folded until somebody wants to read them; and what else is to be said. */
export function Rules({ visit, game, children = undefined }) {
  const [isOpen, open] = useState(false);
  const Chapters = useLater(async () => (await import("./rules.js")).Chapters);
  return html`<details class="rules" onToggle=${(event) => open(event.currentTarget.open)}>
    <summary>${tr("How it is played")}</summary>
    ${children}
    ${isOpen && Chapters ? html`<${Chapters} game=${game} link=${visit.linkToRules(game.about.key)} />` : ""}
  </details>`;
}

let styles = null;

/** Has the styles of all that is fetched later; resolves when they hold. */
export function lateStyles() {
  styles ??= new Promise((resolve, reject) => {
    const href = new URL("../later.css", import.meta.url).href;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = resolve;
    link.onerror = () => {
      styles = null;
      link.remove();
      reject(new TypeError("no styles"));
    };
    document.head.append(link);
  });
  return styles;
}
