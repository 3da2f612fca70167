/**
 * Choosing by clicking parts of the board, one after the other: piece, target, ball. Which part comes next follows
 * from the choices alone; no rule of a game is known here.
 *
 * @typedef {import("./socket.js").Choice} Choice
 */

/** The choices that begin with what was clicked. @param {Choice[]} choices @param {string[]} picked */
export function fitting(choices, picked) {
  return choices.filter((choice) => picked.every((spot, at) => choice.spots[at] === spot));
}

/** What can be clicked next, each with the choices behind it. @param {Choice[]} choices @param {string[]} picked */
export function nextSpots(choices, picked) {
  /** @type {Map<string, Choice[]>} */
  const next = new Map();
  for (const choice of fitting(choices, picked)) {
    const spot = choice.spots[picked.length];
    if (spot !== undefined) next.set(spot, [...(next.get(spot) ?? []), choice]);
  }
  return next;
}

/**
 * What a click leads to: more was picked, or a choice is made.
 *
 * @param {Choice[]} choices
 * @param {string[]} picked
 * @param {string} spot
 * @returns {{picked: string[], chosen: Choice | null}}
 */
export function click(choices, picked, spot) {
  if (nextSpots(choices, picked).has(spot)) return settle(choices, [...picked, spot]);
  if (spot === picked.at(-1)) {
    // clicked once more: what is complete is meant, though it could go on; else it is put down again
    const complete = fitting(choices, picked).filter((choice) => choice.spots.length === picked.length);
    return complete.length === 1 ? { picked: [], chosen: complete[0] } : { picked: picked.slice(0, -1), chosen: null };
  }
  return nextSpots(choices, []).has(spot) ? settle(choices, [spot]) : { picked, chosen: null };
}

/** @param {Choice[]} choices @param {string[]} picked */
function settle(choices, picked) {
  const left = fitting(choices, picked);
  const done = left.length === 1 && left[0].spots.length === picked.length;
  return done ? { picked: [], chosen: left[0] } : { picked, chosen: null };
}
