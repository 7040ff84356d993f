/** A deal to lay while a room fills, which counts for nothing. */

import { html, useState } from "../../vendor/htm-preact-3.1.1.js";
import { tr } from "../reader/words.js";
import { dealt } from "./course.js";
import { Table } from "./table.js";

export function Practice({ game }) {
  const [state, put] = useState(() => dealt(game));
  return html`<section class="cloth practice">
    <header><h2>${tr("Practice")}</h2><small>${tr("counts for nothing")}</small>
      <button class="plain chalk" onClick=${() => put(dealt(game))}>${tr("Another deal")}</button>
    </header>
    <${Table} state=${state} put=${put} />
  </section>`;
}
