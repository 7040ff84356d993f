/** The knowledge of one room: snapshots, news and answers folded, and their digest. */

import { joined, sha256 } from "../games/sha256.js";
import { byBytes } from "./fairness.js";
import { packed } from "./packing.js";

/** Something is missing that a snapshot has. */
export class Behind extends Error {}

export class Knowing {
  constructor() {
    this.leave();
  }

  /** Forgets the room. */
  leave() {
    this.room = null;
    this.board = null;
    this.seat = null;
    this.isWatching = false;
    this.offset = 0;
    this.n = 0;
    this.said = 0;
    /** The board that the match began with, and the own moves since, if it was seen. */
    this.opening = null;
    this.made = new Map();
    /** Boards of others, by seat, while watching. */
    this.watched = new Map();
    this.talk = [];
  }

  get own() {
    return this.room?.seats.find(({ seat }) => seat === this.seat) ?? null;
  }

  get mayMove() {
    return this.room?.phase === "playing" && this.own?.play?.state === "playing";
  }

  /** Starts from a snapshot. */
  start(snapshot) {
    const { room, board, seat, offset, n, said } = snapshot;
    if (!this.isOfKnownMatch(snapshot)) this.made.clear();
    if (n < this.n || room.epoch !== this.room?.epoch) this.forgetMovesFrom(board?.ply ?? 0);
    if (room.room !== this.room?.room) this.talk = [];
    Object.assign(this, { room, board, seat, offset, n, said: said ?? 0 });
    this.watched.clear();
  }

  /**
   * Tells whether a snapshot is of the match that was known last.
   *
   * Not by when it began: that moves on whenever the clocks have stood.
   */
  isOfKnownMatch({ room, board }) {
    const known = this.room;
    if (room.room !== known?.room) return false;
    const match = room.result?.match;
    if (room.phase === "playing") return known.phase === "playing" && board !== null;
    if (known.phase === "playing") return [undefined, this.opening?.match ?? match].includes(match);
    return match === known.result?.match;
  }

  forgetMovesFrom(ply) {
    for (const made of [...this.made.keys()]) if (made >= ply) this.made.delete(made);
  }

  /** Takes over what a move changed on the own board; throws Behind. */
  move(moved) {
    const known = this.board;
    if (known === null) throw new Behind("a move was answered without a board");
    if (known.ply > moved.ply) return;
    if (!moved.full && known.ply + 1 < moved.ply) throw new Behind("an answer is missing");
    const { ply, score, state } = moved;
    this.board = {
      ply,
      score,
      zones: moved.full ? moved.zones : { ...known.zones, ...moved.zones },
    };
    if (this.own !== null) this.put({ ...this.own, play: { score, ply, state } });
  }

  /** Folds news; throws Behind if something before them is missing. */
  hear(news) {
    if (news.since !== this.offset || this.room === null) throw new Behind("news are missing");
    for (const update of news.updates) this.fold(update);
    this.offset = news.offset;
  }

  fold(update) {
    folds[update.t]?.(this, update);
  }

  with(changes) {
    this.room = { ...this.room, ...changes };
  }

  put(seat) {
    const others = this.room.seats.filter((one) => one.seat !== seat.seat);
    this.with({ seats: [...others, seat].sort((one, other) => one.seat - other.seat) });
  }

  /** The fields of a heartbeat. */
  heartbeat() {
    if (this.room === null) return { t: "heartbeat", offset: 0, ply: 0, digest: new Uint8Array() };
    const digest = digestOf(this.room, this.board);
    return { t: "heartbeat", offset: this.offset, ply: this.board?.ply ?? 0, digest };
  }
}

/** Takes over what is otherwise about the room, under its own names. */
const set = (knowing, { t: _, ...changes }) => knowing.with(changes);

const folds = {
  seat: (knowing, { seat }) => knowing.put(seat),
  left: (knowing, { seat }) => {
    knowing.with({ seats: knowing.room.seats.filter((one) => one.seat !== seat) });
    knowing.watched.delete(seat);
    if (seat === knowing.seat) knowing.seat = null;
  },
  host: (knowing, { seat }) => knowing.with({ host: seat }),
  phase: set,
  opened: (knowing, { match }) => knowing.with({ next_match: match }),
  voided: (knowing, update) =>
    knowing.with({ voids: [...(knowing.room.voids ?? []), update.void] }),
  started: (knowing, { at, seats, board, game, time_limit_s }) => {
    const { room } = knowing;
    const isDealtIn = seats.includes(knowing.seat);
    knowing.board = isDealtIn ? board : null;
    const match = room.next_match?.id;
    knowing.opening = isDealtIn && match !== undefined ? { match, board } : null;
    knowing.made.clear();
    const shows = knowing.isWatching && room.watch === "boards";
    knowing.watched = new Map(shows ? seats.map((seat) => [seat, board]) : []);
    knowing.with({
      started: at,
      next_match: null,
      result: null,
      voids: [],
      game: game || room.game,
      time_limit_s: time_limit_s || room.time_limit_s,
    });
  },
  progress: (knowing, { seat, play }) => {
    const there = knowing.room.seats.find((one) => one.seat === seat);
    if (there !== undefined) knowing.put({ ...there, play });
  },
  stood: (knowing, { started }) => knowing.with({ started }),
  pause: set,
  door: set,
  ended: set,
  closed: (knowing, { because = "" }) =>
    knowing.with({ phase: "closed", until: null, next_match: null, because }),
  said: (knowing, { line }) => {
    knowing.talk = [...knowing.talk, line].slice(-50);
  },
};

/** Returns the two halves that a digest is made of, as values. */
export function halvesOf(room, board) {
  const pick = (value, names) => names.map((name) => value[name]);
  const seats = room.seats.map((seat) => [
    pick(seat, ["seat", "player", "name", "bot", "present", "ready", "wins"]),
    seat.play === null ? null : pick(seat.play, ["score", "ply", "state"]),
  ]);
  const { next_match: next, result } = room;
  const aboutRoom = [
    pick(room, [
      ...["room", "epoch", "public", "host", "game", "seats_max", "time_limit_s"],
      ...["best_of", "phase", "until", "started"],
    ]),
    seats,
    next === null ? null : pick(next, ["id", "number", "commitment"]),
    result === null
      ? null
      : pick(result, ["match", "server_seed", "series_over", "series_winners"]),
  ];
  if (board === null) return [aboutRoom, null];
  const zones = Object.entries(board.zones).sort(([one], [other]) => byBytes(one, other));
  return [aboutRoom, [board.ply, board.score, zones]];
}

/** Returns what a heartbeat tells of all that is known. */
export function digestOf(room, board) {
  const [one, other] = halvesOf(room, board).map((half) => sha256(packed(half)));
  return sha256(joined(one, other)).slice(0, 8);
}
