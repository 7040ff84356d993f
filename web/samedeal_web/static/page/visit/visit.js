/** One visit of the page: where it is, who plays, and what was just refused. */

import { GAMES, retraceable } from "../../games/index.js";
import { keptHere, Player } from "../../wire/index.js";
import { toldApart } from "../parts/names.js";
import { language } from "../reader/words.js";
import { readAddress } from "./addresses.js";
import { begin, noteLost } from "./coming.js";
import { House, RIVALS } from "./house.js";

export class Visit {
  /** `screens` says which places there are, and has those for company be fetched. */
  constructor(screens, location = window.location, history = window.history) {
    this.screens = screens;
    this.history = history;
    const { match, whose, event, rules, base, place, code } = readAddress(location, screens.places);
    /** The match, the player or the event whose page it is; without one, oneself. */
    this.match = match;
    this.whose = whose;
    this.event = event;
    /** The game whose rules it is. */
    this.rules = rules;
    this.base = base;
    /** The place it is at besides rooms; empty for the first page. */
    this.place = place;
    this.code = code;
    const socket = new URL(this.base);
    socket.protocol = this.base.protocol === "https:" ? "wss:" : "ws:";
    this.kept = keptHere(this.base.pathname);
    this.player = new Player({ url: socket.href, kept: this.kept, language: language() });
    this.player.listen((happening) => this.heard(happening));
    this.listeners = new Set();
    this.known = null;
    this.shown = null;
    this.house = new House(this);
    /** The last failure, for whoever tried; an error of the protocol. */
    this.refused = null;
    this.isBusy = false;
    /** Whether the settings are open, on whichever screen. */
    this.isSetting = false;
    /** Whether the room may not be looked into without a seat. */
    this.isClosed = false;
    /** The room of the last seat, if the page was opened elsewhere. */
    this.lastRoom = this.kept.room;
    this.refusals = { n: 0, move: "" };
    /** Why the last seat was lost; empty where it was not. */
    this.lost = "";
    this.connecting = null;
    /** Why the last line was not said; null where it was. */
    this.unsaid = null;
    /** Ids of those of whom nothing is heard, for as long as the page is open. */
    this.muted = new Set();
  }

  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  heard(happening) {
    if (happening.kind === "refused" && happening.command.t === "move") {
      this.refusals = {
        n: this.refusals.n + 1,
        move: happening.command.move,
        error: happening.error,
      };
    }
    if (/left|unseated|put_out/.test(happening.kind)) noteLost(this, happening);
    this.changed();
  }

  /** The room as it is shown: two of one name are told apart. */
  get room() {
    const { room } = this.player.knowing;
    if (room !== this.known) {
      this.known = room;
      this.shown = room && { ...room, seats: toldApart(room.seats) };
    }
    return this.shown;
  }

  /** The rules of what is played, with taking back where the room allows it. */
  get game() {
    return this.rulesOf(this.room?.next_match?.game || this.room?.game);
  }

  /** The rules of the match that is over: of several in turn, the next may have others. */
  get played() {
    return this.rulesOf(this.room?.game);
  }

  rulesOf(key) {
    const game = GAMES.get(key);
    return game && this.room.takes_back ? (retraceable(game) ?? game) : game;
  }

  /** The address to send to friends. */
  get link() {
    return new URL(this.room?.room ?? this.code ?? "", this.base).href;
  }

  /** The address of a player. */
  linkToPlayer(player) {
    return new URL(`player/${player}`, this.base).href;
  }

  /** The address of an event. */
  linkToEvent(event) {
    return new URL(`event/${event}`, this.base).href;
  }

  /** The address of a game's rules. */
  linkToRules(game) {
    return new URL(`rules/${game}`, this.base).href;
  }

  /** The address of a match that is over. */
  linkTo(match) {
    return new URL(`m/${match}`, this.base).href;
  }

  /** Does something of which there is one at a time, and notes why it was refused. */
  async doing(what) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.refused = null;
    this.changed();
    try {
      await what();
    } catch (error) {
      if (error.code === undefined) throw error;
      this.refused = error;
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }

  /** Puts a question that concerns no room, as whoever one was before. */
  async ask(message) {
    const { player } = this;
    if (player.state === "apart") this.connecting = player.connect(this.kept.name);
    if (player.state === "connecting") await this.connecting;
    return player.ask(message);
  }

  /** Takes up the room of the address: the own seat there, or a look at it. */
  begin() {
    return begin(this);
  }

  /** Says a name, if it is another than before; `entrance` is what one enters a room by then. */
  async be(name, entrance = null) {
    const { player } = this;
    if (player.state === "here" && player.name === name) return;
    player.knowing.leave();
    await player.connect(name, this.code ?? "", entrance);
    this.kept.name = name;
  }

  /** Opens a room as is asked; with one seat its match begins at once. */
  open(name, asked, t = "host") {
    if (asked.seats !== 1) this.screens.expectCompany();
    return this.doing(async () => {
      const entrance = { t, ...asked };
      await this.be(name, entrance);
      await this.player.enter(entrance);
      await this.seated();
      if (asked.seats === 1) await this.player.ready();
    });
  }

  /** Races bots of the house, for no rating; without a name as whoever one is. */
  playNow(name, game) {
    const certified = GAMES.get(game).about.contest === "race";
    const entrance = {
      t: "host",
      game,
      certified,
      seats: RIVALS + 1,
      public: false,
      rated: false,
      watch: "boards",
    };
    this.screens.expectCompany();
    return this.doing(async () => {
      if (name) await this.be(name, entrance);
      else if (this.player.state !== "here") await this.player.connect(this.kept.name);
      await this.player.enter(entrance);
      await this.seated();
      await this.house.call(RIVALS, true);
    });
  }

  async seated() {
    this.place = "";
    this.lost = "";
    this.code = this.room.room;
    this.kept.room = this.code;
    this.isClosed = false;
    this.history.replaceState(null, "", this.link);
  }

  ready() {
    return this.doing(() => this.player.ready());
  }

  unready() {
    return this.doing(() => this.player.unready());
  }

  /** Opens the settings, or notes that they were shut. */
  sets(isSetting) {
    this.isSetting = isSetting;
    this.changed();
  }

  /** Goes to a room by its code, as if its link had been opened. */
  goTo(code) {
    this.place = "";
    this.code = code;
    this.history.pushState(null, "", new URL(code, this.base).href);
    return this.begin();
  }

  /** Goes to a screen that is no room's; `query` says what of it is shown. */
  show(place, query = "", path = place) {
    this.refused = null;
    this.whose = "";
    if (this.code !== null) {
      this.player.knowing.leave();
      this.kept.room = null;
      this.lastRoom = null;
      this.code = null;
    }
    this.place = place;
    this.history.pushState(null, "", new URL(path + query, this.base).href);
    this.changed();
  }

  /** Leaves the room, and goes to the first screen. */
  leave() {
    return this.doing(async () => {
      const isSeated = this.player.knowing.seat !== null && this.room.phase !== "closed";
      if (isSeated && this.player.state === "here") await this.player.leave().catch(() => {});
      this.home();
    });
  }

  home() {
    this.refused = null;
    this.player.hangUp();
    this.player.knowing.leave();
    this.kept.room = null;
    this.lastRoom = null;
    this.code = null;
    this.place = "";
    this.lost = "";
    this.isClosed = false;
    this.history.pushState(null, "", this.base.href);
    this.changed();
  }
}
