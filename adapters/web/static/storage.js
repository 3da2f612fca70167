/**
 * What this browser remembers. Where it doesn't let a page store anything (site data blocked, an embedded page) or is
 * full, this page remembers it until it is closed.
 */

class SafeStorage {
  /** @type {() => Storage} */
  #area;
  /** @type {Map<string, string>} what the browser didn't take */
  #memory = new Map();

  /** @param {() => Storage} area  the browser's; asking for it may throw */
  constructor(area) {
    this.#area = area;
  }

  /** @param {string} key */
  get(key) {
    return this.#memory.get(key) ?? this.#try((area) => area.getItem(key), null);
  }

  /** @param {string} key @param {string} value */
  set(key, value) {
    const stored = this.#try((area) => (area.setItem(key, value), true), false);
    if (stored) this.#memory.delete(key);
    else this.#memory.set(key, value);
  }

  /** @param {string} key */
  remove(key) {
    this.#memory.delete(key);
    this.#try((area) => area.removeItem(key), undefined);
  }

  /** What was stored as JSON; `otherwise` if nothing was, or something else. @template T @param {string} key @param {T} otherwise @returns {T} */
  getJson(key, otherwise) {
    try {
      return JSON.parse(this.get(key) ?? "null") ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  get keys() {
    const stored = this.#try((area) => Array.from({ length: area.length }, (_, at) => area.key(at) ?? ""), []);
    return [...new Set([...stored, ...this.#memory.keys()])];
  }

  /** Whether what is set now is still there after a reload. */
  get lasts() {
    return this.#try((area) => (area.setItem("probe", ""), area.removeItem("probe"), true), false);
  }

  /** @template T @param {(area: Storage) => T} work @param {T} otherwise */
  #try(work, otherwise) {
    try {
      return work(this.#area());
    } catch {
      return otherwise;
    }
  }
}

/** Kept for all pages of this browser. */
export const inBrowser = new SafeStorage(() => localStorage);
/** Kept for this tab alone. */
export const inTab = new SafeStorage(() => sessionStorage);
