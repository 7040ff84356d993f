/** The player's identity at the server: a name of one's own, friends, and the way to another device. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { NotDone } from "../../wire/index.js";
import { Head } from "../parts/head.js";
import { Name } from "../parts/names.js";
import { Qr } from "../parts/qr.js";
import { whyNot } from "../reader/refused.js";
import { later, tr, trN } from "../reader/words.js";
import { become, changeToken, deleteAccount } from "./identity.js";
import { opened, readLink, sealed } from "./sealed.js";

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

/** A button that cannot be taken back, and so is pressed twice. */
function Sure({ text, question, does, isBusy }) {
  const [asks, ask] = useState(false);
  if (!asks)
    return html`<p><button class="quiet" disabled=${isBusy} onClick=${() => ask(true)}>${text}</button></p>`;
  return html`<p role="alert">${question}</p>
    <p class="row"><button class="main" disabled=${isBusy} onClick=${() => {
      ask(false);
      does();
    }}>${text}</button>
    <button class="quiet" onClick=${() => ask(false)}>${tr("No")}</button></p>`;
}

function Claiming({ account, name, isBusy, claim }) {
  const [wanted, want] = useState(account.account.named ? "" : name);
  const { named } = account.account;
  const left = account.claims_left;
  const submit = (event) => {
    event.preventDefault();
    if (wanted.trim()) claim(wanted.trim());
  };
  return html`<section class="panel">
    <h2>${named ? tr("Your name is claimed") : tr("Claim your name")}</h2>
    <p>${
      named
        ? tr("Nobody else can use it, or one like it. Names that you had stay yours.")
        : tr("Then nobody else can use it, or one like it, and results stay under it for good.")
    }</p>
    ${
      left
        ? html`<form class="row" onSubmit=${submit}>
      <label class="field">${tr("Name to claim")}
        <input name="claim" autocomplete="nickname" maxlength="20" dir="auto" required value=${wanted}
          onInput=${(event) => want(event.target.value)} /></label>
      <button class="quiet" disabled=${isBusy}>${tr("Claim it")}</button>
    </form>`
        : ""
    }
    <p class="second">${left ? trN("You can claim {count} more name.", "You can claim {count} more names.", left) : tr("You have claimed as many names as you may.")}</p>
  </section>`;
}

const RELATIONS = { friend: later("friend"), blocked: later("blocked") };

function Friends({ people, isBusy, relate }) {
  const [who, write] = useState("");
  const put = (relation) => (event) => {
    event.preventDefault();
    if (who.trim()) relate(who.trim(), relation).then((isDone) => isDone && write(""));
  };
  return html`<section class="panel">
    <h2>${tr("Friends and blocked players")}</h2>
    ${
      people.length
        ? html`<ul class="people">${people.map(
            ({ who: { player, name, named }, relation, mutual }) => html`<li key=${player}>
      <span><${Name}>${name}</${Name}>${named ? "" : html` <span class="second">${player}</span>`}
        ${" "}<span class="tag">${mutual ? tr("friend, mutual") : tr(RELATIONS[relation])}</span></span>
      <button class="quiet" disabled=${isBusy} aria-label=${tr("Take {name} off the list", { name })}
        onClick=${() => relate(player, "none")}>${tr("Take off")}</button>
    </li>`,
          )}</ul>`
        : html`<p>${tr("Nobody is on your list.")}</p>`
    }
    <form class="row" onSubmit=${put("friend")}>
      <label class="field">${tr("A claimed name, or a player's id")}
        <input name="who" autocomplete="off" maxlength="80" dir="auto" required value=${who}
          onInput=${(event) => write(event.target.value)} /></label>
      <button class="quiet" disabled=${isBusy}>${tr("A friend")}</button>
      <button type="button" class="quiet" disabled=${isBusy} onClick=${put("blocked")}>${tr("Block")}</button>
    </form>
    <p class="second">${tr("Who is blocked does not see your rooms.")}</p>
  </section>`;
}

/** The offer of a link that was followed: its account, in place of the one here. */
function Taking({ visit, link, isBusy, take, done }) {
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

/** Moves an account between devices: by a link or, as the terminal does, by a file. */
function Elsewhere({ visit, name, isBusy, doing, take, tell }) {
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

/** Returns who one is, as a first picture and after every change. */
async function all(visit) {
  const [account, circle] = await Promise.all([
    visit.ask({ t: "account" }),
    visit.ask({ t: "circle" }),
  ]);
  return { account, people: circle.people };
}

/** Errors of this screen only. */
const OWN = {
  bad_token: later("The server does not know this account."),
  gone: later("This link was used, or is too old; make another one."),
};

export function Account({ visit }) {
  const [found, find] = useState(null);
  const [told, put] = useState({ text: "", isWrong: false });
  const [isBusy, busy] = useState(false);
  const [link, forget] = useState(readLink(location.hash));
  const tell = (text, isWrong = false) => put({ text, isWrong });
  const doing = async (what, done = "") => {
    busy(true);
    tell("");
    try {
      await what();
      find(await all(visit));
      tell(done);
      return true;
    } catch (error) {
      if (error.code === undefined) throw error;
      tell(OWN[error.code] ? tr(OWN[error.code]) : whyNot(error), true);
      return false;
    } finally {
      busy(false);
    }
  };
  useEffect(() => {
    // So that nobody finds it in the history, and nothing is done twice.
    if (link) visit.history.replaceState(null, "", location.pathname);
    doing(async () => {});
  }, []);
  const claim = (name) =>
    doing(async () => {
      const { account } = await visit.ask({ t: "claim", name });
      visit.kept.name = account.name;
    }, tr("It is yours."));
  const relate = (who, relation) => doing(() => visit.ask({ t: "relate", who, relation }));
  const take = (carried) =>
    doing(() => become(visit, carried), tr("You are {name} here now.", { name: carried.name }));
  const rotate = () =>
    doing(
      () => changeToken(visit),
      tr("You have a new token; the old one no longer works. Save your account again."),
    );
  const revoke = () =>
    doing(
      () => deleteAccount(visit),
      tr("It is deleted; nobody else can take its name. You are somebody new."),
    );
  const who = found?.account.account;
  return html`<${Head} visit=${visit} />
  <main class="wide">
    <h1>${tr("Account")}</h1>
    ${
      who
        ? html`<p class="row"><strong><${Name}>${who.name}</${Name}></strong>
      <span class="tag">${who.named ? tr("claimed") : tr("guest")}</span> <span class="second">${who.player}</span></p>`
        : ""
    }
    <p role=${told.isWrong ? "alert" : "status"} class=${told.isWrong ? "wrong" : ""}>${told.text || (found || told.isWrong ? "" : tr("Looking..."))}</p>
    ${
      link && found
        ? html`<${Taking} visit=${visit} link=${link} isBusy=${isBusy} done=${() => forget(null)}
      take=${(what) => doing(what, tr("You play as on your other device now."))} />`
        : ""
    }
    ${
      found
        ? html`
      <${Claiming} key=${who.name} account=${found.account} name=${visit.kept.name ?? ""} isBusy=${isBusy} claim=${claim} />
      <${Friends} people=${found.people} isBusy=${isBusy} relate=${relate} />
      <${Elsewhere} visit=${visit} name=${who.name} isBusy=${isBusy} doing=${doing} take=${take} tell=${tell} />
      <section class="panel">
        <h2>${tr("If somebody else has it")}</h2>
        <${Sure} text=${tr("Change the token")} isBusy=${isBusy} does=${rotate}
          question=${tr("Every other device that plays as you, a terminal too, then needs the new one. Change it?")} />
        <${Sure} text=${tr("Delete the account")} isBusy=${isBusy} does=${revoke}
          question=${tr("Delete {name} for good? Nobody can undo this.", { name: who.name })} />
      </section>`
        : ""
    }
  </main>`;
}
