/** The first screen: choose a game and play, or open a room, or type a code. */

import { fetchBoard } from "../../board/index.js";
import { GAMES } from "../../games/index.js";
import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head, Welcome } from "../parts/head.js";
import { Rules, useLater, Why } from "../parts/later.js";
import { NameField } from "../parts/name_field.js";
import { titleOf } from "../parts/names.js";
import { minutes } from "../parts/times.js";
import { tr } from "../reader/words.js";
import { readCode } from "../visit/addresses.js";

const FIRST = ["squares/english", "westcliff/classic", "capricieuse"];

/** Has what is wrong be seen, with what it is said of. */
const bringUp = (said) => said?.scrollIntoView({ block: "center" });

function Games({ chosen, choose }) {
  const [all, showAll] = useState(false);
  const keys = all ? [...GAMES.keys()] : FIRST.filter((key) => GAMES.has(key));
  return html`<fieldset class="games">
    <legend class="spoken">${tr("Game")}</legend>
    ${keys.map(
      (key) => html`<label key=${key} class=${key === chosen ? "game chosen" : "game"}>
      <input type="radio" name="game" value=${key} checked=${key === chosen}
        onChange=${() => choose(key)} />
      <span>${titleOf(GAMES.get(key))}</span><small>${minutes(GAMES.get(key))}</small>
    </label>`,
    )}
    ${
      all
        ? ""
        : html`<button type="button" class="plain chalk" onClick=${() => showAll(true)}>
      ${tr("All {count} games", { count: GAMES.size })}
    </button>`
    }
  </fieldset>`;
}

/** What comes late has its room from the beginning, or comes last: nothing that one is about to press moves. */
export function Landing({ visit }) {
  const [game, choose] = useState(FIRST[0]);
  const [name, setName] = useState(visit.kept.name ?? "");
  useEffect(() => {
    // What is about to be played is fetched while a name is typed.
    fetchBoard(GAMES.get(game)).catch(() => {});
  }, [game]);
  const Today = useLater(async () => (await import("../standings/today.js")).Today);
  const Fan = useLater(async () => (await import("./fan.js")).Fan);
  const Rooms = useLater(async () => (await import("./rooms.js")).Rooms);
  const Hosting = useLater(async () => (await import("./hosting.js")).Hosting);
  const [code, setCode] = useState("");
  const [codeIsWrong, setWrong] = useState(false);
  const said = name.trim();
  const isAlone = visit.house.free === null;
  /** The name that was said; where none was, its field is where one is led. */
  const named = (event) => {
    event.preventDefault();
    if (!said) event.target.closest("main").querySelector("input[name=name]").focus();
    return said;
  };
  const alone = (event) => {
    if (named(event)) visit.open(said, { game, seats: 1, public: false, watch: "counts" });
  };
  const play = (event) => {
    if (isAlone) alone(event);
    else {
      event.preventDefault();
      visit.playNow(said, game);
    }
  };
  const there = (place, text, query = "") =>
    html`<a href=${new URL(place + query, visit.base).href} onClick=${(event) => {
      event.preventDefault();
      visit.show(place, query);
    }}>${text}</a>`;
  const join = (event) => {
    event.preventDefault();
    const read = readCode(code);
    setWrong(read === null);
    if (read !== null) visit.goTo(read);
    else event.target.querySelector("input").focus();
  };
  return html`<${Head} visit=${visit} />
  <main class="wide first">
    ${
      visit.lastRoom
        ? html`<p class="panel last">
      ${tr("Your seat in {room} is kept.", { room: visit.lastRoom })}${" "}
      <button class="plain" onClick=${() => visit.goTo(visit.lastRoom)}>${tr("Go on")}</button>
    </p>`
        : ""
    }
    <form class="cloth hero" onSubmit=${play}>
      ${Fan ? html`<${Fan} />` : ""}
      <h1>${tr("One shuffle.")}<br />${tr("Everybody plays it.")}</h1>
      <p>${tr("Race friends at patience and Poker Squares. You see how far they are, never their cards.")}</p>
      <${Games} chosen=${game} choose=${choose} />
      <${NameField} value=${name} onInput=${setName} refused=${visit.refused} />
      ${visit.refused ? html`<p class="wrong" role="alert"><${Why} error=${visit.refused} /></p>` : ""}
      <button class="brass" formnovalidate=${!isAlone} disabled=${visit.isBusy}>${isAlone ? tr("Play alone, now") : tr("Play now")}</button>
      <div class="either">
        <p class="note" hidden=${!isAlone}>${tr("Against the clock, on a deal that nobody chose. Bots to race are in the terminal.")}</p>
        <div hidden=${isAlone}>
          <p class="note">${tr("Two bots race you at once; it counts for no rating.")}</p>
          <button type="button" class="plain chalk" disabled=${visit.isBusy} onClick=${alone}>
            ${tr("Play alone, now")}
          </button>
        </div>
      </div>
    </form>
    <div class="places"><section>
      <h2>${tr("With friends")}</h2>
      <div class="panel">
        ${
          codeIsWrong
            ? html`<p ref=${bringUp} class="wrong" role="alert">
          ${tr("A code has five signs, such as 7KQ4P.")}
        </p>`
            : ""
        }
        <form class="row" onSubmit=${join}>
          <label class="field">${tr("A code you were sent")}
            <input name="code" autocomplete="off" autocapitalize="characters" maxlength="80"
              value=${code} onInput=${(event) => setCode(event.target.value)}
              aria-invalid=${codeIsWrong ? "true" : undefined} />
          </label>
          <button class="quiet">${tr("Join")}</button>
        </form>
        <div class="opens">${Hosting ? html`<${Hosting} visit=${visit} game=${GAMES.get(game)} named=${named} />` : ""}</div>
        <p class="second">${tr("You get a link to send.")}</p>
      </div>
    </section>
    <section>
      <h2>${tr("Today's deals")}</h2>
      <ul class="panel rooms todays">${Today ? html`<${Today} visit=${visit} />` : ""}</ul>
    </section></div>
    <${Rules} key=${game} visit=${visit} game=${GAMES.get(game)}>
      <p>${there("learn", tr("Learn it by playing"), `?game=${game}`)}</p>
    <//>
    <nav class="row">${there("daily", tr("Today's deals"))} ${there("events", tr("Events"))} ${there("learn", tr("Learn and practise"))} ${there("rules", tr("Rules"))} ${there("leaderboards", tr("Leaderboards"))} ${there("player", tr("My matches"))} ${there("account", tr("Account"))}</nav>
    <${Welcome} player=${visit.player} />
    ${Rooms ? html`<${Rooms} visit=${visit} />` : ""}
  </main>`;
}
