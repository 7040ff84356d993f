/**
 * A layout of Poker Squares in words: its lines, what they count, the card to lay.
 */

import { cardWords } from "../cards.js";
import { HANDS } from "../rulesets.js";
import { say, sayCount } from "../wording.js";
import { cellName } from "./cells.js";

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./engine.js").Layout} Layout */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./engine.js").SquaresGame} SquaresGame */
/** @typedef {import("../wording.js").Wording} Wording */

/**
 * Return the score, rows with cards, what columns count, and the next card.
 *
 * @param {SquaresGame} game
 * @param {Layout} position
 * @returns {Wording[]}
 */
export function squaresTold(game, position) {
  const lines = game.lines(position);
  const rows = lines.filter(({ axis }) => axis === "row");
  const said = [scoreTold(game, position)];
  for (const row of rows) said.push(...lineTold(game, position, row));
  if (rows.length === 0) said.push(say("The grid is empty."));
  for (const line of lines) {
    if (line.axis === "column" && line.points > 0) said.push(heading(game, line));
  }
  return [...said, ...nextTold(position)];
}

/**
 * Return what was laid where, what it counts now, and the next card.
 *
 * @param {SquaresGame} game
 * @param {Layout} before
 * @param {Layout} after
 * @returns {Wording[]}
 */
export function squaresChanges(game, before, after) {
  const { laying } = game.rules;
  const said = after.cells.slice(before.cells.length).map((cell, at) =>
    say("{line}: {card}.", {
      line: cellName(laying, cell),
      card: cardWords(after.cards[before.cells.length + at] ?? 0),
    }),
  );
  for (const cell of before.cells.slice(after.cells.length)) {
    said.push(say("{line}: empty.", { line: cellName(laying, cell) }));
  }
  const old = game.lines(before);
  for (const line of game.lines(after)) {
    const was = old.find(({ axis, number }) => axis === line.axis && number === line.number);
    const isNews = line.complete && !was?.complete;
    if (isNews || (was?.points ?? 0) !== line.points) said.push(heading(game, line));
  }
  if (game.score(before) !== game.score(after)) said.push(scoreTold(game, after));
  return [...said, ...nextTold(after)];
}

/**
 * Return which line it is, and the hand that it is, so far or for good.
 *
 * @param {SquaresGame} game
 * @param {Line} line
 * @returns {Wording}
 */
export function heading(game, line) {
  const which = lineName(game, line);
  const hand = say(HANDS[line.hand] ?? "");
  const points = sayCount("{count} point", "{count} points", line.points);
  if (line.complete) return say("{line}: {hand}, {points}.", { line: which, hand, points });
  if (line.points > 0) {
    return say("{line}: {hand} so far, {points}.", { line: which, hand, points });
  }
  return say("{line}:", { line: which });
}

/**
 * Return a line's name, such as "Row 3".
 *
 * @param {SquaresGame} game
 * @param {{axis: "row" | "column", number: number}} line
 * @returns {Wording}
 */
export function lineName(game, { axis, number }) {
  const { laying } = game.rules;
  return axis === "row"
    ? say("Row {name}", { name: cellName(laying, [0, number]).slice(1) })
    : say("Column {name}", { name: cellName(laying, [number, 0]).charAt(0) });
}

/**
 * @param {SquaresGame} game
 * @param {Layout} position
 * @param {Line} line
 * @returns {Wording[]}
 */
function lineTold(game, { cards, cells }, line) {
  const own = cells
    .map((cell, at) => ({ cell, card: cards[at] ?? 0 }))
    .filter(({ cell }) => cell[1] === line.number)
    .sort((one, other) => one.cell[0] - other.cell[0])
    .map(({ cell, card }) =>
      say("{name} {card}", {
        name: cellName(game.rules.laying, cell),
        card: cardWords(card),
      }),
    );
  const sentence = say("{heading} {cards}.", {
    heading: heading(game, line),
    cards: own,
  });
  return [sentence];
}

/**
 * @param {SquaresGame} game
 * @param {Layout} position
 */
function scoreTold(game, position) {
  const told = sayCount("{count} point", "{count} points", game.score(position));
  const moves = say("{count} of 25 cards laid", { count: position.cells.length });
  return say("{title}: {told}, {moves}.", {
    title: say(game.about.title),
    told,
    moves,
  });
}

/**
 * @param {Layout} position
 * @returns {Wording[]}
 */
function nextTold({ cards, cells }) {
  const card = cards[cells.length];
  return card ? [say("Next: {card}.", { card: cardWords(card) })] : [];
}
