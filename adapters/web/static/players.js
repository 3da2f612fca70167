/** The players and whose turn it is, with text and shapes as well as colours. */

import { make } from "./dom.js";

/** @typedef {import("./socket.js").Page} Page @typedef {import("./socket.js").Chair} Chair */

const SHAPES = 4; // circle, square, hexagon, diamond: as on the boards
const COLOURS = 7;

/** @param {HTMLElement} list @param {Page} page */
export function showPlayers(list, page) {
  list.replaceChildren(...page.chairs.map((chair, seat) => player(chair, seat, page)));
}

/** The name without “(bot)”, which is shown separately. @param {Chair} chair */
export function ownName(chair) {
  return chair.name.replace(/ \(bot\)$/, "");
}

/** @param {Chair} chair @param {number} seat @param {Page} page */
function player(chair, seat, page) {
  const turn = chair.awaited && page.phase === "playing";
  const tags = [
    seat === page.seat ? "you" : "",
    chair.host ? "host" : "",
    chair.automatic ? "automatic" : "",
  ].filter(Boolean);
  const mark = make("span", {
    class: `token shape-${seat % SHAPES} colour-${seat % COLOURS}`,
    "aria-hidden": "true",
  });
  return make(
    "li",
    { class: turn ? "turn" : null, "aria-current": turn ? "true" : null },
    mark,
    make(
      "span",
      { class: "person" },
      make("span", { class: "who" }, ownName(chair)),
      tags.length ? " " : null,
      tags.length ? make("span", { class: "tags" }, tags.join(", ")) : null,
    ),
    turn ? make("span", { class: "turn-mark" }, seat === page.seat && !chair.automatic ? "your turn" : "to play") : null,
  );
}
