/** Columns take turns with these colours. */
export const COLOURS = 6;
