/** The shape of the board that fits this screen: tall on a phone, wide beside the controls. As in table/table.css. */

const stacked = matchMedia("(width < 40rem), (width < 56rem) and (orientation: portrait)");

/** @returns {"portrait" | "wide"} */
export function boardShape() {
  return stacked.matches ? "portrait" : "wide";
}

/** Call the function whenever the shape changes, such as when a tablet is turned. @param {() => void} callback */
export function onBoardShape(callback) {
  stacked.addEventListener("change", callback);
}
