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
 * The board of a family of games is fetched when one is first wanted; whoever knows which
 * it will be fetches it with `fetchBoard`, and `isFetched` tells whether it is there.
 *
 * It fills its parent, which needs a definite height. board.css has its looks, and the
 * page's colours as custom properties.
 */

import { SquaresGame } from "../games/squares/engine.js";
import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";

const AGAIN_MS = 3000;
const BOARDS = {
  squares: async () => (await import("./squares/grid.js")).Grid,
  patience: async () => (await import("./patience/tableau.js")).Tableau,
};
/** @type {Map<string, any>} */
const fetched = new Map();

/**
 * Return which kind of board a game has.
 *
 * @param {import("../games/index.js").Game} game
 */
const kindOf = (game) => (game instanceof SquaresGame ? "squares" : "patience");

/**
 * Tell whether the board of a game is there.
 *
 * @param {import("../games/index.js").Game} game
 */
export const isFetched = (game) => fetched.has(kindOf(game));

/**
 * Have the board of a game be there; rejects where it could not be fetched.
 *
 * @param {import("../games/index.js").Game} game
 */
export async function fetchBoard(game) {
  const kind = kindOf(game);
  if (!fetched.has(kind)) fetched.set(kind, await BOARDS[kind]());
}

/**
 * The board of any game.
 *
 * @param {any} props
 */
export function Board(props) {
  const [, draw] = useState(0);
  const kind = kindOf(props.game);
  useEffect(() => {
    let again = 0;
    let isWanted = true;
    const look = () =>
      fetchBoard(props.game).then(
        () => isWanted && draw((n) => n + 1),
        () => {
          if (isWanted) again = setTimeout(look, AGAIN_MS);
        },
      );
    if (!fetched.has(kind)) look();
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [kind]);
  const Shown = fetched.get(kind);
  return Shown ? html`<${Shown} ...${props} />` : html`<div class="board"></div>`;
}
