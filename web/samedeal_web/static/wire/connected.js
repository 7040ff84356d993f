/**
 * One identity's way to a server: hello, heartbeats, and coming back after a loss.
 *
 * What is said over it is for who stands on it: `Player`.
 */

import { Exchange, NotDone } from "./exchange.js";
import { hex, randomBytes } from "./fairness.js";
import { Knowing } from "./knowing.js";
import { Link, meansComeBack } from "./link.js";
import { Memory } from "./memory.js";

const FIRST_PAUSE_MS = [50, 250];
const LONGEST_PAUSE_MS = 8000;
const GREETED_WITHIN_MS = 10_000;
const BAD_TOKEN = 4504;
const GOING_AWAY = 4000;
const SETTLED_AFTER_MS = 5000;
const FIRST_TRIES = 3;

export class Connected {
  /**
   * @param {object} settings
   * @param {string} settings.url of the server, as in ws://127.0.0.1:8765/
   * @param {import("./kept.js").Kept} settings.kept identity, way back and memory
   * @param {string} [settings.language]
   * @param {string} [settings.client] program and version, for the server's log
   * @param {boolean} [settings.bot] what is said of a program that plays
   * @param {typeof WebSocket} [settings.socket]
   */
  constructor({ url, kept, language = "en", client = "samedeal-page", bot = false, socket }) {
    Object.assign(this, { url, kept, language, client, bot, socket });
    this.knowing = new Knowing();
    this.exchange = new Exchange(this.knowing, (ms, then) => setTimeout(then, ms));
    this.memory = new Memory(kept.memory);
    this.id = "";
    this.name = "";
    this.addresses = [];
    /** "apart" before and after; "connecting", "here", or "away" while it comes back. */
    this.state = "apart";
    /** Why it is apart for good: a close code. */
    this.code = 0;
    this.service = "ok";
    /** When the next attempt to come back is made, by Date.now(). */
    this.triesAt = 0;
    this.listeners = new Set();
    this.link = null;
    this.visit = 0;
    this.session = hex(randomBytes(8));
    this.aheadMs = 0;
    this.standsAt = null;
    this.heartbeatMs = 10_000;
    this.tries = 0;
    this.rejoining = null;
    this.heardAt = 0;
    this.alike = 0;
    this.lastSnapshot = "";
    this.greeting = null;
    this.askedName = null;
  }

  // What is known

  /** Hears of everything that happens: `{kind, ...}`; returns how to stop. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(kind, more = {}) {
    for (const listener of [...this.listeners]) listener({ kind, ...more });
  }

  /** The server's clock, in ms since 1970; it stands while the service has trouble. */
  nowMs() {
    return this.standsAt ?? Date.now() + this.aheadMs;
  }

  // Coming and going

  /** Connects, under a name if one is given; resolves when welcomed, or rejects. */
  connect(name = null) {
    this.hangUp();
    this.askedName = name;
    this.refusal = null;
    this.waitMs = 0;
    this.code = 0;
    this.tries = 0;
    this.state = "connecting";
    return new Promise((resolve, reject) => {
      this.greeting = { resolve, reject };
      this.open();
    });
  }

  hangUp() {
    clearTimeout(this.timer);
    clearInterval(this.beating);
    this.link?.close();
    this.link = null;
    this.exchange.detach();
    this.state = "apart";
  }

  open() {
    const link = new Link(
      this.url,
      {
        opened: () => this.sayHello(link),
        heard: (message) => this.heard(link, message),
        lost: (code) => this.lost(link, code),
      },
      this.socket,
    );
    this.link = link;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => link.cut(), GREETED_WITHIN_MS);
  }

  sayHello(link) {
    const { token, resume } = this.kept;
    this.visit += 1;
    this.helloId = this.exchange.nextId();
    link.send({
      id: this.helloId,
      t: "hello",
      client: this.client,
      language: this.language,
      name: this.askedName,
      token: resume === null ? token : null,
      resume,
      session: this.session,
      visit: this.visit,
      bot: this.bot,
    });
    this.askBack(link);
  }

  /** Asks for the room again, if there is one; true if that was asked. */
  askBack(link) {
    const { room, seat, isWatching } = this.knowing;
    if (room === null || (seat === null && !isWatching)) return false;
    this.rejoining = this.exchange.nextId();
    const t = isWatching ? "watch" : "join";
    link.send({ id: this.rejoining, t, room: room.room, back: true });
    return true;
  }

  welcomed(link, welcome) {
    clearTimeout(this.timer);
    this.id = welcome.player;
    this.name = welcome.name;
    this.isNamed = welcome.named === true;
    this.addresses = welcome.addresses ?? [];
    if (welcome.token) this.kept.token = welcome.token;
    this.kept.resume = welcome.resume;
    this.setClock(welcome.now);
    this.standsAt = null;
    this.service = "ok";
    this.heartbeatMs = welcome.heartbeat_ms;
    this.state = "here";
    this.welcomedAt = Date.now();
    this.exchange.attach(link);
    if (this.rejoining === null) this.exchange.isHolding = false;
    clearInterval(this.beating);
    this.beating = setInterval(() => this.beat(link), this.heartbeatMs);
    this.greeting?.resolve(welcome);
    this.greeting = null;
    this.tell("welcome");
  }

  beat(link) {
    if (Date.now() - this.heardAt > 3 * this.heartbeatMs) link.cut();
    else link.send(this.knowing.heartbeat());
  }

  lost(link, code) {
    if (link !== this.link) return;
    this.link = null;
    clearTimeout(this.timer);
    clearInterval(this.beating);
    this.exchange.detach();
    this.rejoining = null;
    const isStale = code === BAD_TOKEN && this.kept.resume !== null;
    const isUnknown = code === BAD_TOKEN && !isStale && this.kept.token !== null;
    if (isStale) this.kept.resume = null;
    if (isUnknown) this.kept.token = null;
    if (!meansComeBack(code) && !isStale && !isUnknown) {
      this.state = "apart";
      // A hello that was refused is told to whoever said it.
      this.code = this.greeting === null ? code : 0;
      this.greeting?.reject(this.refusal ?? new NotDone("unreachable"));
      this.greeting = null;
      this.exchange.giveUp();
      this.tell("gone", { code });
      return;
    }
    if (Date.now() - (this.welcomedAt ?? Infinity) > SETTLED_AFTER_MS || code === GOING_AWAY || isStale) this.tries = 0;
    const isFirst = this.state === "connecting" && !isStale && !isUnknown;
    if (isFirst && this.tries >= FIRST_TRIES) {
      this.state = "apart";
      this.greeting?.reject(this.refusal ?? new NotDone("unreachable"));
      this.greeting = null;
      this.tell("gone", { code });
      return;
    }
    if (this.state === "here") this.state = "away";
    const pause = this.pauseMs();
    this.triesAt = Date.now() + pause;
    this.timer = setTimeout(() => this.open(), pause);
    this.tell("away", { code });
  }

  pauseMs() {
    const [least, most] = FIRST_PAUSE_MS;
    const grown = (least + Math.random() * (most - least)) * 2 ** Math.min(this.tries, 16);
    this.tries += 1;
    return Math.max(Math.min(LONGEST_PAUSE_MS, grown), this.waitMs ?? 0);
  }

  /** Tries to come back at once: somebody asked for it, or the network is there again. */
  tryNow() {
    if (this.state !== "away" || this.link !== null) return;
    clearTimeout(this.timer);
    this.open();
  }
}
