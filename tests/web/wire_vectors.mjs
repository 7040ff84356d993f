// Takes the page's own client through docs/reference/vectors, and rubbish through its
// reader. Usage: node wire_vectors.mjs VECTORS WIRE

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [vectors, wire] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(wire, name)).href);
const { BadFrame, RECORD, packed, unpacked } = await load("packing.js");
const { isErased, isWho, openedRecord } = await load("../records/people.js");
const fairness = await load("fairness.js");
const { Behind, Knowing, digestOf, halvesOf } = await load("knowing.js");
const { sha256 } = await load("../games/sha256.js");

const { fromHex, hex } = fairness;
const file = (name) => JSON.parse(readFileSync(join(vectors, name), "utf-8"));
const seen = {};
const looked = (name) => { seen[name] = (seen[name] ?? 0) + 1; };

/** Turns what a file says into the value that it stands for. */
function meant(said) {
  if (Array.isArray(said)) return said.map(meant);
  if (said === null || typeof said !== "object") return said;
  const keys = Object.keys(said);
  if (keys.length === 1 && keys[0] === "bytes") return fromHex(said.bytes);
  return Object.fromEntries(keys.map((key) => [key, meant(said[key])]));
}

function lookAtMessages() {
  const { client, server } = file("messages.json");
  for (const { frame, message } of [...client, ...server]) {
    assert.deepEqual(unpacked(fromHex(frame)), meant(message));
    assert.equal(hex(packed(meant(message))), frame);
    looked("messages.json");
  }
}

function lookAtFairness() {
  const { to_seeds, to_nonces, seeds, candidates } = file("commitments.json");
  for (const { id, server_seed, commitment } of to_seeds) {
    assert.equal(hex(fairness.commitmentToSeed(id, fromHex(server_seed))), commitment);
    looked("commitments.json");
  }
  for (const { match, player, nonce, commitment } of to_nonces) {
    assert.equal(hex(fairness.commitmentToNonce(match, player, fromHex(nonce))), commitment);
  }
  for (const { id, server_seed, nonces, seed } of seeds) {
    const known = new Map(Object.entries(nonces).map(([who, nonce]) => [who, fromHex(nonce)]));
    assert.equal(hex(fairness.seedOf(id, fromHex(server_seed), known)), seed);
  }
  for (const { seed, counter, of_candidate } of candidates) {
    assert.equal(hex(fairness.candidate(fromHex(seed), counter)), of_candidate);
  }
}

function lookAtDigests() {
  for (const row of file("digests.json").views) {
    const [room, board] = [meant(row.room), meant(row.board)];
    const halves = halvesOf(room, board).map((half) => hex(packed(half)));
    assert.deepEqual(halves, [row.packed_room, row.packed_board]);
    assert.equal(hex(digestOf(room, board)), row.digest);
    looked("digests.json");
  }
}

/** What a client does with what a server says, without a socket. */
function take(knowing, message) {
  if (message.t === "joined" || message.t === "reset") knowing.start(message.snapshot);
  if (message.t === "moved" && knowing.board !== null) knowing.move(message);
  if (message.t === "news") knowing.hear(message);
}

function lookAtMatch() {
  const knowing = new Knowing();
  for (const { by, frame, message, knows } of file("match.json").steps) {
    if (frame !== undefined) {
      const said = unpacked(fromHex(frame));
      assert.deepEqual(said, meant(message));
      if (by === "server") take(knowing, said);
    }
    if (knows === undefined) continue;
    const own = knowing.heartbeat();
    assert.deepEqual([own.offset, own.ply, hex(own.digest)], [knows.offset, knows.ply, knows.digest]);
    looked("match.json");
  }
  assert.throws(() => knowing.hear({ since: knowing.offset + 1, offset: 9e9, updates: [] }), Behind);
}

function lookAtRecords() {
  const { proven } = file("transcripts.json");
  for (const row of proven) {
    const whole = unpacked(fromHex(row.bytes), RECORD);
    assert.deepEqual(whole.transcript, meant(row.transcript));
    const opened = openedRecord(fromHex(row.bytes));
    assert.ok(opened.isTrue && opened.transcript.seats.every(isWho));
    assert.equal(opened.transcript.seats.some(isErased), row.people?.seats[0].name === "");
    assert.equal(hex(sha256(packed(whole.transcript))), row.digest);
    assert.equal(hex(packed(whole)), row.bytes);
    looked("transcripts.json");
  }
}

/** The reader gives a value or BadFrame for anything at all, and soon. */
function lookAtRubbish() {
  let state = 1;
  const dice = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const frames = file("messages.json").server.map(({ frame }) => fromHex(frame));
  const counts = { read: 0, refused: 0 };
  for (let turn = 0; turn < 60_000; turn += 1) {
    const frame = Uint8Array.from(frames[dice(frames.length)]);
    for (let hits = dice(4); hits >= 0; hits -= 1) frame[dice(frame.length)] = dice(256);
    const bytes = dice(3) ? frame : Uint8Array.from({ length: dice(60) }, () => dice(256));
    try {
      unpacked(dice(2) ? bytes : bytes.slice(0, dice(bytes.length + 1)));
      counts.read += 1;
    } catch (error) {
      assert.ok(error instanceof BadFrame, String(error));
      counts.refused += 1;
    }
  }
  assert.ok(counts.read > 1000 && counts.refused > 1000, JSON.stringify(counts));
  const refused = [
    ...[ "c1", "d40100", "81a9", "82a17401a17402", "8101a174", "cf0020000000000001"],
    ...[`81a174${"91".repeat(9)}01`, "dc0101" + "01".repeat(257), "a2c328", "dfffffffff", "ddffffffff"],
    ...["81a95f5f70726f746f5f5f80", "81a17400" + "00"],
  ];
  for (const digits of refused) assert.throws(() => unpacked(fromHex(digits)), BadFrame, digits);
  looked("rubbish");
}

lookAtMessages();
lookAtFairness();
lookAtDigests();
lookAtMatch();
lookAtRecords();
lookAtRubbish();
console.log(JSON.stringify(seen));
