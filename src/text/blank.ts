/** White space of Unicode and of JavaScript, and spaces without width. */
const BLANK = /^[\s\p{White_Space}\u200b\u2060]*$/u;

/** Whether a text shows nothing, so that a query of it counts as absent. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
