import parseSpdx from "spdx-expression-parse";

/** Whether a text is an SPDX id, or an expression of several. */
export function isSpdxExpression(text: string): boolean {
  try {
    parseSpdx(text);
    return true;
  } catch {
    return false;
  }
}
