/** The screens that nobody alone needs: a room before its match, and one without a seat. */

import { Countdown } from "./countdown.js";
import { Closed, Gone, Join } from "./join.js";
import { Waiting } from "./waiting.js";

export const SCREENS = {
  closed: Closed,
  countdown: Countdown,
  gone: Gone,
  join: Join,
  waiting: Waiting,
};
