import { parseXml, type XmlDocument } from "@rgrove/parse-xml";
import { ImageError } from "../image-file.js";

/** Deeper nesting overflows the stacks of renderers and browsers. */
export const MAX_DEPTH = 200;
/** Maximum number of tags and of attributes; parsing more of either takes over 100 MiB. */
const MAX_MARKS = 200_000;
/** Maximum total size of all entities where they are used. */
const MAX_ENTITY_BYTES = 2 ** 20;
const ENTITY = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"<&]*)"|'([^'<&]*)')\s*>/g;

/** Refuses a drawing that takes too much memory to parse. @throws ImageError */
export function refuseManyMarks(svg: string): void {
  for (const mark of svg.length > MAX_MARKS ? ["<", "="] : []) {
    if (countUpTo(MAX_MARKS, mark, svg) > MAX_MARKS)
      throw new ImageError(`it has more than ${MAX_MARKS} tags or attributes; make it simpler`);
  }
}

/**
 * Parses the text of a drawing.
 *
 * @returns a document with a root element
 * @throws ImageError if it is not well-formed or too large
 */
export function parseDrawing(svg: string): XmlDocument {
  refuseManyMarks(svg);
  let left = MAX_ENTITY_BYTES;
  const entities = new Map<string, string>();
  if (svg.includes("<!ENTITY"))
    for (const [, name, double, single] of svg.matchAll(ENTITY)) entities.set(name!, double ?? single!);
  const resolveUndefinedEntity = (reference: string): string => {
    const value = entities.get(reference.slice(1, -1)) ?? "";
    left -= value.length;
    if (left < 0) throw new ImageError("its entities expand to more than 1 MiB; save it without a document type");
    return value;
  };
  try {
    const document = parseXml(svg, entities.size > 0 ? { resolveUndefinedEntity } : {});
    if (document.root === null) throw new Error("it has no root element");
    return document;
  } catch (error) {
    if (error instanceof ImageError) throw error;
    // Stack overflow of the parser.
    if (error instanceof RangeError) throw new ImageError(`its elements are nested more than ${MAX_DEPTH} deep`);
    const [reason] = (error as Error).message.split("\n", 1);
    throw new ImageError(`it is not well-formed XML: ${reason}`);
  }
}

/** Number of occurrences of a character, at most `max` + 1. */
function countUpTo(max: number, character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= max; at = text.indexOf(character, at + 1)) count++;
  return count;
}
