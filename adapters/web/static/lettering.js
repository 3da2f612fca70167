/** The pictures' letters, for a picture that stands alone: an <img> can't use the fonts of its page. */

const FONTS = [
  ["400", "/static/fonts/roboto-regular-latin.woff2"],
  ["700", "/static/fonts/roboto-bold-latin.woff2"],
];
let style = "";

/** Load the fonts once. Until then, and if that fails, a picture has whatever letters the browser finds. */
export async function loadLetters() {
  try {
    const faces = await Promise.all(FONTS.map(([weight, address]) => face(weight, address)));
    style = `<style>${faces.join("")}</style>`;
  } catch {
    // a board is readable without
  }
}

/** @param {string} weight @param {string} address */
async function face(weight, address) {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `@font-face{font-family:Roboto;font-weight:${weight};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}

/** The picture with the fonts in it. @param {string} svg */
export function withLetters(svg) {
  return svg.replace(/<svg[^>]*>/, (opening) => opening + style);
}
