import { paint } from "./output.js";

const CELLS = 10;

/** A part of a whole as a bar of ten cells. @param share 0 to 1 */
export function shareBar(share: number): string {
  const full = Math.round(share * CELLS);
  return paint("green", "━".repeat(full)) + paint("dim", "━".repeat(CELLS - full));
}
