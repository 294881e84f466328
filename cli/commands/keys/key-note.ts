import { paint, print } from "../../output.js";

/** Says on a terminal what a printed key is, below it. */
export function printKeyNote(what: string): void {
  if (process.stdout.isTTY) print(paint("dim", `${what}; it is shown this once, keep it`));
}
