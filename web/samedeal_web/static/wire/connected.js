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
const BAD_MESSAGE = 4501;
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
    this.url = url;
    this.kept = kept;
    this.language = language;
    this.client = client;
    this.bot = bot;
    this.socket = socket;
    this.knowing = new Knowing();
    this.exchange = new Exchange(this.knowing, (ms, then) => setTimeout(then, ms));
    this.memory = new Memory(kept.memory);
    this.id = "";
    this.name = "";
    this.addresses = [];
    /** The server's name, and its greeting to everybody who comes. */
    this.serverName = "";
    this.greetingWords = "";
    /** "apart" before and after; "connecting", "here", or "away" while it comes back. */
    this.state = "apart";
    /** Why it is apart for good: a close code. */
    this.code = 0;
    this.service = "ok";
    /** The time of the next attempt to come back, by Date.now(). */
    this.triesAt = 0;
    this.listeners = new Set();
    this.link = null;
    /** The link that the next one takes the place of, once the room is entered there. */
    this.over = null;
    this.left = null;
    /** Whether the others of the room meet at its own path, as the server said. */
    this.isApart = false;
    /** The room that is to be entered first; empty for none. */
    this.boundFor = "";
    /** What is asked with the hello, if anything is, and the answer to it. */
    this.entrance = null;
    this.ahead = null;
    /** Whether the room's path led nowhere when it was tried last. */
    this.isPathShut = false;
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

  /** The server's clock, in ms since 1970; it stands while the service has trouble, or nothing is heard of it. */
  nowMs() {
    return this.standsAt ?? Date.now() + this.aheadMs;
  }

  // Coming and going

  /**
   * Connects, under a name if one is given, and on the way to a room if it is known.
   *
   * The `entrance`, a request that enters a room, is asked with the hello: to `enter` by it
   * then takes no round trip of its own. Resolves when welcomed, or rejects.
   */
  connect(name = null, room = "", entrance = null) {
    this.hangUp();
    this.askedName = name;
    this.boundFor = room;
    this.entrance = entrance;
    this.ahead = null;
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
    this.letGo();
    this.exchange.detach();
    this.state = "apart";
  }

  /** Ends whatever other link there is. */
  letGo() {
    this.over?.close();
    this.left?.close();
    this.over = null;
    this.left = null;
  }

  /** The code of the room that one is in; empty for none. */
  get ownRoom() {
    const { room, seat, isWatching } = this.knowing;
    return room !== null && (seat !== null || isWatching) ? room.room : "";
  }

  /** Connects at the room's path; where that led nowhere, at the server's own address. */
  open() {
    const room = this.isPathShut ? "" : this.ownRoom || this.boundFor;
    this.isPathShut = false;
    this.link = this.linkTo(room);
  }

  /**
   * Goes over to the room's path, where the others meet, if it is time to.
   *
   * The link so far stays until the room was entered over the other: nobody is away. Not
   * while a question waits for its answer, which would come over this link.
   */
  goOver() {
    const { link, exchange, ownRoom } = this;
    if (!this.isApart || this.over !== null || link === null || this.state !== "here") return;
    if (link.stays || ownRoom === "" || link.room === ownRoom) return;
    if (exchange.waiting.size > 0 || this.rejoining !== null) return;
    exchange.goOver();
    this.over = this.linkTo(ownRoom);
  }

  /** Stays where it is, as nothing better was found. */
  stay() {
    clearTimeout(this.timer);
    this.over = null;
    this.link.stays = true;
    this.exchange.goOn();
    this.askBack(this.link);
  }

  /** Hears what came on a link; whoever stands on this says what is done with it. */
  heard(_link, _message) {}

  setClock(now) {
    this.aheadMs = now - Date.now();
  }

  linkTo(room) {
    const link = new Link(
      room === "" ? this.url : new URL(`play/${room}`, this.url).href,
      {
        opened: () => this.sayHello(link),
        heard: (message) => this.heard(link, message),
        lost: (code) => this.lost(link, code),
      },
      this.socket,
    );
    link.room = room;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => link.cut(), GREETED_WITHIN_MS);
    return link;
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
    if (this.askBack(link) || this.entrance === null || this.state !== "connecting") return;
    this.ahead = this.exchange.ask(this.entrance, link);
    // Whoever enters hears of it.
    this.ahead.catch(() => {});
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
    if (link === this.over) {
      this.left = this.link;
      this.link = link;
      this.over = null;
    }
    this.id = welcome.player;
    this.name = welcome.name;
    this.isNamed = welcome.named === true;
    this.addresses = welcome.addresses ?? [];
    this.serverName = welcome.server_name ?? "";
    this.greetingWords = welcome.greeting ?? "";
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
    if (link === this.over) this.stay();
    if (link !== this.link) return;
    this.link = null;
    this.letGo();
    this.isPathShut = link.room !== "" && !link.isOpen;
    if (this.isPathShut && this.state === "connecting") {
      this.open();
      return;
    }
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
      const why = code === BAD_MESSAGE ? "not_understood" : "unreachable";
      this.greeting?.reject(this.refusal ?? new NotDone(why));
      this.greeting = null;
      this.exchange.giveUp();
      this.tell("gone", { code });
      return;
    }
    if (
      Date.now() - (this.welcomedAt ?? Infinity) > SETTLED_AFTER_MS ||
      code === GOING_AWAY ||
      isStale
    )
      this.tries = 0;
    const isFirst = this.state === "connecting" && !isStale && !isUnknown;
    if (isFirst && this.tries >= FIRST_TRIES) {
      this.state = "apart";
      this.greeting?.reject(this.refusal ?? new NotDone("unreachable"));
      this.greeting = null;
      this.tell("gone", { code });
      return;
    }
    if (this.state === "here") {
      this.standsAt = this.nowMs();
      this.state = "away";
    }
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
