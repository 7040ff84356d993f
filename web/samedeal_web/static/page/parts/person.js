/** Players in tables: who was erased is found by nobody. */

import { html } from "../../vendor/htm-preact-3.1.1.js";
import { Name } from "./parts.js";

/** A player's name, as a link to them where there is one. */
export const Player = ({ name, to = "" }) =>
  name && to
    ? html`<a href=${to}><${Name}>${name}</${Name}></a>`
    : html`<${Name}>${name}</${Name}>`;
