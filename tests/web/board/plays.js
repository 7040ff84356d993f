// Plays games through what is on the page and through nothing else: by taps, by dragging
// or by keys. /tests/tasks.json has the games; what came of them is written as JSON into
// an element at the end, of the page around this one.

import { html, render } from "/vendor/htm-preact-3.1.1.js";
import { GAMES } from "/games/index.js";
import { cardWords } from "/games/cards.js";
import { cellName, parseCell } from "/games/squares/cells.js";
import { dealFromSeed } from "/games/deals.js";
import { english } from "/games/wording.js";
import { Board, fetchBoard } from "/board/index.js";
import { Sprite } from "/board/sprite.js";

const root = document.getElementById("table");
const pause = () => new Promise((done) => setTimeout(done));
const find = (selector) => root.querySelector(selector);
const pileOf = (name) => find(`[data-pile="${name}"]`);

/** A game on the page, and what was chosen on it. */
class Table {
  constructor({ game, seed, late = false }) {
    this.late = late;
    this.busy = false;
    this.game = GAMES.get(game);
    const bytes = Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
    this.whole = this.game.setup(dealFromSeed(bytes, this.game.about.packs));
    this.chosen = [];
    this.inputs = 0;
    this.otherwise = 0;
    this.early = 0;
    this.position = this.seen;
    render(null, root);
    this.draw();
  }

  /** Take a move as a page does: what can be foretold is shown at once. */
  move(text) {
    const { game } = this;
    if (this.busy) throw new Error(`${text} was chosen while an answer was awaited`);
    this.chosen.push(text);
    this.whole = game.apply(this.whole, text);
    const answered = () => {
      this.busy = false;
      this.position = this.seen;
      this.draw();
    };
    if (!this.late) return answered();
    this.busy = true;
    this.position = game.foretell(this.position, text) ?? this.position;
    setTimeout(() => setTimeout(() => setTimeout(answered)));
    this.draw();
  }

  async answered() {
    while (this.busy) await pause();
  }

  get seen() {
    return this.game.positionFrom(this.game.view(this.whole));
  }

  draw() {
    render(
      html`<${Sprite} />
        <header></header>
        <main>
          <${Board}
            game=${this.game}
            position=${this.position}
            busy=${this.busy}
            onMove=${(text) => this.move(text)}
          />
        </main>`,
      root,
    );
  }

  async tap(element) {
    this.inputs += 1;
    if (!Number(element.dataset.card ?? 0)) await this.answered();
    for (const type of ["pointerdown", "pointerup"]) {
      element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0 }),
      );
    }
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    await pause();
  }

  async key(key) {
    this.inputs += 1;
    await this.answered();
    const at = root.contains(document.activeElement)
      ? document.activeElement
      : document.body;
    at.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
    await pause();
  }

  async drag(element, target) {
    this.inputs += 1;
    await this.answered();
    // By its corner; what counts is where its middle comes to lie.
    const middle = (each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    };
    const { left, top } = element.getBoundingClientRect();
    const last = target.matches("ul") ? target.lastElementChild : target;
    const [own, goal] = [middle(element), middle(last)];
    const event = (type, where) =>
      element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...where }),
      );
    const from = { clientX: left + 5, clientY: top + 5 };
    event("pointerdown", from);
    event("pointermove", { clientX: from.clientX + 8, clientY: from.clientY + 8 });
    await pause();
    const to = {
      clientX: from.clientX + goal.x - own.x,
      clientY: from.clientY + goal.y - own.y,
    };
    event("pointermove", to);
    event("pointerup", to);
    await pause();
  }
}

/** The pile, the card of it and the target that a move of patience speaks of. */
function spoken(table, text) {
  const [, from, up, to, size = 1] = /^(W|\d+)(?:([FK])|>(\d+)(?:x(\d+))?)$/.exec(text);
  const pile = from === "W" ? "waste" : `column.${from}`;
  const zones = table.game.view(table.whole).zones;
  const at = zones[pile].length - Number(size);
  const after = table.game.view(table.game.apply(table.whole, text)).zones;
  const foundation = Object.keys(after).find(
    (zone) =>
      zone.startsWith("foundation.") &&
      after[zone].at(-1) === zones[pile].at(-1) &&
      after[zone].length > zones[zone].length,
  );
  return {
    pile,
    from,
    up,
    to,
    at,
    size: Number(size),
    target: up ? foundation : `column.${to}`,
  };
}

/** The inputs of each way, for a move of patience. */
const PATIENCE = {
  async tap(table, text) {
    if (text === "D") return table.tap(pileOf("stock").querySelector("button"));
    const { pile, at, target } = spoken(table, text);
    const before = table.chosen.length;
    // What is plainly best goes at once; something else is dragged, or taken in hand first.
    const card = () => pileOf(pile).querySelector(`button[data-at="${at}"]`);
    const plain = await import("/games/patience/choosing.js").then(({ plainly }) =>
      plainly(
        table.game,
        table.seen,
        pile,
        table.game.view(table.whole).zones[pile].length - at,
      ),
    );
    if (plain !== null && plain.text !== text) {
      table.otherwise += 1;
      await table.answered();
      return table.drag(card(), pileOf(target));
    }
    // A card that is seen already is tapped before the last answer has come.
    const wanted = String(table.game.view(table.whole).zones[pile][at]);
    if (card()?.dataset.card !== wanted) await table.answered();
    table.early += table.busy ? 1 : 0;
    await table.tap(card());
    while (table.busy && table.chosen.length === before) await pause();
    if (table.chosen.length === before) {
      const goal = pileOf(target);
      await table.tap(goal.querySelector("button:last-of-type") ?? goal);
    }
  },
  async drag(table, text) {
    if (text === "D") return table.tap(pileOf("stock").querySelector("button"));
    const { pile, at, target } = spoken(table, text);
    await table.drag(
      pileOf(pile).querySelector(`button[data-at="${at}"]`),
      pileOf(target),
    );
  },
  async keys(table, text) {
    if (text === "D") return table.key("d");
    const { from, up, to, size } = spoken(table, text);
    const column = (number) => "1234567890et"[number - 1];
    await table.key(from === "W" ? "w" : column(Number(from)));
    if (up) return table.key(up.toLowerCase());
    const held = root.querySelectorAll(".held").length;
    for (let count = held; count > size; count -= 1) await table.key("ArrowDown");
    // Up and down again says: this many.
    if (held === size && size > 1) {
      await table.key("ArrowDown");
      await table.key("ArrowUp");
    }
    await table.key(column(Number(to)));
  },
};

/** The inputs of each way, for a card of Poker Squares. */
const SQUARES = {
  tap: (table, text) => table.tap(cellOf(table, text)),
  drag: (table, text) => table.drag(find(".next .card"), cellOf(table, text)),
  async keys(table, text) {
    const name = cellName(
      table.game.rules.laying,
      parseCell(table.game.rules.laying, text),
    );
    await table.key(name[0]);
    await table.key(name[1]);
  },
};

const cellOf = (table, text) =>
  find(`[data-cell="${parseCell(table.game.rules.laying, text)}"]`);

/** What the page says lies on a pile, read by its names alone. */
function read(pile) {
  const cards = [...pileOf(pile).querySelectorAll("button.card:not(.back)")];
  return cards.map((card) => card.getAttribute("aria-label"));
}

/** Complain where the page does not say what the game is. */
function checkShown(table) {
  const { zones } = table.game.view(table.whole);
  for (const [zone, cards] of Object.entries(zones)) {
    const words = cards
      .filter((card) => card > 0)
      .map((card) => english(cardWords(card)));
    if (zone.startsWith("column.") && read(zone).join() !== words.join()) {
      throw new Error(`${zone} shows ${read(zone)}, not ${words}`);
    }
    if (
      /^(foundation|waste)/.test(zone) &&
      read(zone).join() !== words.slice(-1).join()
    ) {
      throw new Error(`${zone} shows ${read(zone)}, not ${words.at(-1)}`);
    }
    if (zone.startsWith("cell.")) {
      const said = cellOf(table, zone.slice(5)).getAttribute("aria-label");
      if (!said.endsWith(`: ${words[0]}.`)) throw new Error(`${zone}: ${said}`);
    }
  }
  const stops = root.querySelectorAll('.board [tabindex="0"]').length;
  if (stops !== 1 && !table.game.isOver(table.whole))
    throw new Error(`${stops} tab stops`);
  if (document.documentElement.scrollWidth > innerWidth)
    throw new Error("wider than the page");
}

async function played(task) {
  await fetchBoard(GAMES.get(task.game));
  const table = new Table(task);
  const ways = table.game.about.contest === "score" ? SQUARES : PATIENCE;
  for (const text of task.moves) {
    const before = table.chosen.length;
    if (text === "R") {
      // Asked twice, by the key as by the button.
      const act = () => root.querySelector(".acts .act:last-of-type");
      const asks = () => (task.way === "keys" ? table.key("r") : table.tap(act()));
      await asks();
      await asks();
    } else {
      await ways[task.way](table, text);
    }
    const made = table.chosen.slice(before);
    if (made.join() !== text)
      throw new Error(`${text} by ${task.way} made ${made.join() || "nothing"}`);
    if (!table.busy) checkShown(table);
  }
  await table.answered();
  checkShown(table);
  const { inputs, otherwise, early } = table;
  const score = table.game.score(table.whole);
  return { moves: table.chosen, score, inputs, otherwise, early, width: innerWidth };
}

const done = [];
for (const task of await (await fetch("/tests/tasks.json")).json()) {
  try {
    done.push(await played(task));
  } catch (error) {
    done.push({ failed: `${task.game} ${task.seed}: ${error.message}` });
  }
}
const output = document.createElement("output");
output.textContent = JSON.stringify(done);
parent.document.body.append(output);
