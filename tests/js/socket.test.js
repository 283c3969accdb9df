/** The connection of a match: a stroke that was sent is sent until it is answered. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../src/carrom_web/static/match/socket.js";
import { Unanswered } from "../../src/carrom_web/static/match/unanswered.js";

const STROKE = { offset: 0, angle: 0.1, speed: 2 };
/** @type {Map<string, string>} */
const stored = new Map();
/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];
  /** @type {Map<string, (event: any) => void>} */
  listeners = new Map();

  constructor() {
    sockets.push(this);
  }

  /** @param {string} kind @param {(event: any) => void} listener */
  addEventListener(kind, listener) {
    this.listeners.set(kind, listener);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** @param {any} message from the server */
  say(message) {
    this.listeners.get("message")?.({ data: JSON.stringify(message) });
  }

  greet({ playing = true } = {}) {
    this.say({ kind: "hello", playing, seats: ["south"] });
  }

  of(/** @type {string} */ kind) {
    return this.sent.filter((message) => message.kind === kind);
  }
}

Object.assign(globalThis, {
  WebSocket: FakeSocket, location: { protocol: "http:", host: "here" }, addEventListener: () => undefined,
  document: { addEventListener: () => undefined, hidden: false }, setInterval: () => 0,
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  },
});

/** @param {{ empty?: boolean }} [options] */
function page({ empty = false } = {}) {
  if (empty) stored.clear();
  sockets = [];
  /** @type {any[]} */
  const received = [];
  const connection = new Connection("/ws/", {
    message: (message) => received.push(message), state: () => undefined, slow: () => undefined, version: () => 4, unanswered: new Unanswered("m"),
  });
  return { connection, received, socket: sockets[0] };
}

test("a stroke is sent again under its id by the page that is loaded next, until it is answered", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  connection.request("stroke", STROKE);
  const [first] = socket.of("stroke");

  const later = page();
  assert.equal(later.connection.pending?.id, first.id);
  later.socket.greet();
  assert.deepEqual(later.socket.of("stroke"), [first]);
  later.socket.say({ kind: "done", id: first.id, number: 5 });

  assert.equal(later.connection.pending, null);
  assert.equal(page().connection.pending, null);
});

test("a stroke cannot be taken back, and no second request takes its place", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  connection.request("stroke", STROKE);

  connection.withdraw();
  const isSent = connection.request("stroke", { ...STROKE, angle: 0.2 });

  assert.equal(isSent, false);
  assert.equal(socket.of("known").length, 0);
  assert.equal(socket.of("stroke").length, 1);
  assert.equal(connection.pending?.withdrawn, false);
});

test("another request may be taken back, and is not stored for the next page", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  connection.request("concede", { what: "match" });

  connection.withdraw();

  assert.equal(socket.of("known").length, 1);
  assert.equal(page().connection.pending, null);
});

test("a page that follows another one keeps the stroke until it plays itself", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  connection.request("stroke", STROKE);
  const [{ id }] = socket.of("stroke");
  socket.say({ kind: "refused", id, code: "another-tab", text: "" });
  assert.equal(connection.pending?.id, id);

  const follower = page();
  follower.socket.greet({ playing: false });
  assert.equal(follower.socket.of("stroke").length, 0);
  follower.socket.say({ kind: "tab", playing: true });

  assert.equal(follower.socket.of("stroke")[0].id, id);
});

test("a refusal frees the stroke", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  connection.request("stroke", STROKE);

  socket.say({ kind: "refused", id: socket.of("stroke")[0].id, code: "stale", text: "" });

  assert.equal(connection.pending, null);
  assert.equal(page().connection.pending, null);
});

test("a silent connection is asked after two seconds, not after the usual quiet", () => {
  const { connection, socket } = page({ empty: true });
  socket.greet();
  const before = performance.now();
  connection.request("stroke", STROKE);

  connection.watch();
  assert.equal(socket.of("sync").length, 0);
  performance.now = () => before + 2500;
  connection.watch();

  assert.equal(socket.of("sync").length, 1);
});
