/**
 * One player at one server, in at most one room, over a link that may be lost.
 *
 * It comes back after a loss, takes the seat again and sends again what was not answered.
 * Whoever shows the room reads `knowing`, and hears of every change.
 */

import { Connected } from "./connected.js";
import { NotDone, retryMs } from "./exchange.js";
import { hex } from "./fairness.js";
import { Behind } from "./knowing.js";

const SNAPSHOTS_TO_FIT = 2;
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** Returns what an operator says in a message on the service, by the tags of languages. */
function announcedIn(message) {
  const isSaid = ([tag, text]) => TAG.test(tag) && typeof text === "string" && text !== "";
  return Object.fromEntries(Object.entries(message).filter(isSaid));
}

export class Player extends Connected {
  // What is said

  heard(link, message) {
    if (link === this.left) return;
    this.heardAt = Date.now();
    try {
      this.take(link, message);
    } catch (error) {
      if (!(error instanceof Behind)) throw error;
      this.rejoin();
    }
    this.kept.memory = this.memory.saved;
    this.goOver();
  }

  take(link, message) {
    switch (message.t) {
      case "welcome":
        return this.welcomed(link, message);
      case "news":
        return this.hear(message);
      case "joined":
        return this.joined(message);
      case "reset":
        return this.startFrom(message.snapshot);
      case "heartbeat":
        return this.compare(message);
      case "service":
        return this.serve(message);
      case "watched":
        return this.see(message);
      case "rooms_changed":
        return this.tell("rooms", { message });
      case "talk":
        return this.recall(message);
      case "error":
        return this.refused(message);
      case "moved":
        return this.moved(message);
      default:
        return this.exchange.take(message);
    }
  }

  serve(message) {
    this.service = message.state;
    if (message.state === "degraded") this.standsAt ??= this.nowMs();
    if (message.state === "ok") this.standsAt = null;
    const announced = announcedIn(message);
    if (Object.keys(announced).length > 0) this.announced = announced;
    this.tell("service", { message });
  }

  see({ boards }) {
    for (const { seat, board } of boards) this.knowing.watched.set(seat, board);
    this.tell("watched");
  }

  recall({ lines }) {
    const known = new Set(this.knowing.talk.map(({ at, offset }) => `${at} ${offset}`));
    const fresh = lines.filter(({ at, offset }) => !known.has(`${at} ${offset}`));
    this.knowing.talk = [...fresh, ...this.knowing.talk].sort((a, b) => a.at - b.at).slice(-50);
    this.tell("talk");
  }

  moved(message) {
    this.exchange.take(message);
    this.knowing.move(message);
    this.tell("moved", { message });
  }

  hear(news) {
    if (this.rejoining !== null) return;
    const before = this.knowing.seat;
    const opened = this.knowing.room?.next_match?.id;
    this.knowing.hear(news);
    for (const update of news.updates) this.note(update, opened);
    this.afterNews(news.updates);
    if (before !== null && this.knowing.seat === null) this.exchange.giveUp();
    for (const update of news.updates) this.tell(update.t, { update });
  }

  note(update, opened) {
    if (update.t === "opened") this.memory.noteOpened(update.match);
    if (update.t === "voided") this.memory.noteVoid(update.void);
    if (update.t === "ended") this.memory.noteEnded(update.result.match);
    if (update.t === "started" || update.t === "stood") this.memory.noteStarted(this.knowing.room);
    const { opening } = this.knowing;
    if (update.t === "started" && opening !== null && opening.match === opened) {
      this.memory.noteOpening(opening.match, opening.board);
    }
  }

  afterNews(updates) {
    const is = (t) => updates.some((update) => update.t === t);
    if (is("phase") && this.knowing.room.phase === "countdown") this.reveal();
    if (is("voided")) this.beReadyAgain();
  }

  compare(heartbeat) {
    this.setClock(heartbeat.now);
    if (this.rejoining !== null || this.knowing.room === null) return;
    if (heartbeat.offset === 0) {
      // The room is not here any more: nothing is joined anew by itself. Of one that was
      // closed that is no news; its result is still looked at.
      if (this.knowing.room.phase !== "closed") this.unseat("left", { update: {} });
      return;
    }
    const own = this.knowing.heartbeat();
    const isSame = heartbeat.offset === own.offset && heartbeat.ply === own.ply;
    const fits = isSame && hex(heartbeat.digest) === hex(own.digest);
    const isBeyondRepair = isSame && this.alike >= SNAPSHOTS_TO_FIT;
    const wasBehind = this.behindAt === own.offset;
    this.behindAt = isSame ? null : own.offset;
    if (!fits && !isBeyondRepair && (isSame || wasBehind))
      throw new Behind("the server knows more");
  }

  refused(error) {
    if (error.re === this.rejoining) {
      this.rejoining = null;
      if (error.retry === "never") {
        this.unseat("unseated", { error });
      } else setTimeout(() => this.rejoin(), retryMs(error));
      return;
    }
    if (error.re === this.helloId && this.state !== "here") {
      this.refusal = new NotDone(error.code, error);
      this.waitMs = typeof error.retry === "number" ? error.retry : 0;
      return;
    }
    const command = this.exchange.take(error);
    if (command?.message.t === "reveal") {
      if (error.code === "command_gap") this.reveal();
      this.beReadyAgain();
    }
    if (command?.message.t === "move" && error.code === "stale_ply") this.rejoin();
    if (command !== null) this.tell("refused", { command: command.message, error });
  }

  unseat(kind, told) {
    this.knowing.seat = null;
    this.knowing.isWatching = false;
    this.exchange.giveUp();
    this.tell(kind, told);
  }

  // Snapshots

  rejoin() {
    if (this.link !== null && this.rejoining === null) this.askBack(this.link);
  }

  joined(message) {
    this.isApart = message.apart === true;
    if (message.re === this.rejoining) this.startFrom(message.snapshot);
    else this.exchange.take(message);
  }

  startFrom(snapshot, comesAnew = false) {
    const { room } = snapshot;
    this.rejoining = null;
    this.left?.close();
    this.left = null;
    this.exchange.settle(snapshot);
    this.knowing.start(snapshot);
    this.memory.noteRoom(room, comesAnew);
    if (room.result !== null) this.memory.noteEnded(room.result.match);
    for (const voided of room.voids ?? []) this.memory.noteVoid(voided);
    if (room.next_match !== null) this.memory.noteOpened(room.next_match);
    const known = `${room.epoch} ${snapshot.offset} ${snapshot.board?.ply}`;
    this.alike = known === this.lastSnapshot ? this.alike + 1 : 1;
    this.lastSnapshot = known;
    this.exchange.sendAgain();
    if (room.phase === "countdown") this.reveal();
    this.beReadyAgain();
    if (room.phase === "closed") this.exchange.giveUp();
    this.tell("snapshot");
  }

  /** Enters a room: `host`, `join`, `watch` and the like; rejects with NotDone. */
  async enter(message) {
    this.exchange.giveUp();
    const ahead = this.entrance === message ? this.ahead : null;
    this.entrance = null;
    const { snapshot } = await (ahead ?? this.exchange.ask(message));
    this.knowing.leave();
    this.knowing.isWatching = message.t === "watch";
    this.startFrom(snapshot, true);
    this.goOver();
  }

  // Commands

  /** Sits down in a room, or comes back to a seat held there. */
  join(room, back = false) {
    return this.enter({ t: "join", room, back });
  }

  watch(room) {
    return this.enter({ t: "watch", room, back: false });
  }

  host(choices) {
    return this.enter({ t: "host", ...choices });
  }

  ready() {
    const opened = this.knowing.room?.next_match;
    if (!opened) return Promise.reject(new NotDone("wrong_phase"));
    const commitment = this.memory.commitTo(opened.id, this.id);
    this.kept.memory = this.memory.saved;
    return this.exchange.command({ t: "ready", match: opened.id, commitment });
  }

  unready() {
    return this.exchange.command({ t: "unready" });
  }

  /** Makes a move after those that are still under way. */
  move(text) {
    const ply = (this.knowing.board?.ply ?? 0) + this.exchange.moves.length;
    return this.exchange.command({ t: "move", ply, move: text });
  }

  finish() {
    return this.exchange.command({ t: "finish" });
  }

  resign() {
    return this.exchange.command({ t: "resign" });
  }

  /** Asks for a pause, or agrees to one. */
  pause() {
    return this.exchange.command({ t: "pause" });
  }

  /** Ends a pause, or wants none any more. */
  goOn() {
    return this.exchange.command({ t: "go_on" });
  }

  /** Says a phrase by its code, or words; rejects with NotDone. */
  say({ phrase = "", text = "" }) {
    const { knowing } = this;
    knowing.said += 1;
    const said = phrase ? { t: "phrase", phrase } : { t: "say", text };
    return this.ask({ ...said, number: knowing.said });
  }

  /** Has bots of the house come into the own room; answers how many. */
  callBots(bots) {
    return this.ask({ t: "call_bots", bots });
  }

  async leave() {
    await this.exchange.command({ t: "leave" });
    this.exchange.giveUp();
    this.knowing.leave();
    this.tell("left", { update: {} });
  }

  ask(message) {
    return this.exchange.ask(message);
  }

  // What it does by itself

  reveal() {
    const { room, seat } = this.knowing;
    const nonce = room?.next_match ? this.memory.nonceFor(room.next_match.id) : null;
    if (nonce === null || seat === null || this.exchange.isAsking("reveal")) return;
    this.memory.noteRevealed(room);
    this.kept.memory = this.memory.saved;
    this.exchange.command({ t: "reveal", nonce }).catch(() => {});
  }

  /** Commits anew where the last start was void and this player was ready for it. */
  beReadyAgain() {
    const { room, own } = this.knowing;
    const last = room?.voids?.at(-1);
    if (!last || !own || own.ready || !room.next_match || this.exchange.isAsking("ready")) return;
    const wasReady = this.memory.nonceFor(last.match) !== null;
    const isOpen = room.phase === "gathering" || room.phase === "result";
    if (wasReady && isOpen) this.ready().catch((error) => this.tell("notready", { error }));
  }
}
