/** The chapters of a game's rules, which are fetched when somebody wants to read them. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { LANGUAGES } from "../reader/languages.js";
import { language, tr } from "../reader/words.js";

const CARD = /^([2-9TJQKA])([CDHS])$/;
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** Returns a cell of a table; cards in it as they are printed. */
function cell(text) {
  const words = text.split(" ").map((word) => CARD.exec(word));
  if (words.includes(null)) return text;
  return words.map(
    ([, rank, suit], n) =>
      html`<span key=${n} class=${"DH".includes(suit) ? "red" : ""}>${
        rank === "T" ? "10" : rank
      }${SUITS[suit]} </span>`,
  );
}

function Chapter({ title, sentences, head, rows }) {
  return html`<section>
    <h3>${title}</h3>
    ${sentences.length ? html`<ul>${sentences.map((each) => html`<li key=${each}>${each}</li>`)}</ul>` : ""}
    ${
      rows.length
        ? html`<table>
      ${head.length ? html`<thead><tr>${head.map((each) => html`<th key=${each}>${each}</th>`)}</tr></thead>` : ""}
      <tbody>${rows.map((row) => html`<tr key=${row[0]}>${row.map((each, n) => html`<td key=${n}>${cell(each)}</td>`)}</tr>`)}</tbody>
    </table>`
        : ""
    }
  </section>`;
}

/**
 * Shows what is read; whoever unfolds it once more tries again what did not work.
 *
 * A `link` leads to the same at an address of its own, and leaves what is under way alone.
 */
export function Chapters({ game, link = "" }) {
  const [all, put] = useState({});
  const [hasFailed, fail] = useState(false);
  useEffect(() => {
    LANGUAGES[language()].rules().then(
      ({ RULES }) => put(RULES),
      () => fail(true),
    );
  }, []);
  const chapters = all[game.about.key] ?? [];
  return html`
    ${hasFailed ? html`<p class="wrong" role="alert">${tr("That did not work; try again.")}</p>` : ""}
    ${chapters.map((chapter) => html`<${Chapter} key=${chapter.title} ...${chapter} />`)}
    ${link && chapters.length ? html`<p><a href=${link} target="_blank">${tr("Link to these rules")}</a></p>` : ""}`;
}
