// Two players of the page's own client race at a real server, over lines that are cut.
// Usage: node wire_race.mjs URL STATIC GAME CUTS. Prints a line of JSON.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [url, folder, key, cuts] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, name)).href);
const { GAMES } = await load("games/index.js");
const { Kept, Player } = await load("wire/index.js");
const { checkRecord, doubtsAbout, recordOf, unseenBy } = await load("records/proof.js");
const { ownPart } = await load("records/own.js");
const { packed, unpacked, RECORD } = await load("wire/packing.js");
const { sha256 } = await load("games/sha256.js");

const game = GAMES.get(key);
const MOVES = 40;

class Drawer {
  constructor() { this.kept = new Map(); }
  getItem(key) { return this.kept.get(key) ?? null; }
  setItem(key, value) { this.kept.set(key, value); }
  removeItem(key) { this.kept.delete(key); }
}

/** Waits until a player's room is as it should be. */
function until(player, is) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${player.name} waited in vain: ${is}`)), 60_000);
    const look = () => {
      if (!is(player)) return;
      clearTimeout(late);
      stop();
      resolve();
    };
    const stop = player.listen(look);
    look();
  });
}

/** None before the cards lie: who reveals too late has lost the seat, and rightly. */
let left = 0;
let sent = 0;
const counts = { cuts: 0, moved: 0 };

/** Has every third message of all be the last of its socket, unanswered. */
class Unsteady extends WebSocket {
  send(data) {
    super.send(data);
    sent += 1;
    if (left <= 0 || sent % 3) return;
    left -= 1;
    counts.cuts += 1;
    this.close();
  }
}

async function come(name, drawer = new Drawer()) {
  const player = new Player({ url, kept: new Kept(drawer, drawer, "test"), socket: Unsteady });
  // Each cut is the first: what grows is the pause between failures.
  player.listen(() => { player.tries = 0; });
  await player.connect(name);
  return player;
}

async function play(player) {
  const made = [];
  await until(player, ({ knowing }) => knowing.mayMove && knowing.board !== null);
  while (player.knowing.mayMove && made.length < MOVES) {
    const position = game.positionFrom(player.knowing.board);
    const legal = game.legalMoves(position);
    if (legal.length === 0) break;
    const move = legal[(made.length * 7) % legal.length];
    await player.move(move);
    made.push(move);
    counts.moved += 1;
  }
  if (player.knowing.mayMove) await player.finish();
  return made;
}

const host = await come("Ann");
const drawer = new Drawer();
let guest = await come("Bob", drawer);
await host.host({ game: key, public: false, seats: 2, rated: true });
await guest.join(host.knowing.room.room);
await Promise.all([host.ready(), guest.ready()]);
await until(guest, ({ knowing }) => knowing.room.phase === "countdown");

// The guest's page is loaded anew in the middle of the countdown.
guest.hangUp();
const code = guest.knowing.room.room;
guest = await come(null, drawer);
await guest.join(code, true);

await Promise.all([host, guest].map((each) => until(each, ({ knowing }) => knowing.mayMove)));
left = Number(cuts);

const [one, other] = await Promise.all([play(host), play(guest)]);
await Promise.all([host, guest].map((each) => until(each, ({ knowing }) => knowing.room.result !== null)));
const { result } = host.knowing.room;
const { standings, match } = result;
const record = await recordOf(host, match);
const own = ownPart(host);
const copied = (value) => structuredClone(value);

/** Returns what is doubted of a result, by what the host has seen. */
function doubted(of, seen = {}) {
  const known = { ...host.memory.of(match), ...host.memory.voidsBefore(match), ...seen };
  const about = { player: host.id, game, room: host.memory.room, wasDealtIn: true };
  return doubtsAbout(of, known, about).map(({ text }) => text);
}

/** Returns what is doubted of a record that somebody changed, with a digest that fits. */
function forged(change) {
  const { transcript, people } = unpacked(record, RECORD);
  change(transcript, people);
  const bytes = packed({ transcript, digest: sha256(packed(transcript)), people });
  return checkRecord(bytes, result, game).doubts.map(({ text, fields }) => `${text} ${Object.values(fields)}`);
}

function changed(change) {
  const another = copied(result);
  change(another);
  return doubted(another);
}

const flip = (bytes) => { bytes[0] ^= 1; };
const zeros = "0".repeat(64);
const lies = {
  seed: changed((each) => flip(each.server_seed)),
  nonce: changed((each) => flip(each.nonces[0].nonce)),
  commitment: changed((each) => flip(each.nonces[1].commitment)),
  missing: changed((each) => { each.nonces.pop(); }),
  deal: changed((each) => { each.deal = "daily/another"; }),
  kind: changed((each) => { each.kind = "challenge"; }),
  voids: changed((each) => {
    each.voids = [{ match: "m-x", commitment: each.commitment, why: "service", withheld: [] }];
  }),
  announced: doubted(result, { announced: zeros }),
  own: doubted(result, { nonce: zeros.slice(0, 32) }),
  committed: doubted(result, { committed: { ...host.memory.of(match).committed, [guest.id]: zeros } }),
  opening: doubted(result, { opening: {} }),
  "a record's score": forged((each) => { each.seats[0].score += 1; }),
  "a record's move": forged((each) => {
    // The next one may be the same word, and no lie.
    const [first, ...others] = each.seats[0].moves;
    first[1] = others.find(([, move]) => move !== first[1])[1];
  }),
  "a record's last move": forged((each) => { each.seats[0].moves.pop(); }),
  "a record's time": forged((each) => { each.seats[0].moves[0][0] = 9e9; }),
  "a record's place": forged((each) => { each.seats[0].place += 1; }),
  "a record's nonce": forged((each) => flip(each.nonces[0].nonce)),
  "a record's rules": forged((each) => { each.rules = "0000000000000000"; }),
  "a record's name": forged((each, people) => { people.seats[0].name = "Eve"; }),
  "a record's digest": (() => {
    const whole = unpacked(record, RECORD);
    flip(whole.digest);
    const bytes = packed(whole);
    return checkRecord(bytes, result, game).doubts.map(({ text }) => text);
  })(),
};
const honest = [
  ...doubted(result),
  ...checkRecord(record, result, game, own).doubts.map(({ text }) => text),
  ...checkRecord(record, result, game, own).unseen.map(({ text }) => text),
  ...unseenBy(result, { ...host.memory.of(match), ...host.memory.voidsBefore(match) }, true).map(({ text }) => text),
];
const opened = host.memory.of(match);
console.log(JSON.stringify({
  ...counts,
  match,
  made: { Ann: one, Bob: other },
  standings: standings.map(({ name, score, plies, state }) => ({ name, score, plies, state })),
  hasSeenAll: Boolean(opened.announced && opened.nonce && opened.committed),
  names: [host.name, guest.name],
  honest,
  lies,
}));
host.hangUp();
guest.hangUp();
