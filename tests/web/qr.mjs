/** Prints the QR code of a text as lines of # and ., without its light border. */

import { drawn } from "../../web/samedeal_web/static/page/parts/qr.js";

const { side, path } = drawn(process.argv[2]);
const rows = Array.from({ length: side }, () => Array(side).fill("."));
for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[y][x] = "#";
console.log(rows.map((row) => row.join("")).join("\n"));
