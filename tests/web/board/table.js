// A board to play and look at: what the address asks for, played on by taps.
//
// ?game=westcliff/classic&seed=HEX&moves=3F,D&four=1&seen=1: with `seen` the board is
// what a client knows of it, and an answer comes a little later, as from a server.

import { html, render } from "/vendor/htm-preact-3.1.1.js";
import { GAMES, english } from "/games/index.js";
import { dealFromSeed } from "/games/deals.js";
import { Board, fetchBoard } from "/board/index.js";
import { Sprite } from "/board/sprite.js";

const asked = new URLSearchParams(location.search);
const game = GAMES.get(asked.get("game") ?? "westcliff/classic");
const hex = asked.get("seed") ?? "00".repeat(32);
const seed = Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const LATER_MS = Number(asked.get("later") ?? 0);

let whole = game.setup(dealFromSeed(seed, game.about.packs));
for (const text of (asked.get("moves") ?? "").split(",").filter(Boolean))
  whole = game.apply(whole, text);

const own = (position) =>
  asked.has("seen") ? game.positionFrom(game.view(position)) : position;
const table = {
  position: own(whole),
  busy: false,
  status: "",
  said: [],
  moves: [],
  refused: { n: 0, move: "" },
};

function draw() {
  render(
    html`<${Sprite} />
      <header>${game.score(table.position)} ${game.about.title}</header>
      <main>
        <${Board}
          game=${game}
          position=${table.position}
          busy=${table.busy}
          refused=${table.refused}
          four=${asked.has("four")}
          takesBack=${asked.has("back")}
          still=${asked.has("still")}
          onMove=${move}
          onSay=${(all) => {
            table.status = all.map(english).join(" ");
            table.said.push(table.status);
            draw();
          }}
        />
      </main>
      <footer role="status">${table.status}</footer>`,
    document.getElementById("table"),
  );
}

function move(text) {
  table.moves.push(text);
  whole = game.apply(whole, text);
  const answered = () => {
    table.position = own(whole);
    table.busy = false;
    draw();
  };
  if (!LATER_MS) return answered();
  const foretold = game.foretell(table.position, text);
  if (foretold) table.position = foretold;
  table.busy = true;
  draw();
  setTimeout(answered, LATER_MS);
}

Object.assign(window, { table, game, whole: () => whole, draw, play: move });
await fetchBoard(game);
draw();
