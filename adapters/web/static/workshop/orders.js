/** Sends what the trainer orders. It is sent again with the same id until the server has answered, and counts once. */

import { newId } from "../connection/identity.js";
import { request } from "../connection/session.js";
import { t } from "../language.js";

/** @typedef {{text: string, problems: string[]}} Done */

const ATTEMPTS = 6;
const PAUSE = 1_000; // milliseconds, and longer after each attempt
const AGAIN = new Set([429, 502, 503, 504]); // the server is busy, or away for a moment
const UNREACHABLE = t("I can’t reach the server right now, and don’t know whether that has worked. Look at the teams, then try again.");

/**
 * @param {string} address
 * @param {object} data
 * @returns {Promise<any>}  with a `problem` if it was refused or failed
 */
export async function post(address, data) {
  const body = JSON.stringify({ ...data, id: newId() });
  const headers = { "Content-Type": "application/json" };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await request(address, { method: "POST", headers, body });
    if (answer && !AGAIN.has(answer.status)) return answer.json().catch(() => ({ problem: UNREACHABLE }));
    if (attempt === ATTEMPTS) return (await answer?.json().catch(() => null)) ?? { problem: UNREACHABLE };
    await new Promise((resolve) => setTimeout(resolve, PAUSE * attempt));
  }
}

export class Orders {
  /** @param {string} path  of the desk @param {(sentences: string[], failed: boolean) => void} tell */
  constructor(path, tell) {
    this.path = path;
    this.tell = tell;
  }

  /** Whether it was carried out. @param {string} order @param {Record<string, string | number | null>} [details] */
  async give(order, details = {}) {
    const done = await post(`${this.path}/orders`, { order, details });
    if (done.problem) this.tell([done.problem], true);
    else this.tell([done.text, ...done.problems].filter(Boolean), done.problems.length > 0);
    return !done.problem;
  }
}
