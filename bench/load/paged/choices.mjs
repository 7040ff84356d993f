// What to play next, found without rules: as choices.py has it, for the same boards.

const CELLS = [1, 2, 3, 4, 5].flatMap((row) => [..."abcde"].map((column) => `${column}${row}`));

/** Returns a legal move's notation; null when there is nothing useful left. */
export function nextMove(game, zones, ply) {
  return game.startsWith("squares/") ? (CELLS[ply] ?? null) : patienceMove(zones);
}

/** Builds, else uncovers a hidden card, else takes from the waste, else deals. */
function patienceMove(zones) {
  const columns = new Map();
  for (const [name, cards] of Object.entries(zones)) {
    const [, number] = /^column\.(\d+)$/.exec(name) ?? [];
    if (number) columns.set(number, cards);
  }
  const waste = zones.waste ?? [];
  const tops = [...columns].filter(([, cards]) => cards.length);
  const sources = tops.map(([number, cards]) => [number, cards.at(-1)]);
  if (waste.length) sources.push(["W", waste.at(-1)]);
  return (
    build(zones, sources) ??
    uncover(columns) ??
    take(waste, columns) ??
    (zones.stock.length ? "D" : null)
  );
}

const suitOf = (card) => Math.floor((card - 1) / 13);
const rankOf = (card) => (card - 1) % 13;
const isRed = (card) => [1, 2].includes(suitOf(card));

function build(zones, sources) {
  const fits = ([, card]) =>
    card > 0 && zones[`foundation.${suitOf(card) + 1}`].length === rankOf(card);
  const [source] = sources.find(fits) ?? [];
  return source === undefined ? null : `${source}F`;
}

function uncover(columns) {
  const [space] = [...columns].find(([, cards]) => !cards.length) ?? [];
  for (const [source, cards] of columns) {
    const hidden = cards.filter((card) => card === 0).length;
    if (!hidden || hidden === cards.length) continue;
    const size = cards.length - hidden;
    const target = placeFor(cards[hidden], columns) ?? space;
    if (target !== undefined) return `${source}>${target}${size > 1 ? `x${size}` : ""}`;
  }
  return null;
}

function take(waste, columns) {
  const target = waste.length ? placeFor(waste.at(-1), columns) : undefined;
  return target === undefined ? null : `W>${target}`;
}

/** Returns a column whose top is one higher and of the other colour, if there is one. */
function placeFor(card, columns) {
  const fits = ([, cards]) => {
    const top = cards.at(-1) ?? 0;
    return top > 0 && rankOf(top) === rankOf(card) + 1 && isRed(top) !== isRed(card);
  };
  const [number] = [...columns].find(fits) ?? [];
  return number;
}
