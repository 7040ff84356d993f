/** The names of games and players. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";

/** Returns what a game is called; nothing for one that this page does not know. */
export const titleOf = (game) => (game ? tr(game.about.title) : "");

/** A name as it was given: in its own direction, and text only. */
export const Name = ({ children }) =>
  html`<bdi class="called" dir="auto">${children || tr("erased")}</bdi>`;

/** Returns those of a match, a later seat with its number where an earlier one has its name. */
export const toldApart = (rows) =>
  rows.map((row) => {
    const { seat, name, bot } = row;
    const isLater = rows.some((one) => one.seat < seat && one.name === name && !one.bot === !bot);
    return isLater ? { ...row, name: `${name || tr("erased")} (${seat + 1})` } : row;
  });
