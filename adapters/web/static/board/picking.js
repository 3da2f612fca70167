/**
 * Choosing a move by clicking spots on the board: piece, target, ball. The next spots follow from the acts alone,
 * without any rules of a game.
 *
 * @typedef {import("../connection/socket.js").Act} Act
 */

/** The acts that start with the clicked spots. @param {Act[]} acts @param {string[]} picked */
export function fitting(acts, picked) {
  return acts.filter((act) => picked.every((spot, at) => act.spots[at] === spot));
}

/** The spots that can be clicked next, each with its acts. @param {Act[]} acts @param {string[]} picked */
export function nextSpots(acts, picked) {
  /** @type {Map<string, Act[]>} */
  const next = new Map();
  for (const act of fitting(acts, picked)) {
    const spot = act.spots[picked.length];
    if (spot !== undefined) next.set(spot, [...(next.get(spot) ?? []), act]);
  }
  return next;
}

/**
 * The result of a click: the picked spots, or an act.
 *
 * @param {Act[]} acts
 * @param {string[]} picked
 * @param {string} spot
 * @returns {{picked: string[], chosen: Act | null}}
 */
export function click(acts, picked, spot) {
  if (nextSpots(acts, picked).has(spot)) return settle(acts, [...picked, spot]);
  if (spot === picked.at(-1)) {
    // a second click chooses a complete move, even if a longer one exists; otherwise it unpicks the spot
    const complete = fitting(acts, picked).filter((act) => act.spots.length === picked.length);
    return complete.length === 1 ? { picked: [], chosen: complete[0] } : { picked: picked.slice(0, -1), chosen: null };
  }
  return nextSpots(acts, []).has(spot) ? settle(acts, [spot]) : { picked, chosen: null };
}

/** @param {Act[]} acts @param {string[]} picked */
function settle(acts, picked) {
  const left = fitting(acts, picked);
  const done = left.length === 1 && left[0].spots.length === picked.length;
  return done ? { picked: [], chosen: left[0] } : { picked, chosen: null };
}
