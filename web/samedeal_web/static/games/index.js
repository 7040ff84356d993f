/**
 * Everything that can be played, as the server plays it.
 *
 *     import { GAMES } from "./games/index.js";
 *
 *     const game = GAMES.get("westcliff/classic");
 *     let board = snapshot.board;                     // {ply, score, zones}
 *     let position = game.positionFrom(board);        // hidden cards are 0
 *     game.legalMoves(position);                      // ["2>5", "3F", "D"]
 *     game.apply(position, "3>5");                    // throws Refused, with a reason
 *     game.foretell(position, "2>5");                 // what is seen of it, or null
 *
 *     board = withMoved(board, moved);                // news from the server
 *     position = game.positionFrom(board);
 *
 * A position is a value: nothing changes it. Cards are numbers as on the wire, from 1,
 * and 0 is a card that its player may not know; moves are texts in notation. Made with
 * `setup` from a deal (deals.js) a position knows every card, and `view` tells what its
 * player may know; so practice, replay and proof need nothing else.
 *
 * What happens is told in wordings (wording.js), for any language: `told` a whole board,
 * `changes` a move, a Refused its reason. What a tap on a card means is in choosing.js.
 */

import { PatienceGame } from "./patience/engine.js";
import { TakingBack } from "./patience/taking_back.js";
import { PATIENCE, SQUARES } from "./rulesets.js";
import { SquaresGame } from "./squares/engine.js";

export { english, inWords, Refused } from "./wording.js";
export { PatienceGame, SquaresGame };

/** @typedef {import("./cards.js").Board} Board */
/** @typedef {import("./deals.js").Deal} Deal */
/** @typedef {import("./wording.js").Wording} Wording */

/**
 * What every game promises, for who looks at nothing inside of a position.
 *
 * @typedef {object} Game
 * @property {import("./rulesets.js").About} about
 * @property {(deal: Deal) => any} setup
 * @property {(board: Board) => any} positionFrom
 * @property {(position: any) => Board} view
 * @property {(position: any) => string[]} legalMoves
 * @property {(position: any, text: string) => any} apply
 * @property {(position: any, text: string) => any} foretell
 * @property {(position: any) => boolean} isKnown
 * @property {(position: any) => number} ply
 * @property {(position: any) => number} score
 * @property {(position: any) => boolean} isOver
 * @property {(position: any) => boolean} isWon
 * @property {(position: any) => Wording[]} told
 * @property {(before: any, after: any) => Wording[] | null} changes
 */

/**
 * Every game by its key, in the order in which people are shown them.
 *
 * @type {ReadonlyMap<string, Game>}
 */
export const GAMES = new Map(
  [
    ...SQUARES.map((rules) => new SquaresGame(rules)),
    ...PATIENCE.map((rules) => new PatienceGame(rules)),
  ].map((game) => [game.about.key, game]),
);

/**
 * Return a game as it is where moves may be taken back; Poker Squares is the same there.
 *
 * @param {Game} game
 * @returns {Game}
 */
export function retraceable(game) {
  return game instanceof PatienceGame ? new TakingBack(game.rules) : game;
}

/**
 * Return a board with the zones of a `moved` message, which are those that changed, or
 * all there are.
 *
 * @param {Board} board
 * @param {{ply: number, zones: Board["zones"], full?: boolean}} moved
 * @returns {Board}
 */
export function withMoved(board, { ply, zones, full = false }) {
  return { ply, zones: full ? zones : { ...board.zones, ...zones } };
}
