/**
 * Requests and their answers, over links that come and go.
 *
 * A question dies with its connection. A command does not: it has a number, is kept
 * until it is answered, and is sent again to whichever server is there next.
 */

const PUT_OFF = ["too_fast", "too_many"];
const UNDECIDED = ["unavailable", ...PUT_OFF];

/** A request that was not carried out; `code` is the protocol's. */
export class NotDone extends Error {
  constructor(code, error = {}) {
    super(error.detail || code);
    this.code = code;
    this.error = error;
  }
}

export const retryMs = (error) => (typeof error.retry === "number" ? error.retry : 1000);

export class Exchange {
  /**
   * @param {import("./knowing.js").Knowing} knowing
   * @param {(wait: number, then: () => void) => void} later
   */
  constructor(knowing, later) {
    this.knowing = knowing;
    this.later = later;
    this.ids = 0;
    this.link = null;
    this.isHolding = false;
    /** Whether questions, too, are kept for the next link. */
    this.isGoingOver = false;
    /** Questions by id, and commands by number. */
    this.waiting = new Map();
    this.unanswered = new Map();
    this.numbers = new Map();
  }

  nextId() {
    this.ids += 1;
    return this.ids;
  }

  /** Puts a question; resolves with its answer, rejects with NotDone. */
  ask(message, link = this.link) {
    return new Promise((resolve, reject) => {
      if (link === null) {
        reject(new NotDone("unavailable"));
        return;
      }
      const id = this.nextId();
      this.waiting.set(id, { message, resolve, reject });
      if (!this.isGoingOver) link.send({ id, ...message });
    });
  }

  /** Has a numbered command carried out once; it outlives its connection. */
  command(message) {
    if (this.knowing.room === null || this.knowing.seat === null) {
      return Promise.reject(new NotDone("not_in_room"));
    }
    return new Promise((resolve, reject) => {
      const n = Math.max(this.knowing.n, ...this.unanswered.keys()) + 1;
      const command = { n, message: { id: this.nextId(), n, ...message }, resolve, reject };
      this.unanswered.set(n, command);
      this.send(command);
    });
  }

  /** The moves that were not answered yet, in order. */
  get moves() {
    const sent = [...this.unanswered.values()].map(({ message }) => message);
    return sent.filter(({ t }) => t === "move");
  }

  isAsking(kind) {
    return [...this.unanswered.values()].some(({ message }) => message.t === kind);
  }

  send(command) {
    this.numbers.set(command.message.id, command);
    if (this.link !== null && !this.isHolding) this.link.send(command.message);
  }

  /** Takes a reply; returns the command that it answers for good, if any. */
  take(reply) {
    const command = this.numbers.get(reply.re);
    if (command === undefined) {
      this.takeAnswer(reply);
      return null;
    }
    if (reply.t === "error" && this.willAskAgain(command, reply)) return null;
    this.numbers.delete(reply.re);
    if (reply.t === "error") {
      for (const n of [...this.unanswered.keys()]) if (n >= command.n) this.unanswered.delete(n);
      command.reject(new NotDone(reply.code, reply));
      return command;
    }
    if (this.unanswered.get(command.n) === command) this.unanswered.delete(command.n);
    this.knowing.n = Math.max(this.knowing.n, command.n);
    const { t, ply, move } = command.message;
    if (t === "move") this.knowing.made.set(ply, move);
    command.resolve(reply);
    return command;
  }

  takeAnswer(reply) {
    const asked = this.waiting.get(reply.re);
    if (asked === undefined) return;
    this.waiting.delete(reply.re);
    const isPutOff = reply.t === "error" && PUT_OFF.includes(reply.code) && retryMs(reply) < 10_000;
    if (isPutOff) {
      this.later(retryMs(reply), () => this.ask(asked.message).then(asked.resolve, asked.reject));
    } else if (reply.t === "error") asked.reject(new NotDone(reply.code, reply));
    else asked.resolve(reply);
  }

  willAskAgain(command, error) {
    if (this.unanswered.get(command.n) !== command) return false;
    const overtook =
      error.code === "command_gap" && [...this.unanswered.keys()].some((n) => n < command.n);
    if (!UNDECIDED.includes(error.code) && !overtook) return false;
    this.later(retryMs(error), () => {
      if (this.unanswered.get(command.n) === command) this.send(command);
      else command.reject(new NotDone("command_gap"));
    });
    return true;
  }

  /** Has a link; commands wait for the snapshot that tells what is known, if one comes. */
  attach(link) {
    this.link = link;
    this.isHolding = this.knowing.room !== null;
    this.goOn();
  }

  /** Keeps everything for another link, or for a snapshot over this one. */
  goOver() {
    this.isGoingOver = true;
    this.isHolding = true;
  }

  /** Puts the questions that were kept. */
  goOn() {
    if (!this.isGoingOver) return;
    this.isGoingOver = false;
    for (const [id, { message }] of this.waiting) this.link.send({ id, ...message });
  }

  /** Has none: questions are answered, and commands wait. */
  detach() {
    this.link = null;
    this.isGoingOver = false;
    for (const { reject } of this.waiting.values()) reject(new NotDone("unavailable"));
    this.waiting.clear();
  }

  /**
   * Compares what was unanswered with a snapshot, which the room is still to be started from.
   *
   * Commands that it knows are done, and only their answers got lost; but in a new seat,
   * or where the store has lost commands before them, their numbers mean others.
   */
  settle(snapshot) {
    this.isHolding = false;
    const wentBack = snapshot.n < this.knowing.n;
    for (const command of [...this.unanswered.values()]) {
      if (command.n > snapshot.n && !wentBack) continue;
      this.unanswered.delete(command.n);
      if (wentBack) command.reject(new NotDone("command_gap"));
      else {
        this.noteMade(command, snapshot);
        command.resolve({ t: "done", re: 0, offset: snapshot.offset });
      }
    }
  }

  /** Remembers an own move that a snapshot has, if it is of the match that was known. */
  noteMade({ message: { t, ply, move } }, snapshot) {
    const isKnown = ply < (snapshot.board?.ply ?? 0) && this.knowing.isOfKnownMatch(snapshot);
    if (t === "move" && isKnown) this.knowing.made.set(ply, move);
  }

  /** Sends again what a snapshot did not know. */
  sendAgain() {
    for (const command of this.unanswered.values()) this.send(command);
  }

  /** Answers all commands: there is no seat any more to carry them out. */
  giveUp() {
    this.isHolding = false;
    const given = [...this.unanswered.values()];
    this.unanswered.clear();
    this.numbers.clear();
    for (const { reject } of given) reject(new NotDone("not_seated"));
  }
}
