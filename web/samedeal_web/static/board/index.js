/**
 * The board of a game: one DOM for tap, drag, keys and reading.
 *
 *     import { Board } from "./board/index.js";
 *     import { Sprite } from "./board/sprite.js";       // once a page, anywhere in it
 *
 *     html`<${Board} game=${game} position=${position} onMove=${(text) => ...} />`
 *
 * | property | what it is |
 * | --- | --- |
 * | game, position | of games/index.js; hand in a new position when something changed |
 * | onMove(text) | a legal move that somebody chose; nothing changes until a new position comes |
 * | onSay(wordings) | for the one status line: what happened, why not, what is in hand |
 * | refused {n, move} | n counts the server's refusals; what was put back shakes |
 * | busy | an answer is awaited: no move is taken |
 * | still | nobody moves here: over, watched or replayed |
 * | label | whose board, for the spoken name: "your board" |
 * | inWords(wording) | into the reader's language; English if left out |
 * | four | each suit in a colour of its own |
 * | named | whether empty cells always show their names |
 * | takesBack | whether the room lets moves be taken back |
 *
 * It fills its parent, which needs a definite height. board.css has its looks, and the
 * page's colours as custom properties.
 */

import { html } from "../vendor/htm-preact-3.1.1.js";
import { SquaresGame } from "../games/squares/engine.js";
import { Grid } from "./grid.js";
import { Tableau } from "./tableau.js";

export { sendUp } from "../games/patience/choosing.js";

/**
 * The board of any game.
 *
 * @param {any} props
 */
export function Board(props) {
  return props.game instanceof SquaresGame
    ? html`<${Grid} ...${props} />`
    : html`<${Tableau} ...${props} />`;
}
