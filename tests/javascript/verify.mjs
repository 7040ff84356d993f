// A second opinion: verifies transcripts of matches, in plain JavaScript for Node.
//
// Written from docs/reference/transcripts.md, docs/reference/rulesets.md,
// docs/explanation/fairness.md and docs/explanation/rules.md, and from nothing else;
// it depends on nothing but Node. Usage:
//
//     node verify.mjs FILE...          one line a check, and a verdict
//     node verify.mjs --json FILE...   one line of JSON a file
//     node verify.mjs --games          the keys of the games that it knows
//
// The exit status is 0 only if every file is proven.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

// ---------------------------------------------------------------- bytes

class Unreadable extends Error {}

/** Reads one msgpack value of the kinds that a transcript has; numbers are BigInt. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw new Unreadable("it is cut short");
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  number(width) {
    let value = 0n;
    for (const byte of this.take(width)) value = (value << 8n) | BigInt(byte);
    return value;
  }

  length(width) {
    return Number(this.number(width));
  }

  text(length) {
    try {
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      return decoder.decode(this.take(length));
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      throw new Unreadable("a text is not UTF-8");
    }
  }

  list(length) {
    const items = [];
    for (let index = 0; index < length; index += 1) items.push(this.value());
    return items;
  }

  map(length) {
    const entries = [];
    for (let index = 0; index < length; index += 1) {
      entries.push([this.value(), this.value()]);
    }
    return new Map(entries);
  }

  value() {
    const [tag] = this.take(1);
    if (tag < 0x80) return BigInt(tag);
    if (tag < 0x90) return this.map(tag & 0x0f);
    if (tag < 0xa0) return this.list(tag & 0x0f);
    if (tag < 0xc0) return this.text(tag & 0x1f);
    switch (tag) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return Buffer.from(this.take(this.length(1)));
      case 0xc5: return Buffer.from(this.take(this.length(2)));
      case 0xc6: return Buffer.from(this.take(this.length(4)));
      case 0xcc: return this.number(1);
      case 0xcd: return this.number(2);
      case 0xce: return this.number(4);
      case 0xcf: return this.number(8);
      case 0xd9: return this.text(this.length(1));
      case 0xda: return this.text(this.length(2));
      case 0xdb: return this.text(this.length(4));
      case 0xdc: return this.list(this.length(2));
      case 0xdd: return this.list(this.length(4));
      case 0xde: return this.map(this.length(2));
      default: throw new Unreadable(`byte ${tag} begins nothing that belongs here`);
    }
  }
}

function bigEndian(value, width) {
  const bytes = Buffer.alloc(width);
  let rest = BigInt(value);
  for (let index = width - 1; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** Returns a head: the first of [below, tag, width] that has room for the value. */
function head(value, ...choices) {
  for (const [below, tag, width] of choices) {
    if (value < below) {
      if (width === 0) return Buffer.from([tag + Number(value)]);
      return Buffer.concat([Buffer.from([tag]), bigEndian(value, width)]);
    }
  }
  throw new Unreadable("something is too long to write");
}

/** Writes a value in its one encoding. */
function packed(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (value === false) return Buffer.from([0xc2]);
  if (value === true) return Buffer.from([0xc3]);
  if (typeof value === "bigint") {
    return head(value, [0x80n, 0, 0], [0x100n, 0xcc, 1], [0x10000n, 0xcd, 2],
      [0x100000000n, 0xce, 4], [1n << 64n, 0xcf, 8]);
  }
  if (typeof value === "string") {
    const bytes = Buffer.from(value, "utf-8");
    return Buffer.concat([head(bytes.length, [32, 0xa0, 0], [0x100, 0xd9, 1],
      [0x10000, 0xda, 2], [0x100000000, 0xdb, 4]), bytes]);
  }
  if (Buffer.isBuffer(value)) {
    return Buffer.concat([head(value.length, [0x100, 0xc4, 1], [0x10000, 0xc5, 2],
      [0x100000000, 0xc6, 4]), value]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([head(value.length, [16, 0x90, 0], [0x10000, 0xdc, 2],
      [0x100000000, 0xdd, 4]), ...value.map(packed)]);
  }
  const parts = [...value].flatMap(([key, item]) => [packed(key), packed(item)]);
  return Buffer.concat([head(value.size, [16, 0x80, 0], [0x10000, 0xde, 2]), ...parts]);
}

// ---------------------------------------------------------------- fields

const TEXT_MOST = 200;
const BYTES_MOST = 64;
const text = (value) => typeof value === "string" && [...value].length <= TEXT_MOST;
const number = (value) => typeof value === "bigint";
const truth = (value) => typeof value === "boolean";
const bytes = (value) => Buffer.isBuffer(value) && value.length <= BYTES_MOST;
const list = (value) => Array.isArray(value);
const listed = (most) => (value) => list(value) && value.length <= most;

const TRANSCRIPT = {
  version: number, match: text, deal: text, rated: truth, game: text, rules: text, commitment: bytes,
  server_seed: bytes, nonces: listed(16), started_at: number, ended_at: number,
  stood_ms: number, time_limit_s: number, seats: listed(8), server: text,
};
const CHOICE = { certifier: text, counter: number };
const VOIDS = { voids: listed(32) };
/** What a transcript has in each version of the format. */
const VERSIONS = {
  2: TRANSCRIPT,
  3: { ...TRANSCRIPT, ...CHOICE },
  4: { ...TRANSCRIPT, ...CHOICE, ...VOIDS },
  5: { ...TRANSCRIPT, ...CHOICE, ...VOIDS },
};
const NONCE = {
  player: text, commitment: bytes, nonce: (value) => value === null || bytes(value),
};
const SEAT = {
  seat: number, player: text, name: text, bot: truth, place: number, score: number,
  plies: number, elapsed_ms: number, state: text, moves: list,
};
const NAMED = { named: truth };
const reason = (value) => value === "withheld" || value === "service";
const VOID = { match: text, commitment: bytes, why: reason, withheld: listed(16) };
const WITHHELD = { player: text, name: text, commitment: bytes };
/** From version 5 on: who they were is not under the digest. */
const { player: _, name: __, ...UNNAMED } = { ...SEAT, ...NAMED };
const HIDDEN = { seat: number, who: (value) => bytes(value) && value.length > 0, ...UNNAMED };
const HIDDEN_WITHHELD = { player: text, commitment: bytes };
const PEOPLE = { seats: listed(8), withheld: list };
const PERSON = { salt: bytes, player: text, name: text };
const ERASED = /^gone-[0-9a-f]{16}$/;
const MOST_BYTES = 1024 * 1024;

/** Returns a map's fields as an object; they must be these, in this order. */
function fields(value, kinds, what) {
  const names = Object.keys(kinds);
  const known = value instanceof Map && value.size === names.length &&
    [...value.keys()].every((name, index) => name === names[index]);
  if (!known) throw new Unreadable(`a ${what} has other fields`);
  for (const [name, fits] of Object.entries(kinds)) {
    if (!fits(value.get(name))) throw new Unreadable(`${name} is of another kind`);
  }
  return Object.fromEntries(value);
}

function move(value) {
  if (!list(value) || value.length !== 2 || !number(value[0]) || !text(value[1])) {
    throw new Unreadable("a move is not a time and a text");
  }
  return { at: value[0], text: value[1] };
}

/** Reads a transcript; `digestFits` tells whether the bytes are the right ones. */
function read(data) {
  if (data.length > MOST_BYTES) throw new Unreadable("it is too long");
  const reader = new Reader(data);
  const whole = reader.value();
  const isMap = (value) => value instanceof Map;
  const outer = fields(whole, {
    transcript: isMap, digest: bytes, ...(isMap(whole) && whole.size === 3 ? { people: isMap } : {}),
  }, "file");
  if (reader.at !== data.length) throw new Unreadable("something follows its end");
  const version = Number(outer.transcript.get("version"));
  const kinds = number(outer.transcript.get("version")) ? VERSIONS[version] : undefined;
  if (kinds === undefined) throw new Unreadable("it is of another version");
  const transcript = fields(outer.transcript, kinds, "transcript");
  if (version === 3 && transcript.certifier === "") {
    throw new Unreadable("it says not how its deal was chosen");
  }
  if ((version === 5) !== (outer.people !== undefined)) throw new Unreadable("whose is it?");
  const seatKinds = { 4: { ...SEAT, ...NAMED }, 5: HIDDEN }[version] ?? SEAT;
  transcript.nonces = transcript.nonces.map((each) => fields(each, NONCE, "nonce"));
  transcript.seats = transcript.seats.map((each) => fields(each, seatKinds, "seat"));
  transcript.voids = (transcript.voids ?? []).map((each) => fields(each, VOID, "void"));
  for (const each of transcript.voids) {
    each.withheld = each.withheld.map((who) => fields(who, version === 5 ? HIDDEN_WITHHELD : WITHHELD, "player"));
  }
  if (version === 5) readPeople(transcript, outer.people);
  for (const seat of transcript.seats) seat.moves = seat.moves.map(move);
  transcript.seats.forEach((seat, index, seats) => {
    if (index > 0 && seat.seat <= seats[index - 1].seat) {
      throw new Unreadable("the seats are not in their order");
    }
  });
  const inner = packed(outer.transcript);
  const right = packed(new Map([
    ["transcript", outer.transcript], ["digest", sha256(inner)],
    ...(version === 5 ? [["people", outer.people]] : []),
  ]));
  return { transcript, digestFits: right.equals(data) };
}

/** Puts the people of a record of version 5 where older ones have them. */
function readPeople(transcript, value) {
  const { seats, withheld } = fields(value, PEOPLE, "people");
  const known = seats.map((each) => fields(each, PERSON, "person"));
  const named = transcript.voids.flatMap((each) => each.withheld);
  if (known.length === 0 || known.length !== transcript.seats.length ||
    named.length !== withheld.length || !withheld.every(text)) {
    throw new Unreadable("it has other people than seats");
  }
  named.forEach((who, index) => { who.name = withheld[index]; });
  transcript.seats.forEach((seat, index) => {
    const { salt, player, name } = known[index];
    const erased = salt.length === 0 && name === "" && ERASED.test(player);
    if (salt.length !== 16 && !erased) throw new Unreadable("a salt is not one");
    Object.assign(seat, { salt, player, name, erased });
  });
}

// ---------------------------------------------------------------- the deal

function sha256(data) {
  return createHash("sha256").update(data).digest();
}

function hmac(key, data) {
  return createHmac("sha256", key).update(data).digest();
}

/** Each part with its length in front, as four bytes. */
function lp(...parts) {
  return Buffer.concat(parts.flatMap((part) => {
    const data = Buffer.from(part);
    return [bigEndian(data.length, 4), data];
  }));
}

/** Returns the seed that the cards were dealt from: that of a candidate, if several. */
function seedOf(transcript) {
  const seed = committedSeedOf(transcript);
  const counter = transcript.counter ?? 0n;
  if (counter === 0n) return seed;
  return hmac(seed, lp("samedeal/candidate/1", bigEndian(counter, 8)));
}

function committedSeedOf({ deal, server_seed: seed, nonces }) {
  const revealed = nonces.filter(({ nonce }) => nonce !== null);
  const used = [...new Map(revealed.map(({ player, nonce }) => [player, nonce]))]
    .map(([player, nonce]) => [Buffer.from(player), nonce])
    .sort(([one], [other]) => Buffer.compare(one, other));
  return hmac(seed, lp("samedeal/seed/1", deal, ...used.flat()));
}

function* streamOf(seed, tag) {
  for (let block = 0; ; block += 1) {
    yield* hmac(seed, Buffer.concat([tag, bigEndian(block, 8)]));
  }
}

function draw(stream, below) {
  const bound = 256 - (256 % below);
  let byte = stream.next().value;
  while (byte >= bound) byte = stream.next().value;
  return byte % below;
}

function shuffled(seed, tag, packs) {
  const stream = streamOf(seed, tag);
  const entries = Array.from({ length: 52 * packs }, (_, index) => index);
  for (let last = entries.length - 1; last > 0; last -= 1) {
    const other = draw(stream, last + 1);
    [entries[last], entries[other]] = [entries[other], entries[last]];
  }
  return entries.map((entry) => entry % 52);
}

function dealOf(seed, packs) {
  return shuffled(seed, Buffer.from([...Buffer.from("samedeal/deal/1"), packs]), packs);
}

function redealOf(seed, packs, redeal) {
  const tag = Buffer.from([...Buffer.from("samedeal/redeal/1"), packs, redeal]);
  return shuffled(seed, tag, packs);
}

const rankOf = (card) => (card % 13) + 1;
const suitOf = (card) => Math.floor(card / 13);
const isRed = (card) => suitOf(card) === 1 || suitOf(card) === 2;

// ---------------------------------------------------------------- Poker Squares

const ENGLISH = [30, 30, 16, 10, 5, 12, 6, 3, 1, 0];
const AMERICAN = [100, 75, 50, 25, 20, 15, 10, 5, 2, 0];

/** Returns which row of the table of points a full line counts by. */
function handOf(cards) {
  const counts = new Map();
  for (const card of cards) {
    counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  }
  const shape = [...counts.values()].sort().reverse().join("");
  const ofKind = { 41: 2, 32: 3, 311: 6, 221: 7, 2111: 8 }[shape];
  if (ofKind !== undefined) return ofKind;
  const ranks = [...counts.keys()].sort((one, other) => one - other);
  const royal = ranks.join() === "1,10,11,12,13";
  const straight = royal || ranks[4] - ranks[0] === 4;
  const flush = cards.every((card) => suitOf(card) === suitOf(cards[0]));
  if (flush) return royal ? 0 : straight ? 1 : 4;
  return straight ? 5 : 9;
}

class Squares {
  static kind = "score";

  constructor({ points, touching, serpent }, seed) {
    this.points = points;
    this.touching = touching;
    this.serpent = serpent;
    this.cards = dealOf(seed, 1).slice(0, 25);
    this.laid = [];
    this.score = 0;
  }

  get isOver() { return this.laid.length === 25 || (this.serpent && this.isCaught); }
  get isWon() { return false; }

  /** Tells whether there is no empty cell beside the card laid last. */
  get isCaught() {
    if (this.laid.length === 0) return false;
    const [column, row] = this.laid.at(-1);
    const beside = [[0, 1], [1, 0], [0, -1], [-1, 0]]
      .map(([right, down]) => [column + right, row + down])
      .filter((cell) => cell.every((place) => place >= 0 && place < 5));
    return beside.every((cell) => this.laid.some((one) => one.join() === cell.join()));
  }

  cell(text) {
    if (!this.touching) {
      if (!/^[a-e][1-5]$/.test(text)) throw new Error("this is no cell");
      return [text.charCodeAt(0) - 97, Number(text[1]) - 1];
    }
    const found = /^(\+0|[+-][1-9][0-9]?)(\+0|[+-][1-9][0-9]?)$/.exec(text);
    if (found === null) throw new Error("this is no cell");
    return [Number(found[1]), Number(found[2])];
  }

  play(text) {
    const [column, row] = this.cell(text);
    if (this.isOver) throw new Error("no card is laid any more");
    if (this.laid.some(([c, r]) => c === column && r === row)) {
      throw new Error("a card lies there");
    }
    if (this.touching) this.touch(column, row);
    if (this.serpent && this.laid.length > 0) {
      const [lastColumn, lastRow] = this.laid.at(-1);
      if (Math.abs(column - lastColumn) + Math.abs(row - lastRow) !== 1) {
        throw new Error("it is not beside the last card");
      }
    }
    this.laid.push([column, row]);
    this.count(([c]) => c === column);
    this.count(([, r]) => r === row);
  }

  touch(column, row) {
    if (this.laid.length === 0) {
      if (column !== 0 || row !== 0) throw new Error("the first card lies at +0+0");
      return;
    }
    const near = ([c, r]) => Math.abs(c - column) <= 1 && Math.abs(r - row) <= 1;
    if (!this.laid.some(near)) throw new Error("it touches no card");
    for (const axis of [0, 1]) {
      const places = [...this.laid, [column, row]].map((cell) => cell[axis]);
      if (Math.max(...places) - Math.min(...places) > 4) throw new Error("too far out");
    }
  }

  /** Counts the line in which the last card lies, if that has made it whole. */
  count(isInLine) {
    const line = this.cards.filter((_, index) =>
      index < this.laid.length && isInLine(this.laid[index]));
    if (line.length === 5) this.score += this.points[handOf(line)];
  }
}

// ---------------------------------------------------------------- patience

const MOVE = new RegExp("^(?:(?<deal>[DR])|(?<from>W|[1-9][0-9]?)(?:(?<up>[FK])|" +
  ">(?<onto>[1-9][0-9]?)(?:x(?<count>[1-9][0-9]?))?))$");

class Patience {
  static kind = "race";

  constructor(rules, seed) {
    this.rules = rules;
    this.seed = seed;
    this.plies = 0;
    this.heights = new Array(rules.both ? 8 : 4).fill(0);
    this.stock = dealOf(seed, rules.packs);
    this.waste = [];
    this.redeals = rules.redeals ?? 0;
    this.past = [];
    this.columns = Array.from({ length: rules.columns }, () => ({ cards: [], down: 0 }));
    rules.lay(this);
    this.settle(this.columns);
  }

  get score() { return this.heights.reduce((sum, height) => sum + height, 0); }
  get isWon() { return this.score === 52 * this.rules.packs; }
  get isOver() {
    return this.isWon || this.plies >= 1000 * this.rules.packs || !this.isAnythingLeft;
  }

  get isAnythingLeft() {
    if (this.stock.length > 0 || this.redeals > 0) return true;
    if (this.waste.length > 0 && this.goesAnywhere([this.waste.at(-1)], null)) {
      return true;
    }
    return this.columns.some((column) => {
      const run = this.runOf(column);
      return run.length > 0 && this.goesAnywhere(run, column);
    });
  }

  /** Tells whether a run or a part of it has somewhere to go but to another space. */
  goesAnywhere(run, source) {
    if (this.takers(run.at(-1)).length > 0) return true;
    return run.some((card, index) => this.columns.some((target) => {
      if (target === source) return false;
      if (target.cards.length > 0) return this.fits(card, target.cards.at(-1));
      const isWhole = source !== null && source.cards.length === run.length - index;
      return !isWhole && this.fillsSpace(card);
    }));
  }

  /** Returns the foundations that take a card: first those built up from aces. */
  takers(card) {
    const [suit, rank] = [suitOf(card), rankOf(card)];
    const taking = [];
    if (this.heights[suit] === rank - 1) taking.push(suit);
    if (this.rules.both && this.heights[4 + suit] === 13 - rank) taking.push(4 + suit);
    return taking;
  }

  fits(card, onto) {
    if (this.rules.inSuit) {
      return suitOf(card) === suitOf(onto) && Math.abs(card - onto) === 1;
    }
    return isRed(card) !== isRed(onto) && rankOf(card) === rankOf(onto) - 1;
  }

  fillsSpace(card) {
    return !this.rules.kings || rankOf(card) === 13;
  }

  /** Returns the longest run at the end of a column that may move. */
  runOf({ cards, down }) {
    if (this.rules.single || cards.length < 2) return cards.slice(-1);
    let first = cards.length - 1;
    let way = 0;
    while (first > down && this.fits(cards[first], cards[first - 1])) {
      const step = Math.sign(rankOf(cards[first]) - rankOf(cards[first - 1]));
      if (way !== 0 && step !== way) break;
      way = step;
      first -= 1;
    }
    return cards.slice(first);
  }

  /** What its player has not been shown; every look at a card lowers it. */
  get unknown() {
    return this.columns.reduce((sum, { down }) => sum + down, 0) +
      this.stock.length + this.redeals;
  }

  play(text, { takesBack }) {
    if (takesBack && text === "U") {
      this.takeBack();
      return;
    }
    const { heights, waste, columns, unknown } = this;
    const before = structuredClone({ heights, waste, columns });
    this.take(text);
    this.past = unknown === this.unknown ? [...this.past, before].slice(-100) : [];
  }

  takeBack() {
    if (this.isOver) throw new Error("the game is over");
    if (this.past.length === 0) throw new Error("nothing can be taken back");
    Object.assign(this, this.past.pop());
    this.plies += 1;
  }

  take(text) {
    const found = MOVE.exec(text);
    if (found === null) throw new Error("this is no move");
    if (this.isOver) throw new Error("the game is over");
    const { deal, from, up, onto, count } = found.groups;
    if (deal === "D") this.turn();
    else if (deal === "R") this.dealAgain();
    else if (up) this.build(this.pileAt(from), up);
    else this.pack(this.pileAt(from), from, onto, Number(count ?? 1), count);
    this.plies += 1;
  }

  columnAt(name) {
    const column = this.columns[Number(name) - 1];
    if (column === undefined) throw new Error("there is no such column");
    return column;
  }

  pileAt(name) {
    const pile = name === "W" ? { cards: this.waste, down: 0 } : this.columnAt(name);
    if (pile.cards.length === 0) throw new Error("nothing lies there");
    return pile;
  }

  build(pile, up) {
    const takers = this.takers(pile.cards.at(-1));
    const taker = up === "F" ? takers[0] : takers[1];
    if (taker === undefined) throw new Error("it does not go up so");
    pile.cards.pop();
    this.heights[taker] += 1;
    this.settle([pile]);
  }

  pack(pile, from, onto, size, written) {
    if (written === "1" || (from === "W" && written !== undefined)) {
      throw new Error("this is written otherwise");
    }
    const target = this.columnAt(onto);
    if (target === pile) throw new Error("it lies there already");
    if (size > (from === "W" ? 1 : this.runOf(pile).length)) {
      throw new Error("these do not move together");
    }
    const card = pile.cards.at(-size);
    const fits = target.cards.length === 0
      ? this.fillsSpace(card)
      : this.fits(card, target.cards.at(-1));
    if (!fits) throw new Error("it does not go there");
    target.cards.push(...pile.cards.splice(-size));
    this.settle([pile]);
  }

  turn() {
    if (this.stock.length === 0) throw new Error("the stock is empty");
    if (!this.rules.inRows) {
      this.waste.push(this.stock.shift());
      this.settle([]);
      return;
    }
    if (this.rules.kings && this.mustFill()) throw new Error("fill the space first");
    const row = this.stock.splice(0, this.columns.length);
    row.forEach((card, index) => this.columns[index].cards.push(card));
    this.settle(this.columns);
  }

  /** Tells whether a king that lies on others could move to a space now. */
  mustFill() {
    return this.columns.some(({ cards }) => cards.length === 0) &&
      this.columns.some((column) => {
        const run = this.runOf(column);
        return run.length < column.cards.length && rankOf(run[0]) === 13;
      });
  }

  dealAgain() {
    if (this.redeals === 0) throw new Error("no redeal is left");
    const number = this.rules.redeals - this.redeals + 1;
    this.stock = this.rules.gather(this, number);
    this.redeals -= 1;
    for (const column of this.columns) column.cards = [];
    this.rules.lay(this);
    this.settle(this.columns);
  }

  /** Sends a card up while cards are dealt, if it fits; tells whether it did. */
  sendUp(card) {
    const [taker] = this.takers(card);
    if (taker === undefined) return false;
    this.heights[taker] += 1;
    return true;
  }

  /** Turns up what was uncovered, and sends aces up where they go by themselves. */
  settle(piles) {
    const all = [...piles, { cards: this.waste, down: 0 }];
    for (const pile of all) {
      pile.down = Math.min(pile.down, Math.max(pile.cards.length - 1, 0));
      while (this.rules.aces && pile.cards.length > 0 && rankOf(pile.cards.at(-1)) === 1) {
        this.heights[suitOf(pile.cards.pop())] = 1;
        pile.down = Math.min(pile.down, Math.max(pile.cards.length - 1, 0));
      }
    }
  }
}

/** Three rows, two face down and one face up; the rest is the stock. */
function layRows(game) {
  for (let row = 0; row < 3; row += 1) {
    for (const column of game.columns) column.cards.push(game.stock.shift());
  }
  for (const column of game.columns) column.down = 2;
}

function layCapricieuse(game) {
  let turn = 0;
  for (const card of game.stock.splice(0)) {
    if (game.sendUp(card)) continue;
    game.columns[turn].cards.push(card);
    turn = (turn + 1) % game.columns.length;
  }
}

function gatherInReverse(game) {
  return game.columns.toReversed().flatMap(({ cards }) => cards);
}

function layRussian(game) {
  layFirstRow(game);
  const outside = [game.columns[0], game.columns.at(-1)];
  const available = new Set();
  for (let turn = 0; game.stock.length > 0; turn = (turn + 1) % game.columns.length) {
    const column = game.columns[turn];
    column.cards.push(game.stock.shift());
    if (!outside.includes(column)) continue;
    available.add(column);
    let going;
    do {
      going = outside.find((one) => available.has(one) && game.sendUp(one.cards.at(-1)));
      if (going === undefined) break;
      going.cards.pop();
      if (game.stock.length > 0) going.cards.push(game.stock.shift());
      else available.delete(going);
    } while (going !== undefined);
  }
}

function layFirstRow(game) {
  let holes = [...game.columns];
  while (holes.length > 0 && game.stock.length > 0) {
    for (const column of holes) {
      if (game.stock.length > 0) column.cards.push(game.stock.shift());
    }
    const before = game.columns.filter(({ cards }) => cards.length > 0);
    let going;
    do {
      going = before.find(({ cards }) => cards.length > 0 && game.sendUp(cards[0]));
      if (going !== undefined) going.cards.pop();
    } while (going !== undefined);
    holes = game.columns.filter(({ cards }) => cards.length === 0);
  }
}

function gatherShuffled(game, number) {
  const left = gatherInReverse(game);
  return redealOf(game.seed, game.rules.packs, number).filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

// ---------------------------------------------------------------- the catalogue

const FOUR = { packs: 1, aces: true, lay: layRows };
const EIGHT = { packs: 2, columns: 12, both: true, inSuit: true, redeals: 2 };

const GAMES = {
  "squares/patience": ["8fa3fc6cd2157fbd", Squares, { points: ENGLISH, touching: true }],
  "squares/patience-american":
    ["1772760dbea2d1f7", Squares, { points: AMERICAN, touching: true }],
  "squares/english": ["249f47fe3bf31778", Squares, { points: ENGLISH }],
  "squares/american": ["70dff8ac15c431a7", Squares, { points: AMERICAN }],
  "squares/serpent": ["4831dd3ba9daa9a2", Squares, { points: AMERICAN, serpent: true }],
  "westcliff/classic": ["c21d4a5e7fe2319f", Patience, { ...FOUR, columns: 7 }],
  "westcliff/american": ["b7ab7dc33c7e2fa8", Patience, { ...FOUR, columns: 10 }],
  "pas-seul": ["f4ab7557a34cbe9a", Patience, { ...FOUR, columns: 6 }],
  "easthaven":
    ["7abc41b2f2a1ec41", Patience, { ...FOUR, columns: 7, inRows: true, kings: true }],
  "easthaven/open": ["9c28f51a256d6a24", Patience, { ...FOUR, columns: 7, inRows: true }],
  "westhaven": ["15d22b229ef5914d", Patience, { ...FOUR, columns: 10, inRows: true }],
  "capricieuse": ["d36b8ac1e224946c", Patience,
    { ...EIGHT, single: true, lay: layCapricieuse, gather: gatherInReverse }],
  "russian": ["347674c2a3d49059", Patience,
    { ...EIGHT, lay: layRussian, gather: gatherShuffled }],
};

// ---------------------------------------------------------------- checks

function doubtRules({ game, rules }) {
  if (!Object.hasOwn(GAMES, game)) return "unknown game";
  return GAMES[game][0] === rules ? "" : "it was played by other rules";
}

function kindOf({ match, deal }) {
  if (deal === match) return "match";
  const prefix = ["daily", "event"].find((word) => deal.startsWith(`${word}/`));
  return prefix ?? "challenge";
}

function doubtKind(transcript) {
  const { deal, rated, game, seats } = transcript;
  const kind = kindOf(transcript);
  if (kind === "daily" && !deal.startsWith(`daily/${game}/`)) return "another game's deal";
  if (!mayTakeBack(transcript) && seats.some(tookBack)) return "moves were taken back";
  const people = seats.filter(({ bot }) => !bot).length;
  return rated && (kind !== "match" || people < 2) ? "it should not be rated" : "";
}

/** Only where nobody else is compared with the result. */
function mayTakeBack(transcript) {
  const [, Game] = GAMES[transcript.game];
  return Game === Patience && kindOf(transcript) === "match" && !transcript.rated;
}

function tookBack({ moves }) {
  return moves.some(({ text }) => text === "U");
}

function doubtCommitment({ deal, server_seed: seed, commitment }) {
  const right = sha256(lp("samedeal/commit/1", deal, seed));
  return right.equals(commitment) ? "" : "the seed was not committed to";
}

function doubtNonces(transcript) {
  const { deal, nonces, seats } = transcript;
  const kind = kindOf(transcript);
  if (new Set(nonces.map(({ player }) => player)).size !== nonces.length) {
    return "a player has two";
  }
  const used = nonces.filter(({ nonce }) => nonce !== null);
  for (const { player, nonce, commitment } of used) {
    const right = sha256(lp("samedeal/nonce/1", deal, player, nonce));
    if (!right.equals(commitment)) return `${player}'s was not committed to`;
  }
  if (kind === "challenge") return "";
  if (kind !== "match") return nonces.length === 0 ? "" : "there are some";
  const players = new Set(seats.map(({ player }) => player));
  if (transcript.version >= 4n && used.length !== nonces.length) return "one is missing";
  const dealt = new Set(used.map(({ player }) => player));
  const known = seats.filter(({ erased }) => !erased);
  const same = players.size === used.length && known.every(({ player }) => dealt.has(player));
  return same ? "" : "others have one than took part";
}

/** Whoever was not erased is the player whom the record is of. */
function doubtPeople({ seats }) {
  const other = seats.find(({ salt, player, name, who, erased }) =>
    !erased && !sha256(lp("samedeal/who/1", salt, player, name)).equals(who));
  return other === undefined ? "" : `seat ${other.seat} is somebody else's`;
}

function doubtVoids(transcript) {
  const { match, voids } = transcript;
  const matches = [match, ...voids.map((each) => each.match)];
  if (new Set(matches).size !== matches.length) return "one is told twice";
  if (voids.length > 0 && kindOf(transcript) !== "match") return "its deal was given";
  const fits = ({ why, withheld }) => (why === "withheld") === (withheld.length > 0);
  return voids.every(fits) ? "" : "one is void by nobody, or for no reason";
}

function doubtSeat(game, seat, options) {
  let [score, elapsed] = [game.score, 0n];
  for (const [index, { at, text }] of seat.moves.entries()) {
    try {
      game.play(text, options);
    } catch (error) {
      return `move ${index + 1}, ${text}: ${error.message}`;
    }
    if (game.score !== score) [score, elapsed] = [game.score, at];
  }
  const ended = ["finished", "resigned", "timed_out"];
  const states = game.isOver ? [game.isWon ? "out" : "over"] : ended;
  if (seat.score !== BigInt(score)) return `the score is ${score}`;
  if (seat.plies !== BigInt(seat.moves.length)) return "the number of moves is another";
  if (seat.elapsed_ms !== elapsed) return `elapsed_ms is ${elapsed}`;
  return states.includes(seat.state) ? "" : `the state is ${states.join(" or ")}`;
}

function doubtTimes({ started_at: start, ended_at: end, stood_ms: stood, seats }) {
  const lasted = end - start - stood;
  if (lasted < 0n) return "it ended before it began";
  for (const { seat, moves } of seats) {
    for (const [index, { at }] of moves.entries()) {
      if (index > 0 && at < moves[index - 1].at) return `seat ${seat} went backward`;
      if (at > lasted) return `seat ${seat} moved after the end`;
    }
  }
  return "";
}

/** Tells whether one seat did better than another, by the rule of that version. */
function didBetter(isRace, version, one, other) {
  const inTime = (seat) => version < 4n ? [seat.elapsed_ms, seat.plies]
    : [seat.score > 0n ? seat.elapsed_ms : 0n];
  const key = (seat) => [
    seat.state === "resigned" ? 1n : 0n, -seat.score, ...(isRace ? inTime(seat) : []),
  ];
  const [ours, theirs] = [key(one), key(other)];
  const differs = ours.findIndex((value, index) => value !== theirs[index]);
  return differs >= 0 && ours[differs] < theirs[differs];
}

function doubtPlaces({ version, seats }, isRace) {
  for (const seat of seats) {
    const better = seats.filter((other) => didBetter(isRace, version, other, seat)).length;
    if (seat.place !== BigInt(better + 1)) return `seat ${seat.seat} is ${better + 1}.`;
  }
  return "";
}

/** Returns every check that can be made, with its doubt, or none. */
export function verify(data) {
  const { transcript, digestFits } = read(data);
  const digest = ["digest", digestFits ? "" : "it was changed"];
  const rules = doubtRules(transcript);
  // That the candidate dealt is the first that can be won is for a solver to tell.
  const unchecked = transcript.certifier ? ["choice"] : [];
  if (rules) return { checks: [["rules", rules], digest], unchecked };
  const [, Game, variant] = GAMES[transcript.game];
  const seed = seedOf(transcript);
  const options = { takesBack: mayTakeBack(transcript) };
  const checks = [
    ["rules", ""],
    ["kind", doubtKind(transcript)],
    ["commitment", doubtCommitment(transcript)],
    ["nonces", doubtNonces(transcript)],
    ...(transcript.version >= 4n ? [["voids", doubtVoids(transcript)]] : []),
    ...(transcript.version === 5n ? [["people", doubtPeople(transcript)]] : []),
    ["deal", ""],
    ...transcript.seats.map((seat) => [
      `seat ${seat.seat}`, doubtSeat(new Game(variant, seed), seat, options),
    ]),
    ["times", doubtTimes(transcript)],
    ["places", doubtPlaces(transcript, Game.kind === "race")],
    digest,
  ];
  return { checks, unchecked };
}

function verdictOn(file) {
  try {
    const { checks, unchecked } = verify(readFileSync(file));
    return { file, proven: checks.every(([, doubt]) => !doubt), checks, unchecked };
  } catch (error) {
    if (!(error instanceof Unreadable) && error.code === undefined) throw error;
    return { file, proven: false, error: error.message };
  }
}

function show({ file, proven, checks, unchecked, error }) {
  console.log(file);
  for (const [what, doubt] of checks ?? []) {
    console.log(`  ${what.padEnd(12)}${doubt ? `DOUBT  ${doubt}` : "holds"}`);
  }
  for (const what of unchecked ?? []) {
    console.log(`  ${what.padEnd(12)}not checked here: it takes the solver`);
  }
  const not = error === undefined ? "NOT PROVEN" : `NOT PROVEN: ${error}`;
  console.log(`  ${proven ? "Proven." : not}`);
}

function main(words) {
  if (words[0] === "--games") {
    for (const key of Object.keys(GAMES)) console.log(key);
    return 0;
  }
  const asJson = words[0] === "--json";
  const verdicts = words.slice(asJson ? 1 : 0).map(verdictOn);
  for (const verdict of verdicts) {
    if (asJson) console.log(JSON.stringify(verdict));
    else show(verdict);
  }
  return verdicts.length > 0 && verdicts.every(({ proven }) => proven) ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
