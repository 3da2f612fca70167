/** Choosing a move by clicking spots on the board. */

import { body } from "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { click, nextSpots } from "../../adapters/web/static/board/picking.js";
import { Spots } from "../../adapters/web/static/board/spots.js";

/** @typedef {import("../../adapters/web/static/connection/socket.js").Act} Act */

/** @param {string} label @param {...string} spots @returns {Act} */
function act(label, ...spots) {
  return { button: label, label: [label], command: "move", spots, asks: null, role: "thing", thing: "", grave: false };
}

const STEP = act("c4 → c5", "cell:c4", "cell:c5");
const PASS = act("c4 → d4, ball to e5", "cell:c4", "cell:d4", "cell:e5");
const SHORT = act("c4 → d4", "cell:c4", "cell:d4");
const OTHER = act("a1 → a2", "cell:a1", "cell:a2");
const ACTS = [STEP, PASS, SHORT, OTHER];

/** @type {string[]} */
let chosen = [];
/** @type {{picked: string[], words: string}} */
let picking = { picked: [], words: "" };
/** @type {Spots} */
let spots;

beforeEach(() => {
  const cells = ["a1", "a2", "c4", "c5", "d4", "e5"].map((name) => `<g data-spot="cell:${name}"></g>`).join("");
  body(`<div id="board" class="picture"><svg>${cells}<g data-spot="row:1"><g data-spot="cell:b1" id="inner"></g></g></svg><p class="alt" id="alt">The board</p></div>`);
  chosen = [];
  spots = new Spots([/** @type {HTMLElement} */ (document.querySelector("#board"))], {
    chosen: (one) => chosen.push(one.button),
    picking: (picked, words) => (picking = { picked, words }),
  });
  spots.offer(ACTS);
});

/** @param {string} name */
function at(name) {
  return /** @type {Element} */ (document.querySelector(`[data-spot="cell:${name}"]`));
}

/** @param {string} name */
function press(name) {
  at(name).dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

/** The cells that are buttons now. */
function buttons() {
  return [...document.querySelectorAll("[data-spot][tabindex]")].map((part) => part.getAttribute("data-spot")?.slice(5));
}

test("first the pieces can be clicked, then where they go", () => {
  assert.deepEqual([...nextSpots(ACTS, []).keys()], ["cell:c4", "cell:a1"]);
  assert.deepEqual(buttons(), ["a1", "c4"]);
  assert.equal(at("c4").getAttribute("aria-label"), "c4"); // what its moves have in common
  press("c4");
  assert.deepEqual(picking, { picked: ["cell:c4"], words: "c4" });
  assert.equal(at("c4").getAttribute("aria-pressed"), "true");
  assert.deepEqual(buttons(), ["a1", "c4", "c5", "d4"]); // another piece may be chosen instead
  press("c5");
  assert.deepEqual(chosen, ["c4 → c5"]);
  assert.deepEqual(picking.picked, []);
});

test("a second click on the last spot takes the move that ends there", () => {
  press("c4");
  press("d4");
  assert.deepEqual(chosen, []); // it could go on to e5
  press("d4");
  assert.deepEqual(chosen, ["c4 → d4"]);
});

test("a second click on a spot where no move ends unpicks it", () => {
  press("c4");
  press("c4");
  assert.deepEqual([chosen, picking.picked], [[], []]);
});

test("clicking another piece starts with that one", () => {
  press("c4");
  press("a1");
  assert.deepEqual(picking.picked, ["cell:a1"]);
  assert.deepEqual(click(ACTS, ["cell:c4"], "cell:e5"), { picked: ["cell:c4"], chosen: null }); // not reachable yet
});

test("Escape starts over, Enter and Space click", () => {
  for (const key of ["Enter", " "]) {
    at("c4").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    assert.deepEqual(picking.picked, ["cell:c4"]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    assert.deepEqual(picking.picked, []);
  }
});

test("of nested spots, the innermost that can be clicked counts", () => {
  const inner = /** @type {Element} */ (document.querySelector("#inner"));
  spots.offer([act("row 1", "row:1")]);
  inner.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.deepEqual(chosen, ["row 1"]);
  spots.offer([act("row 1", "row:1"), act("b1", "cell:b1")]);
  inner.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.deepEqual(chosen, ["row 1", "b1"]);
});

test("what was picked is kept while the same is offered, and nothing is clicked while a press is on its way", () => {
  press("c4");
  spots.offer([...ACTS]);
  assert.deepEqual(picking.picked, ["cell:c4"]);
  spots.offer([STEP]);
  assert.deepEqual(picking.picked, []);
  document.body.classList.add("acting");
  press("c4");
  document.body.classList.remove("acting");
  assert.deepEqual(picking.picked, []);
});

test("a picture with something to click is a group described by its text, otherwise an image", () => {
  const board = /** @type {Element} */ (document.querySelector("#board"));
  assert.equal(board.getAttribute("role"), "group");
  assert.equal(board.getAttribute("aria-describedby"), "alt");
  spots.offer([]);
  assert.equal(board.getAttribute("role"), "img");
  assert.equal(board.getAttribute("aria-label"), "The board");
  assert.deepEqual(buttons(), []);
});
