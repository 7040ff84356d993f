/** The keys of a board, told beside it where there is a desk. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

const ARROWS = "← ↑ ↓ →";
/** After the digits, as on every board. */
const MORE_COLUMNS = ["0", "e", "t"];

const ofSquares = () => [
  ["c3", tr("lay the card on that cell")],
  [ARROWS, tr("look about; Enter lays")],
];

function ofPatience({ columns, stock, foundations, redeals }, takesBack) {
  const digits = [
    `1 – ${Math.min(columns, 9)}`,
    ...MORE_COLUMNS.slice(0, Math.max(0, columns - 9)),
  ];
  return [
    [digits.join(" "), tr("take from a column, then lay on another")],
    stock === "waste" && ["w", tr("take from the waste")],
    ["f", tr("send up what is in hand")],
    foundations === "aces_up_kings_down" && ["k", tr("the same, down from a king")],
    ["a", tr("send up all that goes")],
    stock !== "none" && ["d", tr("deal from the stock")],
    redeals > 0 && ["r", tr("gather and deal again")],
    takesBack && ["u", tr("take a move back")],
    ["Esc", tr("put back what is in hand")],
    [ARROWS, tr("look about; Enter takes and lays")],
  ].filter(Boolean);
}

export function Keys({ game, takesBack }) {
  const rows = game.about.contest === "score" ? ofSquares() : ofPatience(game.rules, takesBack);
  return html`<section class="by-keys"><h2>${tr("Keys")}</h2>
    <dl>${rows.map(([keys, does]) => html`<dt key=${keys}><kbd>${keys}</kbd></dt><dd>${does}</dd>`)}</dl></section>`;
}
