/** The stroke that is being made: what is drawn is what is sent. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { nearestFree, verdictOn } from "../../src/carrom_web/static/board/region.js";
import { Stroke } from "../../src/carrom_web/static/board/stroke.js";
import { cellOf } from "../../src/carrom_web/static/match/table.js";
import { newId, pauseBefore } from "../../src/carrom_web/static/match/socket.js";

const ICF = {
  seat: "south", distance: 0.2526, limit: 0.2223, spans: [[-0.2223, -0.21435], [-0.18255, 0.18255], [0.21435, 0.2223]],
  gaps: [{ from: -0.21435, to: -0.18255, code: "half", text: "half a circle", clauses: [] }, { from: 0.18255, to: 0.21435, code: "half", text: "half a circle", clauses: [] }],
  angles: [[-Math.PI, Math.PI]], angles_text: null, angles_clauses: [], speed: [0.05, 8],
};
const allowed = (domain = ICF) => {
  const stroke = new Stroke();
  stroke.allow(/** @type {any} */ (domain));
  return stroke;
};

test("every value is rounded to what is sent before it is drawn", () => {
  const stroke = allowed();
  stroke.place(12.34567);
  stroke.aimAt(13.400499);
  stroke.pullTo(0.4321);

  assert.equal(stroke.offset, 12.35);
  assert.equal(stroke.angle, 13.4);
  assert.deepEqual(stroke.asSent(), { offset: 0.01235, angle: (13.4 * Math.PI) / 180, speed: stroke.speed });
  assert.equal(stroke.speed, Number(stroke.speed.toFixed(3)));
});

test("a recorded stroke is laid and sent to the bit, also where a hand may not put the striker, until it is changed", () => {
  const stroke = allowed();
  const recorded = { offset: 0.1954021948905878, angle: -2.2108 }; // in a gap, finer than a hand
  stroke.layAsRecorded(recorded.offset, recorded.angle);

  assert.ok(stroke.legal);
  assert.deepEqual(stroke.asSent(), { ...recorded, speed: 0 });
  stroke.placeExactly(12.34567);
  assert.equal(stroke.asSent().offset, 0.01235);
  assert.equal(stroke.asSent().angle, recorded.angle);
  stroke.allow(/** @type {any} */ (ICF));
  stroke.placeExactly(195.4);
  assert.ok(!stroke.legal);
});

test("a limit pulls the striker within 2 mm and never beyond the span, and the middle within 3", () => {
  const stroke = allowed();
  stroke.place(184.4);
  assert.equal(stroke.offset, 182.55);
  assert.ok(stroke.legal);
  stroke.place(184.7);
  assert.equal(stroke.offset, 184.7);
  stroke.place(-2.9);
  assert.equal(stroke.offset, 0);
  stroke.place(-3.1);
  assert.equal(stroke.offset, -3.1);
  stroke.placeExactly(1);
  assert.equal(stroke.offset, 1);
});

test("a recorded power is sent to the bit, one by hand to a millimetre a second", () => {
  const stroke = allowed();
  stroke.pullAsRecorded(2.3471234567);
  assert.equal(stroke.asSent().speed, 2.3471234567);
  stroke.pullToSpeed(2.3471234567);
  assert.equal(stroke.asSent().speed, 2.347);
});

test("in between the striker may be put, but is not legal, with the reason of the gap", () => {
  const stroke = allowed();
  stroke.place(200);

  assert.ok(!stroke.legal);
  assert.equal(stroke.gap?.text, "half a circle");
  stroke.placeNearest();
  assert.ok(stroke.legal);
});

test("the aim stops at the directions that are allowed, inside their ends", () => {
  const stroke = allowed({ ...ICF, angles: [[-Math.PI / 2, Math.PI / 2]] });

  assert.ok(stroke.aimAt(120));
  assert.equal(stroke.angle, 89.999);
  assert.ok(stroke.atLimit);
  assert.ok(!stroke.aimAt(10));
});

test("with all directions allowed the aim goes round", () => {
  const stroke = allowed();

  assert.ok(!stroke.aimAt(190));
  assert.equal(stroke.angle, -170);
  assert.ok(!stroke.atLimit);
});

const RING = {
  piece: 12, piece_kind: "black", queue: [12], radius: 0.0159, ring: [0.0348, 0.0691], avoid: [[0.05, 0, 0.0318]],
  suggested: [0, 0.05], may_forgo: true, text: "", clauses: [],
};

test("a due lies freely in the ring, and not on a piece", () => {
  const domain = /** @type {any} */ (RING);

  assert.equal(verdictOn(domain, 0, 0.05), "free");
  assert.equal(verdictOn(domain, 0, 0.01), "outside");
  assert.equal(verdictOn(domain, 0, 0.08), "outside");
  assert.equal(verdictOn(domain, 0.05, 0.01), "touches");
});

test("the nearest free spot is free, and near", () => {
  const domain = /** @type {any} */ (RING);

  for (const [x, y] of [[0.05, 0], [0, 0], [0.3, 0.3], [0.05, 0.01]]) {
    const spot = nearestFree(domain, x, y);
    assert.ok(spot);
    assert.equal(verdictOn(domain, ...spot), "free");
  }
  const [x, y] = nearestFree(domain, 0.05, 0.02) ?? [0, 0];
  assert.ok(Math.hypot(x - 0.05, y - 0.02) < 0.02);
});

test("cells are named from the player's left and own edge", () => {
  assert.equal(cellOf(-369, -369), "a1");
  assert.equal(cellOf(369, 369), "h8");
  assert.equal(cellOf(1, 1), "e5");
  assert.equal(cellOf(370, -370), "h1");
});

test("ids are UUIDs of version 4, and no two are the same", () => {
  const ids = new Set(Array.from({ length: 500 }, newId));

  assert.equal(ids.size, 500);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("pauses before a new try grow up to ten seconds and are spread", () => {
  assert.ok(pauseBefore(0, 0.5) <= 500);
  assert.ok(pauseBefore(3, 0.5) > pauseBefore(1, 0.5));
  assert.ok(pauseBefore(40, 1) <= 10_000);
  assert.notEqual(pauseBefore(4, 0), pauseBefore(4, 1));
});
