/** The leader of each leaderboard of one kind. */

import { GAMES } from "../../games/index.js";
import { html } from "../../vendor/htm-preact-3.1.1.js";
import { titleOf } from "../parts/names.js";
import { tr } from "../reader/words.js";
import { METRICS, RowMatch, RowName, Unvouched } from "./metrics.js";

/** Returns a game of what a leaderboard is of: a game, or a family of them. */
const gameOf = (scope) =>
  GAMES.get(scope) ?? [...GAMES.values()].find(({ about }) => about.family === scope);

/** `linkTo` says where the whole leaderboard of a game is; `choose` shows it. */
export function Leaders({ visit, found, linkTo, choose }) {
  const metric = METRICS[found.by];
  const own = visit.player.id;
  const known = found.leaders.filter(({ scope }) => gameOf(scope));
  const rows = known.flatMap(({ row }) => row ?? []);
  return html`<div class="panel wide-table"><table>
    <thead><tr><th>${tr("Game")}</th><th>${tr("first")}</th><th class="number">${tr(metric.value)}</th>
      <th class="number roomy">${tr("on")}</th><th class="number roomy">${tr("rows")}</th></tr></thead>
    <tbody>${known.map(
      ({ scope, row, total }) => html`<tr key=${scope} class=${row?.player === own ? "own" : ""}>
      <td><a href=${linkTo(gameOf(scope))} onClick=${(event) => {
        event.preventDefault();
        choose({ game: gameOf(scope).about.key });
      }}>${GAMES.has(scope) ? titleOf(GAMES.get(scope)) : scope}</a></td>
      ${
        row
          ? html`<td><${RowName} visit=${visit} row=${row} own=${own} /></td>
      <td class="number">${metric.cell(row, gameOf(scope))}</td>`
          : html`<td colspan="2">${tr("nobody yet")}</td>`
      }
      <td class="number roomy">${row ? html`<${RowMatch} visit=${visit} row=${row} />` : ""}</td>
      <td class="number roomy">${total}</td>
    </tr>`,
    )}</tbody>
  </table><${Unvouched} rows=${rows} /></div>`;
}
