/**
 * A match played again, move by move: by buttons, by a slider, or at its own pace.
 *
 * `to` is a seat and the number of a move to go to, another object each time.
 */

import { Board } from "../../board/index.js";
import { stepsOf } from "../../records/record.js";
import { html, useEffect, useMemo, useState } from "../../vendor/htm-preact-3.1.1.js";
import { toldApart } from "../parts/names.js";
import { exactly } from "../parts/times.js";
import { said, tr } from "../reader/words.js";

const SPEEDS = [1, 4, 16];
/** However long somebody thought. */
const LONGEST_WAIT_MS = 3000;

const NOBODY = -1;

/** Returns the number of the last step that had been made by a time. */
const stepAt = (steps, ms) =>
  Math.max(
    0,
    steps.findLastIndex(({ at }) => at <= ms),
  );

/** Whose board stands beside the first one, at the same moment of the match. */
function Beside({ seats, chosen, value, choose }) {
  const others = seats.filter(({ seat }) => seat !== chosen);
  return html`<label class="field beside">${tr("Beside it")}
    <select value=${value} onChange=${(event) => choose(Number(event.target.value))}>
      <option value=${NOBODY} selected=${value === NOBODY}>${tr("nobody")}</option>
      ${others.map(({ seat, name }) => html`<option key=${seat} value=${seat} selected=${seat === value}>${name}</option>`)}
    </select></label>`;
}

function Still({ game, seat, step }) {
  return html`<div class="replay-board"><${Board} key=${seat.seat} game=${game} position=${step.position} still=${true} inWords=${said} label=${seat.name} /></div>`;
}

export function Replay({ record, to = null }) {
  const { transcript, game } = record;
  const seats = useMemo(
    () => toldApart(transcript.seats).map((each) => ({ ...each, name: each.name || tr("erased") })),
    [record],
  );
  const [chosen, choose] = useState(seats[0].seat);
  const [other, put] = useState(NOBODY);
  const seat = seats.find((each) => each.seat === chosen);
  const beside = other === chosen ? undefined : seats.find((each) => each.seat === other);
  const besides = useMemo(() => (beside ? stepsOf(record, beside) : []), [record, beside]);
  const steps = useMemo(() => stepsOf(record, seat), [record, chosen]);
  const [at, go] = useState(0);
  const [speed, hurry] = useState(4);
  const [plays, play] = useState(false);
  useEffect(() => {
    if (to === null) return;
    play(false);
    choose(to.seat);
    go(to.ply);
  }, [to]);
  const last = steps.length - 1;
  const now = Math.min(at, last);
  useEffect(() => {
    if (!plays) return undefined;
    if (now >= last) {
      play(false);
      return undefined;
    }
    const wait = Math.min(LONGEST_WAIT_MS, (steps[now + 1].at - steps[now].at) / speed);
    const timer = setTimeout(() => go(now + 1), wait);
    return () => clearTimeout(timer);
  }, [plays, now, speed, steps]);
  const step = (number) => {
    play(false);
    go(Math.max(0, Math.min(last, number)));
  };
  /** The places of others at the moment that this board is at; after the last move, after theirs. */
  const momentOf = (others) => (now === last ? others.length - 1 : stepAt(others, steps[now].at));
  const turnTo = (number) => {
    go(
      momentOf(
        stepsOf(
          record,
          seats.find((each) => each.seat === number),
        ),
      ),
    );
    choose(number);
  };
  const start = () => {
    if (now === last) go(0);
    play(true);
  };
  const { position, score, at: ms } = steps[now];
  const changes = now
    ? game
        .changes(steps[now - 1].position, position)
        .map(said)
        .join(" ")
    : "";
  const button = (
    name,
    sign,
    to,
    isOff,
  ) => html`<button class="quiet" aria-label=${name} title=${name}
    disabled=${isOff} onClick=${() => step(to)}>${sign}</button>`;
  return html`<section class="cloth replay">
    ${
      seats.length > 1
        ? html`<div class="row seats-of" role="group" aria-label=${tr("Whose board")}>${seats.map(
            (each) => html`<button
      key=${each.seat} class=${each.seat === chosen ? "brass" : "plain chalk"} aria-pressed=${each.seat === chosen}
      onClick=${() => turnTo(each.seat)}><bdi>${each.name}</bdi></button>`,
          )}
      <${Beside} seats=${seats} chosen=${chosen} value=${beside ? other : NOBODY} choose=${put} /></div>`
        : ""
    }
    <p class="row replayed"><strong>${score}</strong> <span>${seat.isUntimed ? "" : exactly(ms)}</span>
      <span class="note">${tr("{ply} of {plies} moves", { ply: now, plies: last })}</span>
      <label class="field speed"><span class="spoken">${tr("Speed")}</span>
        <select value=${speed} onChange=${(event) => hurry(Number(event.target.value))}>
          ${SPEEDS.map((each) => html`<option key=${each} value=${each} selected=${each === speed}>${each}×</option>`)}
        </select></label></p>
    ${
      beside
        ? html`<div class="both">
        <div><p class="whose"><bdi>${seat.name}</bdi> <strong>${score}</strong></p><${Still} game=${game} seat=${seat} step=${steps[now]} /></div>
        <div><p class="whose"><bdi>${beside.name}</bdi> <strong>${besides[momentOf(besides)].score}</strong></p>
          <${Still} game=${game} seat=${beside} step=${besides[momentOf(besides)]} /></div>
      </div>`
        : html`<${Still} game=${game} seat=${seat} step=${steps[now]} />`
    }
    <p class="status" role="status">${plays ? "" : changes}</p>
    <input type="range" min="0" max=${last} value=${now} aria-label=${tr("Move")}
      onInput=${(event) => step(Number(event.target.value))} />
    <div class="row keys">
      ${button(tr("To the first move"), "|◀", 0, now === 0)}
      ${button(tr("One move back"), "◀", now - 1, now === 0)}
      <button class="brass" onClick=${() => (plays ? play(false) : start())}>${plays ? tr("Stop") : tr("Run")}</button>
      ${button(tr("One move on"), "▶", now + 1, now === last)}
      ${button(tr("To the last move"), "▶|", last, now === last)}
    </div>
  </section>`;
}
