/** Stepping through a finished game. */

import { body, settled } from "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { Replay } = await import("../../adapters/web/static/board/replay.js"); // once there is a page

const STEPS = [3, 5, 9].map((sequence) => ({ sequence, text: `What happened at ${sequence}` }));
/** @type {string[]} */
let asked = [];
/** @type {Map<string, () => void>} pictures that wait to be answered */
let late = new Map();

/** @param {string} id */
const element = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const shown = () => element("step-text").textContent;
const picture = () => element("step-picture").querySelector("text")?.textContent;

beforeEach(() => {
  mock.timers.reset();
  asked = [];
  late = new Map();
  body('<section id="replay"><input id="step" type="range" min="0"><button id="step-back"></button><button id="step-play">Play</button><button id="step-on"></button><p id="step-text"></p><div id="step-picture"></div></section>');
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address) => {
      asked.push(address);
      if (address.endsWith("/steps")) return { ok: true, json: async () => STEPS };
      if (late.has(address)) await new Promise((resolve) => late.set(address, () => resolve(undefined)));
      return { ok: true, text: async () => `<svg xmlns="http://www.w3.org/2000/svg"><text>${address.match(/\d+/)?.[0]}</text></svg>` };
    }
  );
});

async function loaded() {
  const replay = new Replay("/t/table");
  await replay.load("the game");
  await settled();
  return replay;
}

test("it starts at the end, and is loaded once", async () => {
  const replay = await loaded();
  assert.equal(shown(), "3 of 3 What happened at 9");
  assert.equal(element("step").value, "2");
  assert.equal(picture(), "9");
  const before = asked.length;
  await replay.load("the game");
  assert.equal(asked.length, before);
});

test("buttons and arrow keys step, and stop at both ends", async () => {
  await loaded();
  element("step-on").click();
  assert.equal(element("step").value, "2");
  for (let step = 0; step < 4; step += 1) element("step-back").click();
  await settled();
  assert.equal(shown(), "1 of 3 What happened at 3");
  element("replay").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  await settled();
  assert.equal(picture(), "5");
  element("step").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); // the slider's own
  assert.equal(element("step").value, "1");
});

test("a picture that comes late doesn't replace the one of a later choice", async () => {
  await loaded();
  late.set("/t/table/steps/3.svg", () => {});
  element("step").value = "0";
  element("step").dispatchEvent(new Event("input"));
  await settled();
  element("step-on").click();
  await settled();
  assert.equal(picture(), "5");
  late.get("/t/table/steps/3.svg")?.();
  await settled();
  assert.equal(picture(), "5");
});

test("it plays from the start, pauses by itself at the end, and stops when somebody steps", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  await loaded();
  element("step-play").click();
  assert.equal(element("step-play").textContent, "Pause");
  assert.equal(element("step").value, "0");
  for (let tick = 0; tick < 3; tick += 1) mock.timers.tick(1500);
  assert.equal(element("step").value, "2");
  assert.equal(element("step-play").textContent, "Play");
  element("step-play").click();
  element("step-on").click();
  assert.equal(element("step-play").textContent, "Play");
  mock.timers.tick(6000);
  assert.equal(element("step").value, "1");
});

test("a game without steps says so", async () => {
  globalThis.fetch = /** @type {any} */ (async () => ({ ok: false }));
  await loaded();
  assert.equal(shown(), "There’s nothing to replay.");
});
