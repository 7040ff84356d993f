/**
 * What was seen of matches, whatever is said of them later; the first time counts.
 *
 * It outlives the page: `saved` is what a reload takes up.
 */

import { commitmentToNonce, fromHex, hex, NONCE_BYTES, randomBytes } from "./fairness.js";

const MOST = 20;

export class Memory {
  /** @param {Record<string, any> | null} saved what `saved` returned before */
  constructor(saved = null) {
    /** By match: the own nonce, what was announced, what all were committed to. */
    this.matches = new Map(Object.entries(saved?.matches ?? {}));
    this.room = saved?.room ?? null;
    /** Starts that were void since the last result. */
    this.owed = saved?.owed ?? [];
    /** Starts since then that the own nonce was sent for: the server knew the deal. */
    this.sent = saved?.sent ?? [];
    /** Those that can have been played or lost while nothing was heard. */
    this.adrift = saved?.adrift ?? [];
    /** The last result: its match, and when and in which epoch that was played. */
    this.last = saved?.last ?? null;
  }

  get saved() {
    const { room, owed, sent, adrift, last } = this;
    return { matches: Object.fromEntries(this.matches), room, owed, sent, adrift, last };
  }

  of(match) {
    if (!this.matches.has(match)) {
      this.matches.set(match, {});
      // In order of time: what is forgotten is the oldest.
      while (this.matches.size > MOST) this.matches.delete(this.matches.keys().next().value);
    }
    return this.matches.get(match);
  }

  /** Remembers what a match was opened with. */
  noteOpened(opened) {
    const known = this.of(opened.id);
    known.announced ??= hex(opened.commitment);
    known.deal ??= opened.deal ?? "";
  }

  /**
   * Remembers how a room began to be played, and when its last match did.
   *
   * What became of a start cannot be known to who was not in the seat meanwhile, nor
   * where the store has gone back to the match before, which everybody sees.
   */
  noteRoom(room, comesAnew = false) {
    if (this.room?.code !== room.room) {
      this.room = { code: room.room, kind: room.kind ?? "match", origin: room.origin ?? "" };
      [this.owed, this.sent, this.adrift, this.last] = [[], [], [], null];
    } else if ((comesAnew && room.started !== this.room.started) || this.isPlayedAgain(room)) {
      this.adrift = [...this.adrift, ...this.sent];
      this.sent = [];
    }
    this.noteStarted(room);
  }

  isPlayedAgain({ phase, epoch, started }) {
    return (
      phase === "playing" &&
      this.last !== null &&
      epoch > this.last.epoch &&
      started === this.last.started
    );
  }

  noteStarted(room) {
    this.room.started = room.started;
    this.room.epoch = room.epoch;
  }

  /** Remembers that a start was void; what was said of it first counts. */
  noteVoid(voided) {
    this.of(voided.match).voided ??= plainVoid(voided);
    this.owed = [...new Set([...this.owed, voided.match])];
  }

  /** Remembers the board that a match began with, as it was dealt. */
  noteOpening(match, board) {
    this.of(match).opening ??= board.zones;
  }

  /** Returns what of the starts before a match was heard, and which it has to tell of. */
  voidsBefore(match) {
    const { owed = this.owed, sent = this.sent, adrift = this.adrift } = this.of(match);
    const voids = owed.map((each) => this.matches.get(each)?.voided).filter(Boolean);
    const others = (all) => all.filter((each) => each !== match);
    return {
      voids,
      hasSeenVoids: voids.length === owed.length,
      sent: others(sent),
      adrift: others(adrift),
    };
  }

  /** Remembers a result, and what was to be told with it. */
  noteEnded(match) {
    // Its own entry may be forgotten; it takes over nothing that came after it.
    if (match === this.last?.match) return;
    const known = this.of(match);
    for (const what of ["owed", "sent", "adrift"]) {
      known[what] ??= this[what];
      this[what] = this[what].filter((each) => !known[what].includes(each));
    }
    this.last = { match, started: this.room?.started, epoch: this.room?.epoch };
  }

  /** Returns the commitment to the own nonce for a match, fresh the first time. */
  commitTo(match, player) {
    const known = this.of(match);
    known.nonce ??= hex(randomBytes(NONCE_BYTES));
    return commitmentToNonce(match, player, fromHex(known.nonce));
  }

  /** Returns the own nonce for a match, null if there is none. */
  nonceFor(match) {
    const digits = this.matches.get(match)?.nonce;
    return digits === undefined ? null : fromHex(digits);
  }

  /** Remembers what everybody is committed to when the own nonce is sent. */
  noteRevealed(room) {
    const known = this.of(room.next_match.id);
    known.committed ??= Object.fromEntries(
      room.seats.map((seat) => [seat.player, hex(seat.commitment ?? new Uint8Array())]),
    );
    const { id, deal } = room.next_match;
    if (!deal && !this.sent.includes(id)) this.sent.push(id);
  }
}

/** Returns a void start as text alone, to be kept and compared. */
export function plainVoid({ match, commitment, why, withheld }) {
  const who = (withheld ?? []).map((each) => [each.player, each.name, hex(each.commitment)]);
  return JSON.stringify([match, hex(commitment), why, who]);
}
