/**
 * Choosing a move by clicking spots on the board: piece, target, ball. The next spots follow from the choices alone,
 * without any rules of a game.
 *
 * @typedef {import("./socket.js").Choice} Choice
 */

/** The choices that start with the clicked spots. @param {Choice[]} choices @param {string[]} picked */
export function fitting(choices, picked) {
  return choices.filter((choice) => picked.every((spot, at) => choice.spots[at] === spot));
}

/** The spots that can be clicked next, each with its choices. @param {Choice[]} choices @param {string[]} picked */
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
 * The result of a click: the picked spots, or a choice.
 *
 * @param {Choice[]} choices
 * @param {string[]} picked
 * @param {string} spot
 * @returns {{picked: string[], chosen: Choice | null}}
 */
export function click(choices, picked, spot) {
  if (nextSpots(choices, picked).has(spot)) return settle(choices, [...picked, spot]);
  if (spot === picked.at(-1)) {
    // a second click chooses a complete move, even if a longer one exists; otherwise it unpicks the spot
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
