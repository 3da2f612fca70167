/**
 * What each game draws for an event, worked out from what the event says, and the same in words. No rules: only where
 * cards are.
 *
 * @typedef {Record<string, any>} Payload
 * @typedef {{below: bigint, value: bigint, purpose: string, part: number, named: (value: bigint) => string}} Draw
 *   a number from 0 to below-1; part of a throw for this purpose, which its first part begins
 * @typedef {{luck: boolean, moves: boolean, draws?: (state: any, event: Payload) => Draw[],
 *   after?: (state: any, event: Payload) => any, words?: (event: Payload) => string,
 *   covered?: (event: Payload) => string | null}} Rules
 *   luck: dice or cards decide; moves: they are stored
 */

import { list, t } from "../language.js";


const CARDS = "cards"; // the purpose of draws that have no other
const SALTS = 2n ** 32n; // from which one is drawn to mix a retrospective's notes

/** An event that says something impossible. */
export class Misfit extends Error {}

/** @param {number} seat */
export function player(seat) {
  return t("Player {number}", { number: seat + 1 });
}

/**
 * One of these was drawn.
 *
 * @template T
 * @param {T[]} items
 * @param {T} item
 * @param {(item: T) => string} named
 * @param {string} purpose
 * @returns {Draw}
 */
function oneOf(items, item, named, purpose) {
  const value = items.indexOf(item);
  if (value < 0) throw new Misfit(t("{card} wasn’t there to be drawn.", { card: named(item) }));
  const spelled = (/** @type {bigint} */ at) => named(items[Number(at)]);
  return { below: BigInt(items.length), value: BigInt(value), purpose, part: 1, named: spelled };
}

/** @template T @param {T[]} items @param {T} item */
function without(items, item) {
  return items.filter((each) => each !== item);
}

// --- The Scrum Game -------------------------------------------------------------------------------------------------

/**
 * @typedef {{decks: Record<string, string[]>, discards: Record<string, string[]>, all: Record<string, string[]>}} SprintState
 *   all: the decks with which every sprint of a release begins
 */

/** A card's key as words; a team's own card has its text on a second line. @param {string} key */
function sprintCard(key) {
  return t("“{title}”", { title: key.split("\n")[0].replaceAll("-", " ") });
}

/** A roll of dice. @param {number[]} faces @param {string} purpose @returns {Draw[]} */
function roll(faces, purpose) {
  const named = (/** @type {bigint} */ value) => String(value + 1n);
  return faces.map((face, index) => ({ below: 6n, value: BigInt(face) - 1n, purpose, part: index + 1, named }));
}

/** @param {SprintState} state @param {Payload} event @returns {Draw[]} */
function sprintDraws(state, event) {
  if (event.kind === "rolled") return roll(event.dice, "movement");
  if (event.kind === "reported") return roll(event.dice, "progress");
  if (event.kind === "sprint_planned") return toolbox(state.all.tools, event.tools);
  return event.kind === "card_drawn" ? [oneOf(state.decks[event.deck], event.card, sprintCard, event.deck)] : [];
}

/** Tools that are dealt at the start of a sprint. @param {string[]} deck @param {string[]} tools @returns {Draw[]} */
function toolbox(deck, tools) {
  return tools.map((tool, index) => {
    const left = deck.filter((each) => !tools.slice(0, index).includes(each));
    return oneOf(left, tool, sprintCard, "tools");
  });
}

/** @param {SprintState} state @param {string} deck @param {string} card @returns {SprintState} */
function discarded(state, deck, card) {
  return { ...state, discards: { ...state.discards, [deck]: [...(state.discards[deck] ?? []), card] } };
}

/** @param {SprintState} state @param {Payload} event @returns {SprintState} */
function sprintAfter(state, event) {
  switch (event.kind) {
    case "started":
      return { decks: event.decks, discards: {}, all: event.decks };
    case "sprint_planned": {
      const tools = state.all.tools.filter((tool) => !event.tools.includes(tool));
      const decks = { ...state.decks, tools, impediments: state.all.impediments };
      return { ...state, decks, discards: { ...state.discards, tools: [], impediments: [] } };
    }
    case "card_drawn": {
      const decks = { ...state.decks, [event.deck]: without(state.decks[event.deck], event.card) };
      const drawn = { ...state, decks };
      return event.deck === "opportunities" ? discarded(drawn, event.deck, event.card) : drawn;
    }
    case "tool_accepted":
      return discarded(state, "tools", event.card);
    case "freed":
      return discarded(state, "impediments", event.card);
    case "deck_renewed": {
      const decks = { ...state.decks, [event.deck]: state.discards[event.deck] ?? [] };
      return { ...state, decks, discards: { ...state.discards, [event.deck]: [] } };
    }
    default:
      return state;
  }
}

/** @param {Payload} event */
function sprintWords(event) {
  if (event.kind === "sprint_planned") {
    return t("The sprint begins with these tools: {cards}.", { cards: list(event.tools.map(sprintCard)) });
  }
  const who = player(event.seat);
  if (event.kind === "card_drawn") return cardDrawn(who, event.deck, sprintCard(event.card));
  const faces = list(event.dice.map(String));
  return event.kind === "reported" ? t("{who} rolls {faces} for the burndown.", { who, faces }) : t("{who} rolls {faces}.", { who, faces });
}

/** @param {string} who @param {string} deck @param {string} card */
function cardDrawn(who, deck, card) {
  switch (deck) {
    case "tools":
      return t("{who} draws from the tools: {card}.", { who, card });
    case "impediments":
      return t("{who} draws from the impediments: {card}.", { who, card });
    default:
      return t("{who} draws from the opportunities: {card}.", { who, card });
  }
}

// --- Scrumkin -------------------------------------------------------------------------------------------------------

/**
 * @typedef {{number: number, title: string}} Card
 * @typedef {{deck: {sprint: Card[], action: Card[]}, seats: number, leader: number, stack: number[], under: number[],
 *   discards: number[], actions: number[], spent: number[], action: number | null}} ScrumkinState
 */

/** @param {Card | undefined} card */
function title(card) {
  return card ? t("“{title}”", { title: card.title }) : t("“a card of no deck”");
}

/** The deck's card with this number. @param {ScrumkinState} state @param {number} number */
function cardOf(state, number) {
  return [...state.deck.sprint, ...state.deck.action][number - 1];
}

/** The number of a card that is exactly as in the deck. @param {ScrumkinState} state @param {Card} card */
function numberOf(state, card) {
  const same = JSON.stringify(card) === JSON.stringify(cardOf(state, card.number));
  if (!same) throw new Misfit(t("{card} isn’t as in the deck.", { card: title(card) }));
  return card.number;
}

/**
 * The cards that everybody drew, in drawing order: the leader first.
 *
 * @param {ScrumkinState} state
 * @param {Payload} event
 * @returns {number[]}
 */
function handedOut(state, event) {
  const seats = Array.from({ length: state.seats }, (_, step) => (state.leader + step) % state.seats);
  return seats.flatMap((seat) => event.cards[seat].map((/** @type {Card} */ card) => numberOf(state, card)));
}

/** Deal from the stack, then in order from under it. @param {ScrumkinState} state @param {number[]} cards */
function deal(state, cards) {
  const named = (/** @type {number} */ number) => title(cardOf(state, number));
  let { stack, under } = state;
  /** @type {Draw[]} */
  const draws = [];
  for (const card of cards) {
    if (stack.length) {
      draws.push(oneOf(stack, card, named, CARDS));
      stack = without(stack, card);
    } else if (under[0] === card) under = under.slice(1);
    else throw new Misfit(t("{card} wasn’t the next card under the stack.", { card: named(card) }));
  }
  return { draws, stack, under };
}

/** @param {ScrumkinState} state @param {Payload} event @returns {Draw[]} */
function scrumkinDraws(state, event) {
  switch (event.kind) {
    case "started": {
      const named = (/** @type {bigint} */ seat) => player(Number(seat));
      return [{ below: BigInt(event.seats), value: BigInt(event.leader), purpose: "leader", part: 1, named }];
    }
    case "hands_filled":
      return deal(state, handedOut(state, event)).draws;
    case "action_turned":
      return [oneOf(state.actions, numberOf(state, event.card), (number) => title(cardOf(state, number)), "actions")];
    default:
      return [];
  }
}

/** @param {ScrumkinState} state @param {Payload} event @returns {ScrumkinState} */
function scrumkinAfter(state, event) {
  switch (event.kind) {
    case "started": {
      const { deck, seats, leader } = event;
      const numbers = (/** @type {Card[]} */ cards) => cards.map((card) => card.number);
      const none = { under: [], discards: [], spent: [], action: null };
      return { deck, seats, leader, stack: numbers(deck.sprint), actions: numbers(deck.action), ...none };
    }
    case "hands_filled": {
      const { stack, under } = deal(state, handedOut(state, event));
      return { ...state, stack, under };
    }
    case "action_turned":
      return { ...state, actions: without(state.actions, event.card.number), action: event.card.number };
    case "sprint_began": {
      const spent = state.action === null ? state.spent : [...state.spent, state.action];
      return { ...state, leader: event.leader, action: null, spent };
    }
    case "dropped":
      return { ...state, under: [...state.under, event.card.number] };
    case "countered":
      return { ...state, discards: [...state.discards, event.shield.number, event.card.number] };
    case "sprint_ended":
      return { ...state, discards: [...state.discards, ...event.gone] };
    case "stack_renewed":
      if (event.stack === "sprint") return { ...state, stack: state.discards, discards: [] };
      return { ...state, actions: state.spent, spent: [] };
    default:
      return state;
  }
}

/** @param {Payload} event */
function scrumkinWords(event) {
  if (event.kind === "started") return t("{who} leads first.", { who: player(event.leader) });
  if (event.kind === "action_turned") return t("{who} turns over the action card {card}.", { who: player(event.seat), card: title(event.card) });
  /** @type {Card[][]} */
  const hands = event.cards;
  const said = hands.map((cards, seat) => (cards.length ? t("{who} draws {cards}.", { who: player(seat), cards: list(cards.map(title)) }) : ""));
  return said.filter(Boolean).join(" ");
}

// --- the retrospective ----------------------------------------------------------------------------------------------

/** @param {unknown} _ @param {Payload} event @returns {Draw[]} */
function retroDraws(_, event) {
  if (event.kind !== "notes_shown") return [];
  return [{ below: SALTS, value: BigInt(event.salt), purpose: CARDS, part: 1, named: String }];
}

/** What a hash covers of an event with texts that may be erased later; null: all of it. @param {Payload} event */
function retroCovered(event) {
  if (event.kind === "notes_shown" && Number.isInteger(event.kept)) {
    const notes = event.notes.map((/** @type {Payload} */ { hidden: _, ...note }) => ({ ...note, text: "" }));
    return JSON.stringify({ ...event, notes });
  }
  if (event.kind === "topic_opened" && event.note) return JSON.stringify({ ...event, text: "" });
  return null;
}

/** By a game's key; of any other game, only the draws listed in its file can be checked. @type {Map<string, Rules>} */
export const RULES = new Map([
  ["sprint", { luck: true, moves: true, draws: sprintDraws, after: sprintAfter, words: sprintWords }],
  ["scrumkin", { luck: true, moves: true, draws: scrumkinDraws, after: scrumkinAfter, words: scrumkinWords }],
  ["rugby", { luck: false, moves: true }],
  ["retro", { luck: false, moves: false, covered: retroCovered, draws: retroDraws, words: () => t("The notes are mixed.") }],
]);
