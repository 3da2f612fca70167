/** A page for the tests: what our modules expect of a browser, as globals of Node. Import it before them. */

import { Window } from "happy-dom";

const page = /** @type {any} */ (new Window({ url: "http://localhost/t/table" }));
const names = [
  "CSS", "DOMParser", "Element", "Event", "HTMLElement", "KeyboardEvent", "MouseEvent", "Node", "document", "getComputedStyle",
  "localStorage", "location", "history", "matchMedia", "sessionStorage",
];
for (const name of names) Object.defineProperty(globalThis, name, { value: page[name], configurable: true, writable: true });
Object.assign(globalThis, { window: page, addEventListener: page.addEventListener.bind(page), reportError: (/** @type {unknown} */ error) => { throw error; } });

/** Replace the page's body. @param {string} markup */
export function body(markup) {
  document.body.innerHTML = markup;
}

/** Wait until everything that is ready to go on has gone on. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** What is drawn has a size here, and animations end at once. */
Object.assign(page.Element.prototype, {
  getBBox: () => ({ x: 0, y: 0, width: 10, height: 10 }),
  getAnimations: () => [],
  animate: () => ({ finished: Promise.resolve(), finish() {}, cancel() {}, commitStyles() {} }),
});
