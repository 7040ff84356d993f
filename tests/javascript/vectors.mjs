// Gets through docs/reference/vectors, in plain JavaScript for Node.
//
// Written from the pages for authors of clients, and from nothing else; it depends on
// nothing but Node. Usage: node vectors.mjs FOLDER. Prints one line of JSON: how much
// of each file was looked at. Whatever does not fit is thrown.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const seen = {};

function file(name) {
  return JSON.parse(readFileSync(join(folder, name), "utf-8"));
}

function looked(name) {
  seen[name] = (seen[name] ?? 0) + 1;
}

const bytes = (digits) => Buffer.from(digits, "hex");
const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// ---------------------------------------------------------------- msgpack

class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  take(count) {
    if (this.at + count > this.data.length) throw new Error("cut short");
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  number(width) {
    return Number(BigInt(`0x${this.take(width).toString("hex")}`));
  }

  signed(width) {
    return Number(BigInt.asIntN(width * 8, BigInt(`0x${this.take(width).toString("hex")}`)));
  }

  list(length) {
    return Array.from({ length }, () => this.value());
  }

  map(length) {
    const entries = Array.from({ length }, () => [this.value(), this.value()]);
    const made = Object.fromEntries(entries);
    if (Object.keys(made).length !== length) throw new Error("a key twice");
    return made;
  }

  text(length) {
    return this.take(length).toString("utf-8");
  }

  value() {
    const [tag] = this.take(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.map(tag & 15);
    if (tag < 0xa0) return this.list(tag & 15);
    if (tag < 0xc0) return this.text(tag & 31);
    if (tag >= 0xe0) return tag - 256;
    const kinds = {
      0xc0: () => null,
      0xc2: () => false,
      0xc3: () => true,
      0xc4: () => this.take(this.number(1)),
      0xc5: () => this.take(this.number(2)),
      0xc6: () => this.take(this.number(4)),
      0xcc: () => this.number(1),
      0xcd: () => this.number(2),
      0xce: () => this.number(4),
      0xcf: () => this.number(8),
      0xd0: () => this.signed(1),
      0xd1: () => this.signed(2),
      0xd2: () => this.signed(4),
      0xd3: () => this.signed(8),
      0xd9: () => this.text(this.number(1)),
      0xda: () => this.text(this.number(2)),
      0xdb: () => this.text(this.number(4)),
      0xdc: () => this.list(this.number(2)),
      0xdd: () => this.list(this.number(4)),
      0xde: () => this.map(this.number(2)),
    };
    if (!(tag in kinds)) throw new Error(`no value begins with ${tag}`);
    return kinds[tag]();
  }
}

function decoded(data) {
  const reader = new Reader(data);
  const value = reader.value();
  if (reader.at !== data.length) throw new Error("bytes behind it");
  return value;
}

function sized(tags, length) {
  const [fixed, room, ...longer] = tags;
  if (length < room) return Buffer.from([fixed + length]);
  for (const [tag, width] of longer) {
    if (length < 2 ** (8 * width)) {
      const made = Buffer.alloc(1 + width);
      made[0] = tag;
      made.writeUIntBE(length, 1, width);
      return made;
    }
  }
  throw new Error("too long");
}

/** Returns the shortest encoding of a value that is no negative number. */
function encoded(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === "number") {
    if (value < 2 ** 32) return sized([0, 128, [0xcc, 1], [0xcd, 2], [0xce, 4]], value);
    return Buffer.concat([Buffer.from([0xcf]), eight(value)]);
  }
  if (typeof value === "string") {
    const text = Buffer.from(value, "utf-8");
    return Buffer.concat([sized([0xa0, 32, [0xd9, 1], [0xda, 2]], text.length), text]);
  }
  if (Buffer.isBuffer(value)) {
    return Buffer.concat([sized([0, 0, [0xc4, 1], [0xc5, 2]], value.length), value]);
  }
  if (Array.isArray(value)) {
    const items = value.map(encoded);
    return Buffer.concat([sized([0x90, 16, [0xdc, 2]], value.length), ...items]);
  }
  const entries = Object.entries(value).flat().map(encoded);
  const length = Object.keys(value).length;
  return Buffer.concat([sized([0x80, 16, [0xde, 2]], length), ...entries]);
}

function eight(value) {
  const made = Buffer.alloc(8);
  made.writeBigUInt64BE(BigInt(value));
  return made;
}

/** Turns what a file says into the value that it stands for. */
function meant(said) {
  if (Array.isArray(said)) return said.map(meant);
  if (said === null || typeof said !== "object") return said;
  const keys = Object.keys(said);
  if (keys.length === 1 && keys[0] === "bytes") return bytes(said.bytes);
  return Object.fromEntries(keys.map((key) => [key, meant(said[key])]));
}

// ---------------------------------------------------------------- fair dealing

function lp(...parts) {
  return Buffer.concat(
    parts.flatMap((part) => {
      const data = Buffer.from(part);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(data.length);
      return [size, data];
    }),
  );
}

const hmac = (key, data) => createHmac("sha256", key).update(data).digest();

function shuffled(seed, text, packs) {
  let [block, at, index] = [Buffer.alloc(0), 0, 0];
  const next = () => {
    if (at === block.length) {
      block = hmac(seed, Buffer.concat([text, eight(index)]));
      [at, index] = [0, index + 1];
    }
    at += 1;
    return block[at - 1];
  };
  const below = (n) => {
    let byte = next();
    while (byte >= 256 - (256 % n)) byte = next();
    return byte % n;
  };
  const cards = Array.from({ length: 52 * packs }, (_, entry) => entry % 52);
  for (let k = cards.length - 1; k > 0; k -= 1) {
    const j = below(k + 1);
    [cards[k], cards[j]] = [cards[j], cards[k]];
  }
  return cards;
}

function seedOf(id, serverSeed, nonces) {
  const players = Object.keys(nonces).sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const parts = players.flatMap((player) => [player, nonces[player]]);
  return hmac(serverSeed, lp("samedeal/seed/1", id, ...parts));
}

function lookAtFairness() {
  for (const { seed, packs, cards, redeals } of file("deals.json").deals) {
    const pack = Buffer.from([packs]);
    const text = (tag, ...more) => Buffer.concat([Buffer.from(tag), pack, ...more]);
    assert.deepEqual(shuffled(bytes(seed), text("samedeal/deal/1"), packs), cards);
    redeals.forEach((order, r) => {
      const tag = text("samedeal/redeal/1", Buffer.from([r + 1]));
      assert.deepEqual(shuffled(bytes(seed), tag, packs), order);
    });
    looked("deals.json");
  }
  const { to_seeds, to_nonces, seeds, candidates } = file("commitments.json");
  for (const { id, server_seed, commitment } of to_seeds) {
    const made = sha256(lp("samedeal/commit/1", id, bytes(server_seed)));
    assert.equal(made.toString("hex"), commitment);
    looked("commitments.json");
  }
  for (const { match, player, nonce, commitment } of to_nonces) {
    const made = sha256(lp("samedeal/nonce/1", match, player, bytes(nonce)));
    assert.equal(made.toString("hex"), commitment);
  }
  for (const { id, server_seed, nonces, seed } of seeds) {
    const known = Object.fromEntries(
      Object.entries(nonces).map(([player, nonce]) => [player, bytes(nonce)]),
    );
    assert.equal(seedOf(id, bytes(server_seed), known).toString("hex"), seed);
  }
  for (const { seed, counter, of_candidate } of candidates) {
    const text = lp("samedeal/candidate/1", eight(counter));
    const made = counter === 0 ? bytes(seed) : hmac(bytes(seed), text);
    assert.equal(made.toString("hex"), of_candidate);
  }
}

function lookAtChain() {
  const { start, links, voids } = file("chain.json");
  const blinded = (id) => sha256(lp("samedeal/link/1", id));
  for (const { kind, of, match } of links) {
    assert.equal(kind === "deal" ? of : `x-${blinded(of).toString("hex")}`, match);
    looked("chain.json");
  }
  for (const each of voids) {
    const parts = each.withheld.flatMap((who) =>
      [who.player, bytes(who.commitment)]);
    const digest = sha256(lp("samedeal/void/2", each.match, bytes(each.commitment),
      each.why, ...parts));
    const proof = Buffer.concat([blinded(each.opened_instead), digest]);
    assert.equal(proof.toString("hex"), each.proof);
    looked("chain.json");
  }
  let head = bytes(start);
  for (const { kind, match, proof, head: after } of links) {
    head = sha256(lp("samedeal/chain/1", head, kind, match, bytes(proof)));
    assert.equal(head.toString("hex"), after);
    looked("chain.json");
  }
}

// ---------------------------------------------------------------- messages

function lookAtMessages() {
  const { client, server, refused } = file("messages.json");
  for (const { frame, message } of [...client, ...server]) {
    assert.deepEqual(decoded(bytes(frame)), meant(message));
    assert.equal(encoded(meant(message)).toString("hex"), frame);
    looked("messages.json");
  }
  assert.ok(refused.length > 0);
}

// ---------------------------------------------------------------- what a client knows

function digestOf(room, board) {
  const pick = (value, names) => names.map((name) => value[name]);
  const seats = room.seats.map((seat) => [
    pick(seat, ["seat", "player", "name", "bot", "present", "ready", "wins"]),
    seat.play === null ? null : pick(seat.play, ["score", "ply", "state"]),
  ]);
  const next = room.next_match;
  const result = room.result;
  const aboutRoom = [
    pick(room, [
      "room", "epoch", "public", "host", "game", "seats_max", "time_limit_s",
      "best_of", "phase", "until", "started",
    ]),
    seats,
    next === null ? null : pick(next, ["id", "number", "commitment"]),
    result === null
      ? null
      : pick(result, ["match", "server_seed", "series_over", "series_winners"]),
  ];
  const zones = board === null ? [] : Object.entries(board.zones);
  zones.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const aboutBoard = board === null ? null : [board.ply, board.score, zones];
  const halves = [sha256(encoded(aboutRoom)), sha256(encoded(aboutBoard))];
  return { halves: [aboutRoom, aboutBoard], digest: sha256(...halves).subarray(0, 8) };
}

function lookAtDigests() {
  for (const row of file("digests.json").views) {
    const { halves, digest } = digestOf(meant(row.room), meant(row.board));
    assert.equal(encoded(halves[0]).toString("hex"), row.packed_room);
    assert.equal(encoded(halves[1]).toString("hex"), row.packed_board);
    assert.equal(digest.toString("hex"), row.digest);
    looked("digests.json");
  }
}

/** What one client knows of a room. */
class View {
  take(message) {
    if (message.t === "joined" || message.t === "reset") {
      const { offset, seat, room, board } = message.snapshot;
      Object.assign(this, { offset, seat, room, board });
    }
    if (message.t === "moved" && this.board !== null && message.ply >= this.board.ply) {
      const before = message.full ? {} : this.board.zones;
      const { ply, score } = message;
      this.board = { ply, score, zones: { ...before, ...message.zones } };
    }
    if (message.t === "news") {
      assert.equal(message.since, this.offset);
      for (const update of message.updates) this.fold(update);
      this.offset = message.offset;
    }
  }

  put(seat) {
    const others = this.room.seats.filter((one) => one.seat !== seat.seat);
    this.room.seats = [...others, seat].sort((one, other) => one.seat - other.seat);
  }

  fold(update) {
    const { room } = this;
    const folds = {
      seat: () => this.put(update.seat),
      left: () => {
        room.seats = room.seats.filter(({ seat }) => seat !== update.seat);
        if (update.seat === this.seat) this.seat = null;
      },
      host: () => { room.host = update.seat; },
      phase: () => { [room.phase, room.until] = [update.phase, update.until]; },
      opened: () => { room.next_match = update.match; },
      started: () => {
        [room.started, room.next_match, room.result] = [update.at, null, null];
        room.game = update.game || room.game;
        room.time_limit_s = update.time_limit_s || room.time_limit_s;
        this.board = update.seats.includes(this.seat) ? update.board : null;
      },
      progress: () => {
        const seat = room.seats.find((one) => one.seat === update.seat);
        if (seat !== undefined) this.put({ ...seat, play: update.play });
      },
      stood: () => { room.started = update.started; },
      ended: () => { room.result = update.result; },
      closed: () => {
        Object.assign(room, { phase: "closed", until: null, next_match: null });
      },
    };
    folds[update.t]?.();
  }
}

function lookAtMatch() {
  const view = new View();
  for (const { by, frame, message, knows } of file("match.json").steps) {
    if (frame !== undefined) {
      const said = decoded(bytes(frame));
      assert.deepEqual(said, meant(message));
      if (by === "server") view.take(said);
    }
    if (knows === undefined) continue;
    const { offset, room, board } = view;
    assert.equal(offset, knows.offset);
    assert.equal(board?.ply ?? 0, knows.ply);
    assert.equal(digestOf(room, board).digest.toString("hex"), knows.digest);
    looked("match.json");
  }
}

// ---------------------------------------------------------------- records

function read(sealed) {
  const whole = decoded(sealed);
  const people = whole.transcript.version === 5 ? ["people"] : [];
  assert.deepEqual(Object.keys(whole), ["transcript", "digest", ...people]);
  const packed = encoded(whole.transcript);
  assert.deepEqual(sha256(packed), whole.digest);
  assert.deepEqual(encoded(whole), sealed);
  return whole;
}

function lookAtRecords() {
  const { proven, refused } = file("transcripts.json");
  for (const row of proven) {
    const { transcript, digest, people } = read(bytes(row.bytes));
    assert.deepEqual(transcript, meant(row.transcript));
    assert.deepEqual(people, row.people === undefined ? undefined : meant(row.people));
    assert.equal(digest.toString("hex"), row.digest);
    looked("transcripts.json");
  }
  for (const row of refused) assert.throws(() => read(bytes(row.bytes)));
}

lookAtMessages();
lookAtFairness();
lookAtChain();
lookAtDigests();
lookAtMatch();
lookAtRecords();
console.log(JSON.stringify(seen));
