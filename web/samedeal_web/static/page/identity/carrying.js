/** The way of an account to another device: by a link or, as the terminal does, by a file. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NotDone } from "../../wire/index.js";
import { Qr } from "../parts/qr.js";
import { tr } from "../reader/words.js";
import { become } from "./identity.js";
import { opened, sealed } from "./sealed.js";

/** As the terminal writes and reads it: `samedeal account export` and `import`. */
const FORMAT = "samedeal identity";
const VERSION = 1;
const MOST_BYTES = 4096;

/** Returns the file of an account; whoever has it can play as its owner. */
const packedAccount = (server, name, token) =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, server, name, token })}\n`;

/** Returns what such a file says, or null for any other text. */
function readAccount(text) {
  try {
    const said = JSON.parse(text);
    const isOne = said?.format === FORMAT && said.version === VERSION;
    const isWhole = ["server", "name", "token"].every(
      (each) => typeof said[each] === "string" && said[each],
    );
    return isOne && isWhole ? { server: said.server, name: said.name, token: said.token } : null;
  } catch {
    return null;
  }
}

/** Returns a server's address without what several spellings of it differ in. */
function plainAddress(address) {
  const url = URL.parse(address);
  return url === null ? address : `${url.host}${url.pathname.replace(/\/$/, "")}`;
}

/** The offer of a link that was followed: its account, in place of the one here. */
export function Taking({ visit, link, isBusy, take, done }) {
  const follow = async () => {
    const { data } = await visit.ask({ t: "fetch", code: link.code });
    const token = opened(data, link.key);
    if (token === null) throw new NotDone("gone");
    await become(visit, { name: null, token });
    done();
  };
  return html`<section class="cloth hero" role="alert">
    <h2>${tr("This link is for your other device")}</h2>
    <p>${tr("It is good once: here you will play as on the device that made it, and no more as who you are here.")}</p>
    <p class="row"><button class="brass" disabled=${isBusy} onClick=${() => take(follow)}>${tr("Go on as there")}</button>
      <button class="plain chalk" onClick=${done}>${tr("Stay who I am")}</button></p>
  </section>`;
}

/** Makes a link or a file of an account, and takes one over. */
export function Elsewhere({ visit, name, isBusy, doing, take, tell }) {
  const [link, show] = useState("");
  const make = () =>
    doing(async () => {
      const { data, key } = sealed(visit.kept.token);
      const { code } = await visit.ask({ t: "carry", data });
      show(`${new URL("account", visit.base).href}#${code}.${key}`);
    });
  const save = () => {
    const text = packedAccount(visit.player.url, name, visit.kept.token);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "samedeal-account.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    tell(tr("Saved. Whoever has this file can play as you."));
  };
  const bring = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    const carried = file.size > MOST_BYTES ? null : readAccount(await file.text());
    if (carried === null) tell(tr("This is no file of an account."), true);
    else if (plainAddress(carried.server) !== plainAddress(visit.player.url)) {
      tell(
        tr("This account is of another server: {server}", { server: plainAddress(carried.server) }),
        true,
      );
    } else take(carried);
  };
  return html`<section class="panel">
    <h2>${tr("On another device")}</h2>
    <p>${tr("A browser keeps who you are, and forgets it when its data are cleared. A link takes it to another device; a file to any browser, here, and to a terminal, by {command}.", { command: "samedeal account import FILE" })}</p>
    ${link ? html`<p class="link">${link}</p><div class="carried"><${Qr} text=${link} /></div><p class="second">${tr("Good once, for ten minutes; whoever opens it first plays as you.")}</p>` : ""}
    <p class="row">
      <button class="quiet" disabled=${isBusy} onClick=${make}>${tr("A link, good once")}</button>
      <button class="quiet" disabled=${isBusy} onClick=${save}>${tr("Save my account")}</button>
      <label class="quiet file">${tr("Take over an account")}<input type="file" accept=".json,application/json" onChange=${bring} /></label>
    </p>
  </section>`;
}
