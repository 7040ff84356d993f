/** The cells of rows of tables: players, places, shares. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";
import { Name } from "./names.js";

/** A player's name, as a link to them where there is one: who was erased is found by nobody. */
export const Player = ({ name, to = "" }) =>
  name && to
    ? html`<a href=${to}><${Name}>${name}</${Name}></a>`
    : html`<${Name}>${name}</${Name}>`;

/** A player in a table: the own row says so. */
export const Called = ({ row, own, linkTo }) =>
  html`<${Player} name=${row.name} to=${linkTo?.(row.player)} />${
    row.player === own ? ` (${tr("you")})` : ""
  }${row.bot ? ` (${tr("bot")})` : ""}`;

/** What somebody is, beside their name; nothing where that says so. */
export function Kind({ who }) {
  const isSaid = !who.named && !who.bot && who.name.startsWith("guest");
  const kind = who.bot ? tr("bot") : who.named ? tr("claimed") : tr("guest");
  return isSaid ? "" : html`<span class="tag">${kind}</span>`;
}

/** Returns a share in percent, rounded down, so that 100 % is all of them; a dash of none. */
export const share = (part, whole) =>
  whole ? `${(Math.floor((part * 1000) / whole) / 10).toFixed(1)}%` : "-";

/** Returns a share in hundredths of a per cent as it is written; a dash for none. */
export function percent(hundredths) {
  if (hundredths === null) return "-";
  const fields = {
    whole: Math.floor(hundredths / 100),
    part: String(hundredths % 100).padStart(2, "0"),
  };
  return tr("{whole}.{part}%", fields);
}

/** Returns a place, marked where others share it. */
export const placeText = (place, rows) =>
  place === null
    ? ""
    : `${place}${rows.filter((row) => row.place === place).length > 1 ? "=" : ""}`;
