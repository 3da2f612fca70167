/** Draws lists so that only what changed is touched: focus, typed text and scroll positions survive an update. */

/**
 * @typedef {{key: string, sign: unknown, draw: () => HTMLElement, update?: (element: HTMLElement) => void}} Item
 *   `sign`: if it is the same as before, the element stays; `update` is called each time
 */

/** @type {WeakMap<Element, string>} */
const signs = new WeakMap();

/** Make the children of an element these. @param {Element} host @param {Item[]} items */
export function keyed(host, items) {
  const focus = focused(host);
  const before = new Map([...host.children].map((child) => [child.getAttribute("data-key"), child]));
  let next = host.firstElementChild;
  for (const { key, sign, draw, update } of items) {
    const known = before.get(key);
    before.delete(key);
    const [element, isNew] = current(known, key, JSON.stringify(sign), draw);
    if (known && isNew) {
      if (next === known) next = element;
      known.replaceWith(element);
    }
    if (next === element) next = element.nextElementSibling;
    else host.insertBefore(element, next);
    update?.(element);
  }
  for (const gone of before.values()) gone.remove();
  refocus(focus);
}

/** @param {Element | undefined} known @param {string} key @param {string} sign @param {() => HTMLElement} draw @returns {[HTMLElement, boolean]} */
function current(known, key, sign, draw) {
  if (known instanceof HTMLElement && signs.get(known) === sign) return [known, false];
  const element = draw();
  element.setAttribute("data-key", key);
  signs.set(element, sign);
  return [element, true];
}

/** The focused part of an element, by its name. @param {Element} host */
function focused(host) {
  const active = document.activeElement;
  return active && host.contains(active) ? active.closest("[data-focus]")?.getAttribute("data-focus") ?? "" : "";
}

/** @param {string} name */
function refocus(name) {
  if (!name || (document.activeElement && document.activeElement !== document.body)) return;
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="${CSS.escape(name)}"]`))?.focus({ preventScroll: true });
}
