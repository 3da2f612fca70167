/** What a page says in another language. */

import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";

document.documentElement.lang = "pl";
/** @type {any} */ (globalThis).scrumTableWords = {
  texts: { "{who} rolls {faces}.": "{faces}: rzut {who}.", "Press <b>Join</b>.": "<b>Dołącz</b>: naciśnij.", "Hello, {name}.": "Cześć, {nobody}.", "list\u0004{first} and {last}": "{first} i {last}" },
  counted: { "{count} day": ["{count} dzień", "{count} dni (2-4)", "{count} dni"] },
  forms: Array.from({ length: 200 }, (_, at) => (at === 1 ? 0 : at % 10 >= 2 && at % 10 <= 4 && (at % 100 < 12 || at % 100 > 14) ? 1 : 2)).join(""),
};
const { list, n, p, pieces, t } = await import("../../adapters/web/static/language.js");

test("holes are filled by their names, wherever a language has them", () => {
  assert.equal(t("{who} rolls {faces}.", { who: "Anna", faces: 6 }), "6: rzut Anna.");
});

test("what isn't translated, or has other holes, is said in English", () => {
  assert.equal(t("Welcome back, {name}.", { name: "Anna" }), "Welcome back, Anna.");
  assert.equal(t("Hello, {name}.", { name: "Anna" }), "Hello, Anna.");
  assert.equal(p("menu", "Open"), "Open");
  assert.equal(n("{count} team", "{count} teams", 2), "2 teams");
});

test("each count takes its form, however high it is", () => {
  const said = [1, 3, 12, 22, 112, 1003, 1012].map((days) => n("{count} day", "{count} days", days));
  assert.deepEqual(said, ["1 dzień", "3 dni (2-4)", "12 dni", "22 dni (2-4)", "112 dni", "1003 dni (2-4)", "1012 dni"]);
});

test("a name in a hole is never taken for another hole, nor for a tag", () => {
  assert.equal(t("{who} rolls {faces}.", { who: "{faces}", faces: 6 }), "6: rzut {faces}.");
  assert.deepEqual(pieces(t("{name} is thinking"), { name: "<b>x</b>{name}" }), ["<b>x</b>{name}", " is thinking"]);
});

test("pieces keep what stands in holes as it is, and make what stands between tags", () => {
  const seat = { seat: 0, name: "Anna" };
  assert.deepEqual(pieces("Waiting for {name}.", { name: seat }), ["Waiting for ", seat, "."]);
  const b = (/** @type {string[]} */ ...words) => ["bold", ...words];
  assert.deepEqual(pieces(t("Press <b>Join</b>."), { b }), [["bold", "Dołącz"], ": naciśnij."]);
  assert.deepEqual(pieces("<b>{name}: </b>{what}", { b, name: "Anna", what: "rest" }), [["bold", "Anna", ": "], "rest"]);
});

test("words are listed as the language does", () => {
  assert.equal(list(["a", "b", "c"]), "a, b i c");
  assert.equal(list(["a"]), "a");
});
