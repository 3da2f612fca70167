/**
 * Recomputes a finished game. Each check goes through the whole file and names the first event that is wrong.
 *
 * @typedef {import("./file.js").Game} Game @typedef {import("./file.js").GameEvent} GameEvent
 * @typedef {import("./draws.js").Row} Row
 * @typedef {{event: number, text: string}} Fault  the first wrong event, counted from 1
 * @typedef {{title: string, text: string, fault: Fault | null}} Finding
 * @typedef {{event: number, hash: string, by: string}} Luck  what somebody added
 * @typedef {{game: Game, findings: Finding[], fault: Fault | null, level: 0 | 1 | 2, fingerprint: string,
 *   luck: Luck[], rows: Row[], pins: string[], whole: boolean}} Report  whole: played until its result
 */

import { list, n, p, t } from "../language.js";
import { checkDraws } from "./draws.js";
import { RULES, player } from "./games.js";
import { keyOf, pinOf, seedBytes, sha256 } from "./luck.js";

const ONCE = new Set(["table.opened", "table.game_started"]);
const WRONG_HASH = t("Its hash doesn’t match its contents and the hash before it.");
const JOINED = "table.workshop_joined";
const UNREACHABLE = "unreachable"; // in place of a beacon's round

/** @param {Game} game @returns {Promise<Report>} */
export async function check(game) {
  const seed = seedBytes(game.seed ?? "") ?? new Uint8Array(32); // nothing matches zeros
  const fingerprint = await sha256(seed);
  const { luck, key } = await luckOf(game, seed);
  const draws = await checkDraws(game, key, luck.length > 0, diceOf(game) !== "");
  const chain = await checkChain(game);
  const ofDraws = finding(t("Dice and cards"), draws.text, draws.fault);
  const findings = [chain.finding, checkEnds(game), checkSeed(game, fingerprint), checkLuck(game, luck), ofDraws];
  const faults = findings.flatMap((finding) => finding.fault ?? []);
  return {
    game,
    findings,
    fault: faults.reduce((first, fault) => (fault.event < first.event ? fault : first), faults[0]) ?? null,
    level: levelOf(game),
    fingerprint,
    luck,
    rows: draws.rows,
    pins: isLucky(game) ? await Promise.all(chain.hashes.map((hash) => pinOf(seed, hash))) : [],
    whole: game.events.at(-1)?.payload?.why === "result",
  };
}

/** Whether dice or cards decide. @param {Game} game */
export function isLucky(game) {
  return RULES.get(game.game)?.luck ?? game.events.some((event) => event.draws?.length);
}

/** Which proof the file allows; docs/exports.md lists the levels. @param {Game} game @returns {0 | 1 | 2} */
function levelOf(game) {
  const hasMoves = RULES.get(game.game)?.moves ?? game.events.some((event) => event.move !== null);
  if (hasMoves) return 2;
  return isLucky(game) ? 1 : 0;
}

// --- the chain of hashes --------------------------------------------------------------------------------------------

/** @param {Game} game */
async function checkChain(game) {
  let before = await sha256(`scrum-table ${game.table}`);
  /** @type {string[]} */
  const hashes = [];
  for (const event of game.events) {
    const place = hashes.length + 1;
    const hash = await sha256(hashed(before, event, game.game));
    if (event.sequence !== place || hash !== event.hash) {
      const numbered = t("It’s numbered {number}: an event is missing or was added.", { number: event.sequence });
      const text = event.sequence === place ? WRONG_HASH : numbered;
      return { hashes, finding: finding(t("Hashes"), "", { event: place, text }) };
    }
    hashes.push((before = hash));
  }
  return { hashes, finding: finding(t("Hashes"), n("{count} event forms an unbroken chain.", "{count} events form an unbroken chain.", hashes.length)) };
}

/** The text that an event's hash covers. @param {string} before @param {GameEvent} event @param {string} game */
function hashed(before, event, game) {
  const covered = RULES.get(game)?.covered;
  const text = covered && event.payload ? covered(event.payload) ?? event.text : event.text;
  const lines = [before, event.sequence, event.at, event.drawn, text];
  return (event.move === null ? lines : [...lines, event.seat ?? "-", event.move]).join("\n");
}

/** @param {string} title @param {string} text @param {Fault | null} [fault] @returns {Finding} */
function finding(title, text, fault = null) {
  return { title, text, fault };
}

// --- beginning, end and header --------------------------------------------------------------------------------------

/** @param {Game} game */
function checkEnds(game) {
  const fault = faultOfEnds(game);
  return finding(t("Beginning and end"), t("The table is opened once, closed at the end, and the header agrees."), fault);
}

/** @param {Game} game @returns {Fault | null} */
function faultOfEnds(game) {
  const kinds = game.events.map((event) => event.payload?.kind);
  if (kinds[0] !== "table.opened") return { event: 1, text: t("A game begins with the opening of its table.") };
  const again = kinds.findIndex((kind, index) => ONCE.has(kind) && kinds.indexOf(kind) < index);
  if (again > 0) return { event: again + 1, text: t("That had happened already.") };
  const joined = kinds.indexOf(JOINED, 2);
  if (joined > 0) return { event: joined + 1, text: t("A table joins a workshop when it is opened, or never.") };
  if (diceOf(game) && !isLucky(game)) return { event: 2, text: t("Without luck there are no dice to share.") };
  const closed = kinds.indexOf("table.closed");
  if (closed < 0) return { event: kinds.length + 1, text: t("The game isn’t over in this file: its end is missing.") };
  if (closed < kinds.length - 1) return { event: closed + 2, text: t("The table had already been closed.") };
  return agreesWithHeader(game) ? null : { event: 1, text: t("The header of the file contradicts the events.") };
}

/** @param {Game} game */
function agreesWithHeader(game) {
  const opened = game.events[0].payload;
  const chosen = game.events.findLast((event) => event.payload?.kind === "table.options_chosen")?.payload ?? opened;
  const sameGame = opened?.game === game.game && sorted(chosen?.options) === sorted(game.options);
  return sameGame && seatsOf(game) === game.seats;
}

/** @param {Record<string, unknown>} [options] */
function sorted(options) {
  return JSON.stringify(Object.entries(options ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** How many seats the table has at the end. @param {Game} game */
function seatsOf(game) {
  let seats = 0;
  for (const { payload } of game.events) {
    const taken = payload?.kind === "table.seat_taken" || payload?.kind === "table.bot_seated";
    if (taken) seats = Math.max(seats, payload.seat + 1);
    if (payload?.kind === "table.seat_left") seats -= 1;
  }
  return seats;
}

// --- the seed and the luck ------------------------------------------------------------------------------------------

/** @param {Game} game @param {string} fingerprint */
function checkSeed(game, fingerprint) {
  for (const [index, { payload }] of game.events.entries()) {
    const fault = faultOfSeed(game, payload, fingerprint);
    if (fault) return finding(t("Fingerprint"), "", { event: index + 1, text: fault });
  }
  return finding(t("Fingerprint"), t("The seed matches the fingerprint shown when the table opened."));
}

/** @param {Game} game @param {Record<string, any> | null} payload @param {string} fingerprint */
function faultOfSeed(game, payload, fingerprint) {
  const shows = payload?.kind === "table.game_started" || payload?.kind === "table.opened";
  if (shows && payload.commitment !== fingerprint) return t("The seed doesn’t match the fingerprint shown here.");
  const atTheEnd = diceOf(game) ? "" : game.seed; // other tables may still draw from it then
  return payload?.kind === "table.closed" && payload.seed !== atTheEnd ? t("It contains a different seed.") : "";
}

/** The name of the dice that a table shares with others, empty if it has its own. @param {Game} game @returns {string} */
function diceOf(game) {
  const joined = game.events[1]?.payload;
  return joined?.kind === JOINED ? joined.dice : "";
}

/** Everybody's luck in order, and the key from it. @param {Game} game @param {import("./luck.js").Bytes} seed */
async function luckOf(game, seed) {
  /** @type {Luck[]} */
  const luck = [];
  for (const [index, { payload }] of game.events.entries()) {
    const isStart = payload?.kind === "table.game_started";
    if (!isStart && payload?.kind !== "table.seat_taken") continue;
    const starter = diceOf(game) ? p("by whom", "everyone in the workshop") : p("by whom", "whoever started");
    const by = isStart ? starter : player(payload.seat);
    for (const hash of (payload.luck ?? "").split(" ").filter(Boolean)) luck.push({ event: index + 1, hash, by });
    const beacon = isStart && payload.beacon !== UNREACHABLE && payload.beacon;
    if (beacon) luck.push({ event: index + 1, hash: beacon, by: p("by whom", "a public beacon") });
  }
  const inTime = luck.filter((each) => each.event <= startOf(game));
  return { luck, key: await keyOf(seed, diceOf(game) || game.table, inTime.map((each) => each.hash)) };
}

/** When the game starts: the number of that event. @param {Game} game */
function startOf(game) {
  return game.events.findIndex((event) => event.payload?.kind === "table.game_started") + 1 || Infinity;
}

/** @param {Game} game @param {Luck[]} luck */
function checkLuck(game, luck) {
  const start = startOf(game);
  const late = luck.find((each) => each.event > start || (diceOf(game) && each.event < start));
  const text = diceOf(game)
    ? t("Luck for shared dice is added at the start, the same at all tables.")
    : t("Luck counts only between the fingerprint and the start.");
  return finding(t("Players’ luck"), luckInWords(game, luck), late ? { event: late.event, text } : null);
}

/** @param {Game} game @param {Luck[]} luck */
function luckInWords(game, luck) {
  if (!isLucky(game)) return t("None is needed.");
  if (!luck.length) return t("Nobody added any: the draws come from the seed alone.");
  const people = list([...new Set(luck.map((each) => each.by))]);
  return n("One piece of luck, added after the fingerprint: by {people}.", "{count} pieces of luck, added after the fingerprint: by {people}.", luck.length, { people });
}
