/** Playing out what happened, before the page that it led to is shown. */

import { body, settled } from "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { Dice } = await import("../../adapters/web/static/board/dice.js"); // once there is a page
const { plain } = await import("../../adapters/web/static/dom.js");
const { Feed } = await import("../../adapters/web/static/feed.js");
const { Picture } = await import("../../adapters/web/static/board/picture.js");
const { Playback, patched } = await import("../../adapters/web/static/board/playback.js");

/** @typedef {import("../../adapters/web/static/connection/socket.js").Page} Page @typedef {import("../../adapters/web/static/connection/socket.js").Step} Step */

const LONG = 60_000; // milliseconds: longer than anything takes
/** @type {string[]} what the person saw, in order */
let seen = [];
/** @type {Page[]} what the panel showed meanwhile */
let moments = [];
/** @type {InstanceType<typeof Playback>} */
let playback;

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A board as the server draws it. @param {number} sequence */
const board = (sequence) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text>${sequence}</text></svg>`;

/** @param {number} sequence @param {string} text @param {Partial<Step>} [more] @returns {Step} */
function step(sequence, text, more = {}) {
  const dice = [{ seat: 0, sides: 6, shown: 4, sign: "" }];
  return { sequence, kind: "Rolled", text: [text], turn: 0, dice, motions: [], cards: [], ...more };
}

/** @param {number} sequence @param {Step[]} [steps] @param {Partial<Page>} [more] */
function page(sequence, steps = [], more = {}) {
  const chairs = [{ name: "Anna", automatic: false }, { name: "Bot", automatic: true }];
  const feed = steps.map((each) => ({ sequence: each.sequence, text: each.text }));
  const drawing = { svg: board(sequence), alt: "The board", text: "" };
  return /** @type {Page} */ (/** @type {unknown} */ ({ table: "one", phase: "playing", sequence, steps, chairs, feed, board: drawing, ...more }));
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  localStorage.clear();
  seen = [];
  moments = [];
  body('<div><div id="board" class="picture"></div></div><div id="hand"></div><div id="dice"></div><p id="caption"></p><ol id="feed"></ol><div id="announcer"></div>');
  const picture = new Picture(element("board"));
  const feed = new Feed(element("feed"));
  playback = new Playback({
    board: picture,
    hand: element("hand"),
    dice: new Dice(element("dice")),
    caption: element("caption"),
    feed,
    render: (shown) => {
      seen.push(`page ${shown.sequence}`);
      feed.show(shown);
      picture.show(shown.board);
    },
    moment: (moment) => moments.push(moment),
    parts: document,
    deal: async () => {},
    playing: (playing) => seen.push(playing ? "playing" : "done"),
  });
  playback.show(page(1));
  seen = [];
});

/** Let time pass until nothing is played any more. */
async function later() {
  for (let turn = 0; turn < 10; turn += 1) {
    await settled();
    mock.timers.tick(LONG);
  }
  await settled();
}

test("a picture is made of parts of the next one", () => {
  assert.equal(patched("<a>1</a><b>2</b>", [0, 1, "c>3", 2, 3]), "<c>3</a><b>2</b>");
  assert.equal(patched("<a>1</a>", [0, 3]), "<a>1</a>");
});

test("a page without events is shown at once", () => {
  playback.show(page(2));
  assert.deepEqual(seen, ["page 2", "done"]);
});

test("events are played out first, one after another, and the page follows", async () => {
  playback.show(page(3, [step(2, "Anna rolls 4."), step(3, "Anna moves on.")]));
  await settled();
  assert.deepEqual(seen, ["playing"]);
  assert.equal(element("caption").textContent, "Anna rolls 4.");
  assert.equal(element("dice").getAttribute("aria-label"), "Anna rolled 4");
  await later();
  assert.deepEqual(seen, ["playing", "page 3", "done"]);
  assert.equal(element("caption").textContent, "Anna moves on.");
  assert.deepEqual([...element("feed").children].map((line) => line.textContent), ["Anna rolls 4.", "Anna moves on."]);
});

test("while others' moves are shown, the panel says whom the game waits for, and offers nothing", async () => {
  playback.show(page(3, [step(2, "Bot rolls 4.", { turn: 1 }), step(3, "", { text: [{ seat: 0, name: "Anna" }, " rolls 4."] })], { awaited: true, seat: 0, until: 9 }));
  await later();
  assert.deepEqual(moments.map((moment) => plain(moment.situation)), ["Waiting for Bot.", "This is your move."]);
  assert(moments.every((moment) => !moment.awaited && moment.until === null && moment.acts.length === 0));
  assert.deepEqual(moments[0].chairs.map((chair) => chair.awaited), [false, true]);
  assert.equal(seen.at(-2), "page 3");
});

test("an automatic player is seen to think before its turn", async () => {
  playback.show(page(3, [step(2, "Anna rolls 4."), step(3, "Bot rolls 4.", { turn: 1 })]));
  await settled();
  mock.timers.tick(LONG);
  await settled();
  assert.equal(element("caption").textContent, "Bot is thinking");
  await later();
  assert.deepEqual(seen.at(-1), "done");
});

test("what the clock does isn't this person's move, even if the game waited for them", async () => {
  playback.show(page(2, [step(2, "The sprint is over.")], { awaited: true, seat: 0 }));
  await later();
  assert.deepEqual(moments.map((moment) => plain(moment.situation)), ["The game goes on."]);
});

test("a long round is played quicker, so that nobody waits long", async () => {
  const steps = Array.from({ length: 30 }, (_, at) => step(2 + at, "Somebody does something that takes a while to read."));
  playback.show(page(31, steps));
  for (let waited = 0; waited < 4_000 && seen.at(-1) !== "done"; waited += 20) {
    await settled();
    mock.timers.tick(20);
  }
  assert.equal(seen.at(-1), "done");
});

test("Escape shows the page as it is now, once", async () => {
  playback.show(page(3, [step(2, "Anna rolls 4."), step(3, "Anna moves on.")]));
  await settled();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  await settled();
  assert.deepEqual(seen, ["playing", "page 3", "done"]);
  assert.equal(element("board").querySelector("text")?.textContent, "3");
});

test("pages that pile up are skipped, and nothing of the story is lost", async () => {
  playback.show(page(3, [step(2, "Move 2."), step(3, "Move 3.")]));
  for (const number of [4, 5, 6, 7]) playback.show(page(number, [step(number, `Move ${number}.`)]));
  await later();
  assert.equal(seen.at(-1), "done");
  assert.equal(seen.filter((each) => each.startsWith("page")).at(-1), "page 7");
  assert(seen.filter((each) => each.startsWith("page")).length < 5);
  assert.deepEqual([...element("feed").children].map((line) => line.textContent), [2, 3, 4, 5, 6, 7].map((number) => `Move ${number}.`));
});

test("what is to follow waits until everything was played", async () => {
  playback.afterwards(() => seen.push("at once"));
  playback.show(page(2, [step(2, "Anna rolls 4.")]));
  playback.afterwards(() => seen.push("afterwards"));
  await later();
  assert.deepEqual(seen, ["at once", "playing", "page 2", "done", "afterwards"]);
});

test("nothing is played of another table, or in a tab that nobody sees", async () => {
  playback.show(page(2, [step(2, "Anna rolls 4.")], { table: "two" }));
  assert.deepEqual(seen, ["page 2", "done"]);
  seen = [];
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  playback.show(page(3, [step(3, "Anna rolls 4.")], { table: "two" }));
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  assert.deepEqual(seen, ["page 3", "done"]);
});

test("what goes wrong on the way doesn't keep the page from being shown", async () => {
  const reported = /** @type {unknown[]} */ ([]);
  globalThis.reportError = (error) => reported.push(error);
  playback.stage.deal = () => Promise.reject(new Error("no cards"));
  playback.show(page(2, [step(2, "Anna draws.", { cards: [/** @type {any} */ ({})] })]));
  await later();
  assert.deepEqual(seen, ["playing", "page 2", "done"]);
  assert.equal(reported.length, 1);
});
