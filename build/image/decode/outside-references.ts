import { ImageError } from "../image-file.js";

const NAME = /(?:[\w-]+:)?/.source;
/** An attribute that draws something; what `a` and its like lead to is not drawn. */
const HREF = `<(?!${NAME}a[\\s>])[\\w:.-]+\\s(?:[^<>]*\\s)?${NAME}href\\s*=\\s*["']\\s*(?!#|data:|["'\\s])([^"'<>]{1,200})`;
const URL_FUNCTION = /url\(\s*(?:["']|&(?:quot|apos|#34|#39);)?\s*(?!#|data:|["')\s&])([^"')<>]{1,200})/.source;
/** Follows the name of an element that holds something: without it, nothing is missing in the image. */
const NOT_EMPTY = /(?!(?:\s[^<>]*)?(?:\/>|>\s*(?:<!\[CDATA\[\s*\]\]>\s*)?<\/))/.source;

/** What a drawing may not hold, what is said of it, and what to do. `$1` stands for what it leads to. */
const REFUSED: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/<!ENTITY\s+%/, "it declares parameter entities; save it without a document type"],
  [
    /<!ENTITY\s+[^\s"'<>]+\s+(?:SYSTEM|PUBLIC)\b/,
    "it declares an entity of another file; save it without a document type",
  ],
  [
    /<!ENTITY\s+[^\s"'<>]+\s+(?:"[^"<>]*&(?!#)|'[^'<>]*&(?!#))/,
    "it declares nested entities; save it without a document type",
  ],
  [/<\?xml-stylesheet\b/, "it references an external style sheet; embed the styles"],
  [new RegExp(`<${NAME}script${NOT_EMPTY}[\\s>/]`), "it contains a script, which is never run; remove it"],
  [/<[\w-]+:include[\s>/]/, "it includes another file; embed it"],
  [
    new RegExp(`<${NAME}foreignObject${NOT_EMPTY}[\\s>](?![^<>]*requiredExtensions)`),
    "it contains foreign content (foreignObject), which is not drawn; use shapes",
  ],
  [/@import\b/, "it imports external styles; embed them"],
  [new RegExp(HREF), "it references $1, which is external; embed it"],
  [new RegExp(URL_FUNCTION), "it references $1, which is external; embed it"],
];

/**
 * Refuses a drawing that refers to something outside itself, or holds what is never drawn: its image would lack a part.
 * The decoder opens nothing of the kind anyway: it is given bytes without a place, from which no reference leads
 * anywhere. So what hides behind escapes here is only not told.
 *
 * @throws ImageError with the first thing that is wrong, and its remedy
 */
export function refuseOutsideReferences(svg: Uint8Array): void {
  const text = Buffer.from(svg).toString("utf8");
  // Most drawings have none of this.
  if (!/<!ENTITY|<\?xml-s|href|script|:include|foreignObject|@import|url\(/.test(text)) return;
  const drawn = text.replaceAll(/<!--[\s\S]*?-->/g, "");
  for (const [pattern, says] of REFUSED) {
    const found = pattern.exec(drawn);
    if (found !== null) throw new ImageError(says.replace("$1", () => JSON.stringify(found[1])));
  }
}
