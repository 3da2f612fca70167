/**
 * Moves pieces: within a picture along the parts that a motion names, and from one picture to the next. The names come
 * from the server (`data-piece`, `data-spot`); no rule of a game is needed for it.
 *
 * @typedef {{x: number, y: number}} Point  on the screen
 */

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const SMALLEST = 0.5; // pixels: a shorter way isn't worth an animation
const STEPS = 24; // of a figure that counts

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether this browser can move things, and its owner wants that. */
export function canMove() {
  return !calm.matches && "animate" in Element.prototype && CSS.supports("translate", "1px 1px");
}

/** @param {ParentNode} host @param {string} name */
export function pieceIn(host, name) {
  return /** @type {SVGGraphicsElement | null} */ (host.querySelector(`[data-piece="${CSS.escape(name)}"]`));
}

/** A named part of a picture: a piece, or a spot. @param {ParentNode} host @param {string} name */
function partIn(host, name) {
  return pieceIn(host, name) ?? host.querySelector(`[data-spot="${CSS.escape(name)}"]`);
}

/** @param {Element} element @returns {Point} */
export function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The parts of a way that the picture has. @param {ParentNode} host @param {string[]} names @returns {Point[]} */
export function points(host, names) {
  return names.flatMap((name) => {
    const part = partIn(host, name);
    return part ? [centre(part)] : [];
  });
}

/** A distance on the screen in the units of an element's surroundings. @param {Element} element @param {Point} way */
function inUnits(element, way) {
  const parent = element.parentElement;
  const scale = parent && "getScreenCTM" in parent ? /** @type {any} */ (parent).getScreenCTM() : null;
  return scale ? { x: way.x / scale.a, y: way.y / scale.d } : way;
}

/** @param {Element} element @param {Point} from @param {Point} to */
function offset(element, from, to) {
  const way = inUnits(element, { x: to.x - from.x, y: to.y - from.y });
  return `${way.x.toFixed(2)}px ${way.y.toFixed(2)}px`;
}

/**
 * Move a piece along points; it stays at the last one until its picture is replaced.
 *
 * @param {Element} element
 * @param {Point[]} way
 * @param {number} milliseconds
 */
export async function travel(element, way, milliseconds) {
  const from = centre(element);
  const before = getComputedStyle(element).translate;
  const start = before === "none" ? "0px 0px" : before;
  const [x, y = 0] = start.split(" ").map(parseFloat);
  const translate = [start, ...way.map((point) => added(offset(element, from, point), x, y))];
  element.parentNode?.append(element); // above the other pieces
  const options = { duration: milliseconds, easing: EASE, fill: /** @type {const} */ ("forwards") };
  await finished(element.animate({ translate }, options));
}

/** @param {string} way @param {number} x @param {number} y */
function added(way, x, y) {
  const [dx, dy] = way.split(" ").map(parseFloat);
  return `${dx + x}px ${dy + y}px`;
}

/** Wait for an animation, also for one that is cancelled. @param {Animation} animation */
export async function finished(animation) {
  await animation.finished.catch(() => {});
}

/** Let a piece disappear where it is. @param {Element} element @param {number} milliseconds */
export function vanish(element, milliseconds) {
  element.animate({ opacity: [1, 0] }, { duration: milliseconds, fill: "forwards" });
}

/**
 * A card that no picture shows, such as one that is dealt face down.
 *
 * @param {Element} host
 * @param {Point[]} way
 * @param {number} milliseconds
 * @param {number} [delay]
 */
export async function flyCard(host, way, milliseconds, delay = 0) {
  const card = document.createElement("div");
  card.className = "flying-card";
  card.setAttribute("aria-hidden", "true");
  host.append(card);
  const box = host.getBoundingClientRect();
  const translate = way.map(({ x, y }) => `${x - box.x}px ${y - box.y}px`);
  const rotate = translate.map((_, at) => `${at % 2 ? 8 : -8}deg`);
  const options = { duration: milliseconds, delay, easing: EASE, fill: /** @type {const} */ ("both") };
  await finished(card.animate({ translate, rotate }, options));
  card.remove();
}

// --- from one picture to the next -----------------------------------------------------------------------------------

/** What a picture looks like before it is replaced. */
export class Snapshot {
  /** @param {HTMLElement} host  the place of the picture */
  constructor(host) {
    this.host = host;
    this.svg = host.querySelector(":scope > svg");
    /** @type {Map<string, {at: Point, texts: string[]}>} */
    this.pieces = new Map();
    for (const piece of host.querySelectorAll("[data-piece]")) {
      this.pieces.set(piece.getAttribute("data-piece") ?? "", { at: centre(piece), texts: texts(piece) });
    }
  }

  /**
   * Animate what has changed, now that the host has the next picture: pieces travel, figures count, the rest fades.
   *
   * @param {Map<string, Point>} origins  where pieces come from that the old picture didn't have
   * @param {number} milliseconds
   */
  async change(origins, milliseconds) {
    const timing = { duration: milliseconds, easing: EASE };
    /** @type {Animation[]} */
    const running = [];
    for (const piece of this.host.querySelectorAll(":scope > svg [data-piece]")) {
      const name = piece.getAttribute("data-piece") ?? "";
      const before = this.pieces.get(name);
      const from = before?.at ?? origins.get(name);
      if (!from) {
        running.push(piece.animate({ opacity: [0, 1] }, timing));
        continue;
      }
      const to = centre(piece);
      if (Math.hypot(to.x - from.x, to.y - from.y) > SMALLEST) {
        running.push(piece.animate({ translate: [offset(piece, to, from), "0px 0px"] }, timing));
      }
      if (before) count(piece, before.texts, milliseconds);
    }
    const old = this.#fade(timing);
    if (old) running.push(old);
    await Promise.all(running.map(finished));
  }

  /** The old picture fades away above the new one, without its pieces. @param {KeyframeAnimationOptions} timing */
  #fade(timing) {
    if (!this.svg) return null;
    const veil = document.createElement("div");
    veil.className = "old-picture";
    veil.setAttribute("aria-hidden", "true");
    for (const part of this.svg.querySelectorAll("[data-piece], .frame")) part.remove();
    for (const part of this.svg.querySelectorAll("[data-spot]")) {
      for (const name of ["data-spot", "tabindex", "role", "aria-label", "aria-pressed"]) part.removeAttribute(name);
    }
    veil.append(this.svg);
    this.host.append(veil);
    const fading = veil.animate({ opacity: [1, 0] }, timing);
    finished(fading).then(() => veil.remove());
    return fading;
  }
}

/** @param {Element} piece */
function texts(piece) {
  return [...piece.querySelectorAll("text")].map((text) => text.textContent ?? "");
}

const FIGURE = /^([^\d]*)(\d+)(.*)$/;

/** Count from the old figure to the new one, if that is all that changed. @param {Element} piece @param {string[]} before @param {number} milliseconds */
function count(piece, before, milliseconds) {
  [...piece.querySelectorAll("text")].forEach((text, at) => {
    const [now, then] = [FIGURE.exec(text.textContent ?? ""), FIGURE.exec(before[at] ?? "")];
    if (!now || !then || now[2] === then[2] || now[1] !== then[1]) return;
    const [from, to] = [Number(then[2]), Number(now[2])];
    for (let step = 0; step <= STEPS; step += 1) {
      const figure = step === STEPS ? now[2] : Math.round(from + ((to - from) * step) / STEPS);
      setTimeout(() => (text.textContent = `${now[1]}${figure}${now[3]}`), (milliseconds * step) / STEPS);
    }
  });
}

/** Number parts of a picture in this order, for a hint. @param {HTMLElement} host @param {string[]} names */
export function pointAt(host, names) {
  const svg = /** @type {SVGSVGElement | null} */ (host.querySelector(":scope > svg"));
  const place = svg?.getScreenCTM()?.inverse();
  for (const old of host.querySelectorAll(".hint-mark")) old.remove();
  if (!svg || !place) return 0;
  const marked = points(host, names);
  marked.forEach((point, at) => {
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(place);
    const mark = document.createElementNS(SVG, "g");
    mark.setAttribute("class", "hint-mark");
    mark.append(shape("circle", { cx: x, cy: y, r: 22, class: "hint-ring" }));
    mark.append(shape("circle", { cx: x + 17, cy: y - 17, r: 11, class: "hint-badge" }));
    const figure = shape("text", { x: x + 17, y: y - 11.5, "text-anchor": "middle", "font-size": 15, class: "hint-figure" });
    figure.textContent = String(at + 1);
    mark.append(figure);
    svg.append(mark);
  });
  return marked.length;
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
