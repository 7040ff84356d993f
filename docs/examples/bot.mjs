// Sits down in a room and plays whatever the rules allow first, match after match.
// node bot.mjs ws://127.0.0.1:8765/ 7KQ4P, with web/samedeal_web/static beside it, or as STATIC.

const [url, room, folder = process.env.STATIC ?? "./static"] = process.argv.slice(2);
const load = (name) => import(new URL(name, new URL(`${folder}/`, `file://${process.cwd()}/`)));
const { Kept, Player } = await load("wire/index.js");
const { GAMES } = await load("games/index.js");

const kept = new Kept(null, null, url); // Who it is lasts as long as the program.
const player = new Player({ url, kept, client: "example", bot: true });
let asked = -1; // The board that was answered last: one move for each.

async function play() {
  const { room: now, board, own } = player.knowing;
  if (now.phase === "gathering" && own && !own.ready) await player.ready();
  if (now.phase !== "playing" || own?.play?.state !== "playing" || board === null) return;
  if (board.ply === asked) return;
  asked = board.ply;
  const game = GAMES.get(now.game);
  const [move] = game.legalMoves(game.positionFrom(board));
  if (move === undefined) await player.finish();
  else await player.move(move);
}

await player.connect("Example");
await player.join(room);
player.listen(({ kind }) => {
  if (kind === "ended") {
    console.log(JSON.stringify(player.knowing.room.result.standings));
    player.leave().then(() => player.hangUp());
  } else play().catch(({ code }) => console.error(code));
});
play();
