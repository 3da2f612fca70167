/**
 * A WebSocket that reconnects by itself. Its messages are JSON, as text or compressed, and are passed on in order.
 *
 * @typedef {{opened: () => void, message: (message: any) => void, connected: (connected: boolean) => void,
 *   gone: () => void}} Listener
 */

import { request, socketProtocols } from "./session.js";

const FIRST_PAUSE = 500; // milliseconds until the first attempt to reconnect
const MAX_PAUSE = 10_000;

export const COMPACT = "DecompressionStream" in globalThis; // otherwise the server sends text

export class LiveSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** the messages in their order, because decompressing takes a moment */
  #received = Promise.resolve();
  #pause = FIRST_PAUSE;
  #retry = 0;
  #opened = false; // the current connection, at least for a moment

  /**
   * @param {string} path  of the page: if it is gone, there is nothing to wait for
   * @param {() => string} address  of the socket, as of now
   * @param {Listener} listener
   */
  constructor(path, address, listener) {
    this.path = path;
    this.address = address;
    this.listener = listener;
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#reconnectNow());
    this.#open();
  }

  /** @param {object} message */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The connection is dead, whatever the browser thinks. */
  reopen() {
    const old = this.#socket;
    this.#open();
    old?.close();
  }

  /** Close it for good. */
  close() {
    const old = this.#socket;
    this.#socket = null;
    clearTimeout(this.#retry);
    old?.close();
  }

  async #open() {
    clearTimeout(this.#retry);
    const protocols = await socketProtocols();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.address()}`, protocols);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#opened = true;
      this.#pause = FIRST_PAUSE;
      this.listener.opened();
      this.listener.connected(true);
    });
    socket.addEventListener("message", ({ data }) => {
      const received = this.#received.then(async () => {
        const message = typeof data === "string" ? JSON.parse(data) : await inflated(data);
        if (socket === this.#socket) this.listener.message(message);
      });
      this.#received = received.catch(reportError); // and go on with the next one
    });
    socket.addEventListener("close", () => socket === this.#socket && this.#reconnectLater());
  }

  #reconnectLater() {
    this.listener.connected(false);
    if (!this.#opened) this.#checkWhetherGone();
    this.#opened = false;
    this.#retry = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE);
  }

  /** The server refuses to connect: if it no longer has the page, there is nothing to wait for. */
  async #checkWhetherGone() {
    const answer = await request(this.path, { method: "HEAD" });
    if (answer?.status !== 404) return;
    clearTimeout(this.#retry);
    this.listener.gone();
  }

  /** The page is visible again or the network is back: reconnect at once. */
  #reconnectNow() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }
}

/** @param {ArrayBuffer} data */
async function inflated(data) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}
