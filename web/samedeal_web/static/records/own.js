/** A player's own view of a match, held against the record that is kept of it. */

const say = (text, fields = {}) => ({ text, fields });

/** Returns what is known of the own match now: taken before a record is waited for. */
export function ownPart({ id, knowing, exchange }) {
  return {
    player: id,
    made: new Map(knowing.made),
    board: knowing.board,
    underWay: exchange.moves.length,
  };
}

/**
 * Returns what a record says otherwise than its player knows, and what they did not see.
 *
 * @param {any} own as `ownPart` returns it
 * @param {any[]} seats of the record
 * @param {import("../games/index.js").Game} game
 * @param {import("../games/deals.js").Deal} deal
 */
export function heldAgainst(own, seats, game, deal) {
  const seat = seats.find(({ player }) => player === own.player);
  if (seat === undefined) {
    const doubts = own.made.size ? [say("the record does not have you among the players")] : [];
    return { doubts, unseen: [] };
  }
  const positions = reached(game, game.setup(deal), seat.moves);
  const doubt = aboutMoves(own, seat, game, positions) ?? aboutBoard(own, seat, game, positions);
  const made = own.board?.ply ?? seat.moves.length;
  const isAll = own.board !== null && [...Array(made).keys()].every((ply) => own.made.has(ply));
  const unseen = isAll ? [] : [say("all of your own moves and your last board")];
  return { doubts: doubt === null ? [] : [doubt], unseen };
}

/** Returns the positions before and after each move, to the first that is against the rules. */
function reached(game, opening, moves) {
  const positions = [opening];
  for (const [, move] of moves) {
    const next = after(game, positions.at(-1), move);
    if (next === null) break;
    positions.push(next);
  }
  return positions;
}

function after(game, position, move) {
  try {
    return game.apply(position, move);
  } catch (error) {
    if (error.name !== "Refused") throw error;
    return null;
  }
}

function aboutMoves({ made }, { moves }, game, positions) {
  for (const [ply, move] of [...made].sort(([one], [other]) => one - other)) {
    const kept = moves[ply]?.[1];
    if (kept === move || (kept !== undefined && isAlike(game, positions[ply], move, kept)))
      continue;
    const fields = { number: ply + 1, move, kept: kept ?? "-" };
    return say("your move {number} was {move}, but the record has {kept}", fields);
  }
  return null;
}

/** Tells whether two ways to write a move mean the same. */
function isAlike(game, position, one, other) {
  if (position === undefined) return false;
  const boards = [one, other].map((move) => after(game, position, move));
  return !boards.includes(null) && plain(game.view(boards[0])) === plain(game.view(boards[1]));
}

function aboutBoard({ board, underWay }, { moves }, game, positions) {
  if (board === null) return null;
  if (moves.length < board.ply || moves.length > board.ply + underWay) {
    const fields = { kept: moves.length, made: board.ply };
    return say("the record has {kept} moves of yours, but you made {made}", fields);
  }
  // A move against the rules is found by who makes all moves again.
  const there = positions[board.ply];
  if (there === undefined || plain(game.view(there)) === plain(board)) return null;
  return say("the record does not lead to your last board");
}

/** Whether or not it names places where nothing lies. */
function plain({ zones }) {
  return JSON.stringify(
    Object.entries(zones)
      .filter(([, cards]) => cards.length > 0)
      .sort(),
  );
}
