// Players of the page's own client, each of whom moves as soon as they are answered, or
// every so often.
//
// In Node: node racers.mjs URL STATIC GAME PLAYERS SEATS MS OVER_MS. It says "seated",
// begins at the first line that it reads, answers each further one with what there was
// so far, as a line of JSON, and ends with its input. In a browser whoever imports it
// does as much.

import { nextMove } from "./choices.mjs";

const AT_ONCE = 12;
const now = () => performance.now();

export class Racers {
  /** `wire` is the page's module of that name; each moves every `ms`, or at once for 0. */
  constructor(wire, url, { players, seats, game, ms }) {
    this.game = game;
    this.ms = ms;
    this.moves = 0;
    this.matches = 0;
    /** How often what must not happen did, by what it is. */
    this.wrongs = {};
    const rooms = Math.max(1, Math.floor(players / seats));
    this.tables = Array.from({ length: rooms }, (_, room) => {
      const table = { code: "", started: 0, line: new Map(), players: [] };
      for (let seat = 0; seat < seats; seat += 1) {
        table.players.push(new Racer(this, table, wire, url, `p${room * seats + seat}`));
      }
      return table;
    });
  }

  note(what) {
    this.wrongs[what] = (this.wrongs[what] ?? 0) + 1;
  }

  /** Fills all rooms. */
  async sit() {
    const waiting = [...this.tables];
    const some = async () => {
      for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
        for (const each of table.players) await each.sit(table.players.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
  }

  /** Has everybody be ready, room by room, over some time. */
  async start(overMs) {
    for (const { players } of this.tables) {
      for (const each of players) each.start();
      await new Promise((done) => setTimeout(done, overMs / this.tables.length));
    }
  }

  get told() {
    return { moves: this.moves, matches: this.matches, wrongs: this.wrongs };
  }
}

class Racer {
  constructor(racers, table, { Kept, Player }, url, name) {
    this.racers = racers;
    this.table = table;
    this.player = new Player({ url, kept: new Kept(null, null, name) });
    this.player.listen(({ kind }) => this.hear(kind));
    this.hasStarted = false;
    this.readied = "";
    /** The time of the next move. */
    this.due = 0;
  }

  async sit(seats) {
    const { player, table, racers } = this;
    await player.connect("bench");
    if (table.code) await player.join(table.code);
    else await player.host({ game: racers.game, public: false, seats });
    table.code = player.knowing.room.room;
  }

  start() {
    this.hasStarted = true;
    this.beReady();
  }

  hear(kind) {
    if (kind === "moved") this.racers.moves += 1;
    if (kind === "ended") this.end();
    if (["away", "gone", "left", "unseated", "refused"].includes(kind)) this.racers.note(kind);
    if (kind === "started") this.begin();
    if (kind === "moved") this.goAt(this.due + this.racers.ms);
    if (["started", "snapshot"].includes(kind)) this.goAt(now() + Math.random() * this.racers.ms);
    if (["opened", "phase", "voided"].includes(kind)) this.beReady();
  }

  /** Forgets the moves of the match before; the first of the room to hear of it does. */
  begin() {
    const { started } = this.player.knowing.room;
    if (this.table.started !== started) this.table.line.clear();
    this.table.started = started;
  }

  beReady() {
    const { room, own } = this.player.knowing;
    const opened = room.next_match?.id;
    const isOpen = ["gathering", "result"].includes(room.phase);
    if (!this.hasStarted || !isOpen || !opened || !own || this.readied === opened) return;
    this.readied = opened;
    this.player.ready().catch(({ code }) => this.racers.note(code));
  }

  goAt(due) {
    clearTimeout(this.timer);
    this.due = due;
    if (this.racers.ms === 0) this.go();
    else this.timer = setTimeout(() => this.go(), Math.max(0, due - now()));
  }

  go() {
    const { knowing, exchange } = this.player;
    if (!knowing.mayMove || knowing.board === null || exchange.unanswered.size > 0) return;
    const { ply, zones } = knowing.board;
    const { line } = this.table;
    if (!line.has(ply)) line.set(ply, nextMove(this.racers.game, zones, ply));
    const move = line.get(ply);
    const asked = move === null ? this.player.finish() : this.player.move(move);
    asked.catch(({ code }) => this.racers.note(code));
  }

  end() {
    const { room, seat, board } = this.player.knowing;
    this.racers.matches += 1;
    const row = room.result.standings.find((one) => one.seat === seat);
    if (row?.plies !== board?.ply) this.racers.note("another result");
  }
}

if (globalThis.process?.argv[1]?.endsWith("racers.mjs")) {
  const { createInterface } = await import("node:readline");
  const [url, folder, game, ...sizes] = process.argv.slice(2);
  const [players, seats, ms, overMs] = sizes.map(Number);
  const wire = await import(`file://${folder}/wire/index.js`);
  const asked = { players, seats, game, ms };
  const racers = new Racers(wire, url, asked);
  await racers.sit();
  console.log("seated");
  let hasBegun = false;
  for await (const _ of createInterface({ input: process.stdin })) {
    if (hasBegun) console.log(JSON.stringify(racers.told));
    else racers.start(overMs);
    hasBegun = true;
  }
  process.exit(0);
}
