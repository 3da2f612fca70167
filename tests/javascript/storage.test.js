/** What the browser remembers, and what the page remembers instead. */

import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { inBrowser, inTab } from "../../adapters/web/static/storage.js";

const area = globalThis.localStorage;

/** @param {PropertyDescriptor} descriptor */
function replaceLocalStorage(descriptor) {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, ...descriptor });
}

/** As a browser whose owner blocks site data. */
function block() {
  replaceLocalStorage({
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

beforeEach(() => {
  replaceLocalStorage({ value: area });
  for (const key of inBrowser.keys) inBrowser.remove(key);
});

test("a browser that stores is asked for everything", () => {
  inBrowser.set("name", "Anna");
  assert.equal(area.getItem("name"), "Anna");
  assert(inBrowser.lasts);
  area.setItem("name", "Ben"); // in another tab
  assert.equal(inBrowser.get("name"), "Ben");
  inBrowser.remove("name");
  assert.equal(inBrowser.get("name"), null);
  assert.equal(area.length, 0);
});

test("what a browser refuses to store is remembered until the page is closed", () => {
  block();
  assert(!inBrowser.lasts);
  assert.equal(inBrowser.get("name"), null);
  inBrowser.set("name", "Anna");
  assert.equal(inBrowser.get("name"), "Anna");
  assert.deepEqual(inBrowser.keys, ["name"]);
  inBrowser.remove("name");
  assert.equal(inBrowser.get("name"), null);
});

test("a full browser keeps what it has, and the page what is newer", () => {
  inBrowser.set("draft", "old");
  const full = { getItem: area.getItem.bind(area), removeItem: area.removeItem.bind(area), length: 0, setItem: () => { throw new DOMException("", "QuotaExceededError"); } };
  replaceLocalStorage({ value: full });
  inBrowser.set("draft", "new");
  assert.equal(inBrowser.get("draft"), "new");
  replaceLocalStorage({ value: area });
  inBrowser.set("draft", "newer"); // there is room again
  assert.equal(area.getItem("draft"), "newer");
  assert.equal(inBrowser.get("draft"), "newer");
});

test("a tab keeps its own", () => {
  inTab.set("guest", "guest-1");
  assert.equal(inBrowser.get("guest"), null);
  assert.equal(inTab.get("guest"), "guest-1");
});

test("what isn't JSON counts as nothing", () => {
  assert.deepEqual(inBrowser.getJson("desks", []), []);
  inBrowser.set("desks", "[{");
  assert.deepEqual(inBrowser.getJson("desks", []), []);
  inBrowser.set("desks", "[1]");
  assert.deepEqual(inBrowser.getJson("desks", /** @type {number[]} */ ([])), [1]);
});
