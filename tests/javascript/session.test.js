/** Who a page is to the server where the browser keeps no cookies. */

import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const HEADER = "Scrum-Session";
/** @type {{address: string, sent: string | undefined}[]} */
let asked = [];

Object.defineProperty(document, "cookie", { get: () => "", set: () => {}, configurable: true });
location.hash = "#session=first.one";
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ address, /** @type {{headers: Record<string, string>}} */ { headers }) => {
    asked.push({ address, sent: headers[HEADER] });
    return { ok: true, headers: new Map([[HEADER, "renewed.one"]]) };
  }
);
const { keepsCookies, request, socketProtocols, withSession } = await import("../../adapters/web/static/connection/session.js");

beforeEach(() => {
  asked = [];
});

test("the session that came along is taken from the address, and kept with the tab's history", async () => {
  assert(!keepsCookies);
  assert.equal(location.hash, "");
  assert.equal(history.state.session, "first.one");
  assert.deepEqual(await socketProtocols(), ["scrum-table", "session.first.one"]);
  assert.equal(withSession("/t/next"), "/t/next#session=first.one");
});

test("every request carries it, and what the server renews is kept", async () => {
  const body = { method: "POST", headers: { "Content-Type": "application/json" } };
  await request("/play", body);
  assert.deepEqual(asked, [{ address: "/play", sent: "first.one" }]);
  assert.equal(history.state.session, "renewed.one");
  await request("/mine");
  assert.equal(asked[1].sent, "renewed.one");
});

test("a server that can't be reached is no answer", async () => {
  const before = globalThis.fetch;
  globalThis.fetch = /** @type {any} */ (() => Promise.reject(new TypeError("no network")));
  assert.equal(await request("/mine"), null);
  globalThis.fetch = before;
});
