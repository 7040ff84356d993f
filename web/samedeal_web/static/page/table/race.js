/** The race: a board, a clock, how far the others are, and one line that tells. */

import { Board } from "../../board/index.js";
import { Refused } from "../../games/index.js";
import { html, useMemo, useRef, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Bars, STATES } from "../others/bars.js";
import { heard, spoken } from "../others/talk.js";
import { Banner } from "../parts/banner.js";
import { useLater, Why } from "../parts/later.js";
import { Name, titleOf } from "../parts/names.js";
import { clockText, leftMs, useTicks } from "../parts/times.js";
import { looks } from "../reader/looks.js";
import { said, tr, trN } from "../reader/words.js";

/** Returns the position to show: the board, and the moves that are under way. */
function foreseen(game, board, moves) {
  let position = game.positionFrom(board);
  let isBusy = false;
  for (const { ply, move } of moves) {
    if (ply < board.ply || isBusy) continue;
    let next = null;
    try {
      next = game.foretell(position, move);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    isBusy = next === null || !game.isKnown(next);
    position = next ?? position;
  }
  return { position, isBusy };
}

function Clock({ player }) {
  useTicks(250);
  const left = leftMs(player);
  return html`<span class="clock" role="timer" aria-live="off">${left === null ? "" : clockText(left)}</span>`;
}

/** The way to what can be done besides moving. */
function Menu({ visit, isOver }) {
  const [isOpen, open] = useState(false);
  const Sheet = useLater(async () => (await import("./menu.js")).Sheet);
  const button = useRef(null);
  const shut = () => {
    open(false);
    button.current.focus();
  };
  return html`<div class="menu" onKeyDown=${(event) => event.key === "Escape" && shut()}>
    <button ref=${button} class="plain chalk" aria-expanded=${isOpen} aria-label=${tr("Menu")} onClick=${() => open(!isOpen)}>≡</button>
    ${isOpen && Sheet ? html`<${Sheet} visit=${visit} isOver=${isOver} shut=${shut} />` : ""}
  </div>`;
}

export function Race({ visit }) {
  const { player, game, room } = visit;
  const { knowing, exchange } = player;
  const { board, own } = knowing;
  const [told, tell] = useState("");
  // A refusal is told until something else is.
  const [heardOf, hear] = useState(visit.refusals.n);
  const last = heard(visit).at(-1);
  // So is what somebody said, and what was said before the race is not told in it.
  const [heardTo, hearTo] = useState(last?.at ?? 0);
  const [isLooking, look] = useState(false);
  const Keys = useLater(async () => (await import("./keys.js")).Keys);
  const { moves } = exchange;
  const sent = moves.map(({ ply, move }) => `${ply} ${move}`).join(",");
  const shown = useMemo(
    () => (game && board ? foreseen(game, board, moves) : null),
    [game, board, sent],
  );
  if (!game || board === null || own === null) return html`<${Outside} visit=${visit} />`;
  const { refusals } = visit;
  const isOver = own.play?.state !== "playing";
  const unit =
    game.about.contest === "score" ? trN("point", "points", game.score(shown.position)) : tr("up");
  const state = own.play ? STATES[own.play.state] : undefined;
  const line =
    refusals.n > heardOf ? html`<${Why} key=${refusals.n} error=${refusals.error} />` : told;
  const mayLook =
    isOver &&
    room.watch === "boards" &&
    room.seats.some(({ seat, play }) => play && seat !== knowing.seat);
  return html`<main class="race cloth">
    <h1 class="spoken">${titleOf(game)}</h1>
    <${Banner} player=${player} />
    <header class="bar-top">
      <${Clock} player=${player} />
      <span class="score"><strong>${game.score(shown.position)}</strong> ${unit}</span>
      <${Menu} visit=${visit} isOver=${isOver} />
    </header>
    <aside class="rivals"><h2>${titleOf(game)}</h2>
      <p class="second">${tr("Room {room}", { room: room.room })}</p><${room.kind === "challenge" || looks().ghost === "best" ? Rivals : Bars} visit=${visit} />
      ${Keys ? html`<${Keys} game=${game} takesBack=${room.takes_back} />` : ""}</aside>
    <div class="table">
      ${mayLook ? html`<${Others} visit=${visit} isLooking=${isLooking} look=${look} />` : ""}
      ${
        mayLook && isLooking
          ? ""
          : html`<${Board}
        game=${game}
        position=${shown.position}
        onMove=${(text) => {
          player.move(text).catch(() => {});
          // What it leads to is shown before the answer.
          visit.changed();
        }}
        onSay=${(wordings) => {
          tell(wordings.map(said).join(" "));
          hear(visit.refusals.n);
          hearTo(last?.at ?? 0);
        }}
        refused=${refusals}
        busy=${shown.isBusy}
        still=${isOver}
        label=${tr("your board")}
        takesBack=${room.takes_back}
        inWords=${said}
      />`
      }
    </div>
    <p class="status" role="status">
      ${
        last && last.at > heardTo && last.player !== player.id
          ? html`<${Name}>${last.name}</${Name}>: ${spoken(last)}`
          : isOver && state
            ? tr("Your match is over; wait for the others.")
            : line
      }
    </p>
  </main>`;
}

/** The progress of a player who races ghosts, and these as soon as they are there. */
function Rivals({ visit }) {
  const Haunted = useLater(async () => (await import("./ghosts.js")).Haunted);
  return html`<${Haunted ?? Bars} visit=${visit} />`;
}

/** The boards of those who are in the match, where the room lets them be watched. */
function Boards({ visit }) {
  const Lookout = useLater(async () => (await import("./lookout.js")).Lookout);
  return Lookout === null ? "" : html`<${Lookout} visit=${visit} />`;
}

/** A way from the own board, once its match is over, to those of the others. */
function Others({ visit, isLooking, look }) {
  return html`<button class=${isLooking ? "plain chalk others-way" : "brass others-way"} onClick=${() => look(!isLooking)}>
      ${isLooking ? tr("Back to your board") : tr("See the others' boards")}</button>
    ${isLooking ? html`<div class="others"><${Boards} visit=${visit} /></div>` : ""}`;
}

/** A match that is on while one's own seat is not dealt in. */
function Outside({ visit }) {
  const Aside = useLater(async () => (await import("./aside.js")).Aside);
  return Aside === null ? "" : html`<${Aside} visit=${visit} />`;
}
