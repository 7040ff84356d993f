// A room of Colyseus for `bench.load --colyseus`: four players, each with a board of
// five by five. What a move costs here is what P2 compares with: it is read, checked,
// appended to a stream of the store, answered only then, and told to the others by the
// room's state, twenty times a second. There are no rules beyond an empty cell, no
// matches and no records.
//
//   node table.mjs FOLDER    where FOLDER has the packages; the store is REDIS_URL

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.argv[2]}/`));
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { MapSchema, Schema, defineTypes } = require("@colyseus/schema");
const { Redis } = require("ioredis");

const CELLS = 25;
const TOLD_EVERY_MS = 50;
const CELL = /^[a-e][1-5]$/;

class Play extends Schema {}
defineTypes(Play, { ply: "uint8", score: "int16", state: "string" });

class View extends Schema {
    constructor() {
        super();
        this.plays = new MapSchema();
    }
}
defineTypes(View, { plays: { map: Play } });

const store = new Redis(process.env.REDIS_URL.replace(/^unix:\/\//, ""), {
    // All that comes in within one turn of the loop goes out together, as with us.
    enableAutoPipelining: true,
});

class Table extends Room {
    maxClients = 4;
    patchRate = TOLD_EVERY_MS;

    onCreate() {
        this.state = new View();
        this.boards = new Map();
        this.onMessage("move", (client, asked) => this.lay(client, asked));
    }

    onJoin(client) {
        const play = new Play();
        play.assign({ ply: 0, score: 0, state: "playing" });
        this.state.plays.set(client.sessionId, play);
        this.boards.set(client.sessionId, new Map());
    }

    onLeave(client) {
        this.state.plays.delete(client.sessionId);
        this.boards.delete(client.sessionId);
    }

    async lay(client, asked) {
        const play = this.state.plays.get(client.sessionId);
        const board = this.boards.get(client.sessionId);
        const why = whyNot(asked, play, board);
        if (why) {
            client.send("error", { re: asked?.id, why });
            return;
        }
        board.set(asked.move, asked.ply + 1);
        const fact = JSON.stringify({ by: client.sessionId, ply: asked.ply, move: asked.move });
        await store.xadd(`bench:table:${this.roomId}`, "*", "f", fact);
        if (board.size === CELLS) {
            board.clear();
        }
        play.ply = board.size;
        play.score += 1;
        const zones = { [asked.move]: [asked.ply + 1], next: [asked.ply + 2] };
        client.send("moved", {
            re: asked.id, ply: play.ply, score: play.score, state: play.state, zones,
        });
    }
}

function whyNot(asked, play, board) {
    if (!Number.isInteger(asked?.id) || !CELL.test(asked.move)) {
        return "not understood";
    }
    if (asked.ply !== play.ply) {
        return "another move is next";
    }
    return board.has(asked.move) ? "there is a card" : "";
}

const transport = new WebSocketTransport({ pingInterval: 0 });
const server = new Server({ transport, greet: false });
server.define("table", Table);
await server.listen(0, "127.0.0.1");
console.log(JSON.stringify({ port: transport.server.address().port }));
