// The rules of the page, asked by tests: reads tasks as JSON, one a line, and answers
// each with a line of JSON.

import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { isDeepStrictEqual as same } from "node:util";

const games = new URL("../../../web/samedeal_web/static/games/", import.meta.url);
const { GAMES, english, retraceable, withMoved } = await import(new URL("index.js", games));
const { dealFromSeed } = await import(new URL("deals.js", games));
const { sha256, hmac } = await import(new URL("sha256.js", games));
const { HANDS } = await import(new URL("rulesets.js", games));
const { handOf } = await import(new URL("squares/hands.js", games));
const { analyse } = await import(new URL("../solver/analysis.js", games));
const { isTaught } = await import(new URL("../solver/limits.js", games));
const { search } = await import(new URL("../solver/search.js", games));

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");

function gameOf({ game, takesBack = false }) {
  const found = GAMES.get(game);
  return takesBack ? retraceable(found) : found;
}

function opened(task) {
  const game = gameOf(task);
  const deal = dealFromSeed(bytes(task.seed), game.about.packs);
  return { game, position: game.setup(deal) };
}

/** What the rules say of a position, in the form in which Python says it. */
function said(game, position) {
  return [
    game.legalMoves(position).join(" "),
    game.score(position),
    game.isOver(position),
    game.isWon(position),
    game.view(position),
  ];
}

/** The zones of a board that a move has changed, as `moved` brings them. */
function changed(before, after) {
  const zones = Object.entries(after.zones);
  const news = zones.filter(([zone, cards]) => before.zones[zone]?.join() !== cards.join());
  return { ply: after.ply, zones: Object.fromEntries(news) };
}

/** Complain where a client that knows what it was shown sees anything else. */
function checkClient(game, before, after, text, board) {
  const shown = game.view(after);
  const folded = withMoved(board, changed(game.view(before), shown));
  if (!same(folded, shown)) throw new Error(`${text}: folded otherwise`);
  const own = game.positionFrom(folded);
  const claims = [said(game, own), said(game, after)];
  if (!same(...claims)) throw new Error(`${text}: ${claims.map((each) => JSON.stringify(each)).join(" not ")}`);
  return folded;
}

/** Complain where what was foretold of a move did not come true. */
function checkForetold(game, before, after, text) {
  const foretold = game.foretell(before, text);
  if (foretold === null) return 0;
  const [one, other] = [game.view(foretold), game.view(after)];
  if (game.isKnown(foretold)) {
    if (!same(one, other)) throw new Error(`${text}: it was foretold otherwise`);
    return 1;
  }
  if (one.ply !== other.ply) throw new Error(`${text}: another ply was foretold`);
  return 0;
}

const ANSWERS = {
  about: () => [...GAMES.values()].map(({ about }) => about),
  points: () =>
    Object.fromEntries(
      [...GAMES.values()]
        .filter(({ about }) => about.contest === "score")
        .map(({ about, rules }) => [about.key, Object.fromEntries(HANDS.map((h, n) => [h, rules.points[n]]))]),
    ),
  hands: ({ lines }) => lines.map((cards) => HANDS[handOf(cards)]),
  deal: ({ seed, packs }) => dealFromSeed(bytes(seed), packs),
  hash: ({ key, data }) => [hex(sha256(bytes(data))), hex(hmac(bytes(key), bytes(data)))],

  perft(task) {
    const { game, position } = opened(task);
    const count = (from, depth) => {
      const moves = game.legalMoves(from);
      if (depth === 1) return moves.length;
      return moves.reduce((sum, text) => sum + count(game.apply(from, text), depth - 1), 0);
    };
    return count(position, task.depth);
  },

  /** A game, move by move: all that is said, or its digest, if that is enough. */
  game(task) {
    let { game, position } = opened(task);
    let board = game.view(position);
    let foretold = 0;
    const trace = [said(game, position)];
    for (const text of task.moves) {
      const after = game.apply(position, text);
      board = checkClient(game, position, after, text, board);
      foretold += checkForetold(game, position, after, text);
      position = after;
      trace.push(said(game, position));
    }
    const lines = trace.map((each) => JSON.stringify(each));
    if (task.whole) return { lines, foretold };
    const digest = createHash("sha256").update(lines.join("\n")).digest("hex");
    return { digest, foretold };
  },

  /** What is said in words, of the board and of each move. */
  words(task) {
    let { game, position } = opened(task);
    const told = [[game.told(position).map(english), []]];
    for (const text of task.moves) {
      const after = game.apply(position, text);
      const changes = game.changes(position, after);
      told.push([game.told(after).map(english), changes && changes.map(english)]);
      position = after;
    }
    return told;
  },

  /** Whether a game can be won after some moves, asked so often at most. */
  solve(task) {
    let { game, position } = opened(task);
    for (const text of task.moves) position = game.apply(position, text);
    let left = task.most;
    return search(game, position, () => (left -= 1) < 0);
  },

  /** Whether a search may say something of a game, if it differs in some rules. */
  taught: ({ game, rules }) => isTaught({ ...GAMES.get(game).rules, ...rules }),

  /** What was possible in a match, and what was told meanwhile. */
  analyse({ game: key, seed, seats }) {
    const told = [];
    const deal = dealFromSeed(bytes(seed), GAMES.get(key).about.packs);
    return { ...analyse(key, deal, seats, (part) => told.push(part)), told };
  },

  /** What is refused after some moves, by text: the code, and the reason in words. */
  refused(task) {
    let { game, position } = opened(task);
    for (const text of task.moves) position = game.apply(position, text);
    const seen = game.positionFrom(game.view(position));
    return task.tried.map((text) => {
      try {
        game.apply(task.seen ? seen : position, text);
        return null;
      } catch (refused) {
        if (refused.name !== "Refused") throw refused;
        return [refused.code, refused.message];
      }
    });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[task.ask](task)));
}
