/** A shared screen follows the facilitator: it scrolls each column to the first note that they see. */

const PAUSE = 400; // milliseconds between two places

/**
 * Tell where this person scrolls.
 *
 * @param {HTMLElement} host
 * @param {() => boolean} leads
 * @param {(place: {column: number, note: number}) => void} tell
 */
export function tellPlace(host, leads, tell) {
  let waiting = 0;
  host.addEventListener(
    "scroll",
    (event) => {
      const list = event.target instanceof HTMLElement && event.target.matches(".column > .notes") ? event.target : null;
      if (!list || waiting || !leads()) return;
      waiting = setTimeout(() => {
        waiting = 0;
        tell({ column: columnOf(list), note: firstSeen(list) });
      }, PAUSE);
    },
    { capture: true, passive: true },
  );
}

/** Look there. @param {HTMLElement} host @param {{column: number, note: number}} place */
export function lookAt(host, { column, note }) {
  const list = host.querySelectorAll(".column > .notes")[column];
  const element = list?.querySelector(`[data-note="${note}"]`);
  if (!list) return;
  const top = element ? element.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop : 0;
  list.scrollTo({ top, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** @param {HTMLElement} list */
function columnOf(list) {
  return [...(list.closest(".columns")?.children ?? [])].indexOf(/** @type {Element} */ (list.parentElement));
}

/** @param {HTMLElement} list */
function firstSeen(list) {
  const { top } = list.getBoundingClientRect();
  const seen = list.scrollTop ? [...list.querySelectorAll("[data-note]")].find((note) => note.getBoundingClientRect().top >= top - 4) : null;
  return Number(seen?.getAttribute("data-note") ?? 0);
}
