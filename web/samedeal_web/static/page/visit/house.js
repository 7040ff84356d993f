/** The house, whose bots come when they are called: who has called them waits, and races them. */

/** The number that race with one who plays at once, as in the terminal. */
export const RIVALS = 2;
const COME_WITHIN_MS = 8000;

const botsIn = (room) => room?.seats.filter(({ bot }) => bot).length ?? 0;

/** The house, as it is known, and the bots called into the own room. */
export class House {
  constructor(visit) {
    this.visit = visit;
    /** The number of bots that could come; null where there is no house. */
    this.free = null;
    /** The bots called that are not there yet, or null. */
    this.called = null;
    /** Whether those that were called last did not come. */
    this.areMissing = false;
    visit.player.listen(() => this.look());
  }

  /** Notes what a list of rooms says of the house. */
  note({ bots }) {
    this.free = bots ?? null;
    this.visit.changed();
  }

  /** Calls bots into the own room; whoever `plays` at once is ready when they sit. */
  async call(bots, plays = false) {
    const { player, room } = this.visit;
    const before = botsIn(room);
    this.areMissing = false;
    const found = await player.callBots(bots);
    const called = { room: room.room, bots: before + found.bots, plays };
    this.called = called;
    setTimeout(() => this.giveUp(called), COME_WITHIN_MS);
    this.look();
  }

  look() {
    const { called, visit } = this;
    if (called !== null && botsIn(visit.room) >= called.bots) this.begin(called);
  }

  async begin(called) {
    const { player, room } = this.visit;
    if (called.begins) return;
    called.begins = true;
    if (called.plays && room.room === called.room) {
      await player.ready().catch((error) => {
        this.visit.refused = error;
      });
    }
    this.forget(called);
  }

  /** Goes on with those that came, or says that nobody did. */
  giveUp(called) {
    const { room } = this.visit;
    if (this.called !== called || called.begins) return;
    if (room?.room === called.room) {
      if (botsIn(room) && called.plays) {
        this.begin(called);
        return;
      }
      this.areMissing = true;
    }
    this.forget(called);
  }

  forget(called) {
    if (this.called === called) this.called = null;
    this.visit.changed();
  }
}
