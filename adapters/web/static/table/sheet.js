/** On a phone, what can be done now is a sheet over the bottom of the page; its handle folds it down to the situation. */

import { byId } from "../dom.js";

export class Sheet {
  constructor() {
    byId("fold").addEventListener("click", () => this.fold(!this.folded));
  }

  get folded() {
    return byId("now").classList.contains("folded");
  }

  /** @param {boolean} folded */
  fold(folded) {
    byId("now").classList.toggle("folded", folded);
    byId("fold").setAttribute("aria-expanded", String(!folded));
  }
}
