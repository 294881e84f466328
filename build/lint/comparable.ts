import { words } from "#src/text/fold.js";

/** Forms of companies, which some write and others leave out. */
const COMPANY =
  /[\s,]+(inc|llc|ltd|limited|gmbh|ag|se|corp|corporation|co|company|plc|s\.?a|s\.?r\.?l|b\.?v|ab|oy|pty)\.?$/i;

/** A name as searches compare it: folded words, single spaces between; symbols by themselves where it has no word. */
export function comparableName(name: string): string {
  return words(name).join(" ") || name.trim();
}

/** A developer without the form of the company, as a name. */
export function comparableDeveloper(developer: string): string {
  let short = developer.trim();
  // "Acme Pty. Ltd." has two.
  while (COMPANY.test(short)) short = short.replace(COMPANY, "");
  return comparableName(short);
}
