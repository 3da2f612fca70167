/** Finds something that a player saw or gave in a finished game: a pin, a fingerprint, a hash, or a word of luck. */

import { t } from "../language.js";
import { inBrowser } from "../storage.js";
import { sha256 } from "./luck.js";

/** @typedef {import("./checks.js").Report} Report */

const SHORTEST = 8; // hex digits that are worth comparing

/** Everything in the game that matches, as sentences. @param {Report} report @param {string} text */
export async function lookUp(report, text) {
  const digits = text.toLowerCase().replace(/…$/, "");
  const found = /^[0-9a-f]+$/.test(digits) && digits.length >= SHORTEST ? matching(report, digits) : [];
  const word = await sha256(text);
  const added = report.luck.filter((luck) => luck.hash === word);
  return [...found, ...added.map((luck) => t("Your word is in the game: it was added at event {number}.", { number: luck.event }))];
}

/** @param {Report} report @param {string} digits */
function matching(report, digits) {
  const found = report.fingerprint.startsWith(digits) ? [t("That’s the fingerprint of this game’s seed.")] : [];
  for (const [index, pin] of report.pins.entries()) {
    if (pin === digits) found.push(t("That’s a pin of this game: it stands for everything up to event {number}.", { number: index + 1 }));
  }
  for (const event of report.game.events) {
    if (event.hash?.startsWith(digits)) found.push(t("That’s the hash of event {number}.", { number: event.sequence }));
  }
  for (const luck of report.luck) {
    if (luck.hash.startsWith(digits)) found.push(t("That’s the fingerprint of luck added at event {number}.", { number: luck.event }));
  }
  return found;
}

/** The luck that this browser sent to the table: whether it is in the game, as a sentence. @param {Report} report */
export async function ownLuck(report) {
  const word = inBrowser.get(`luck ${report.game.table}`);
  if (!word) return { found: null, text: t("This browser sent none to this table.") };
  const hash = await sha256(word);
  const luck = report.luck.find((each) => each.hash === hash);
  if (luck) return { found: true, text: t("What this browser sent is in the game, at event {number}.", { number: luck.event }) };
  const doubt = t("If you took a seat or started the game from here, it was left out.");
  return { found: false, text: `${t("This browser prepared luck for this table, but it isn’t in the game.")} ${doubt}` };
}
