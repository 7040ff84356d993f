/** The player's identity at the server: a name of one's own, friends, and the way to another device. */

import { html, useEffect, useState } from "../../vendor/htm-preact-3.1.1.js";
import { Head } from "../parts/head.js";
import { Name } from "../parts/names.js";
import { Kind } from "../parts/rows.js";
import { whyNot } from "../reader/refused.js";
import { later, tr, trN } from "../reader/words.js";
import { Elsewhere, Taking } from "./carrying.js";
import { Friends } from "./friends.js";
import { become, changeToken, deleteAccount } from "./identity.js";
import { readLink } from "./sealed.js";

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
        ? html`<p class="row"><strong><${Name}>${who.name === "guest" ? tr("guest") : who.name}</${Name}></strong>
      <${Kind} who=${who} /> <span class="second">${who.player}</span></p>`
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
