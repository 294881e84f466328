import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A command or request of a document, or a block in another language. */
export interface Unit {
  readonly document: string;
  /** The line that it starts at, from 1. */
  readonly line: number;
  /** The heading of level 2 above it, empty if there is none. */
  readonly section: string;
  /** Names it in messages and tables: a command or request itself; of a block, the document and the nearest heading. */
  readonly key: string;
  /** `command`, `request`, or the language of a block, empty if it has none. */
  readonly kind: string;
  readonly code: string;
  /** The output that the document shows. */
  readonly printed?: string;
}

/** Documents without what tools generate and without the history, whose commands are those of other versions. */
const DOCUMENTS = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !/^(CHANGELOG|bench\/report|bench\/judged-answers)\.md$/.test(path));

const BLOCK = /^```(\w*)\n([\s\S]*?)^```$(?:\n\nprints\n\n```text\n([\s\S]*?)^```$)?/gm;
const HEADING = /^(#+) (.+)$/gm;
const SHELLS = ["sh", "console"];

/** A code span to be typed as it is: an installation, or this program with a flag or argument. */
const RUN = /^(?:npx icon-data-api(?: [a-z-]+){1,2} \S|npm (?:install|pack) \S|(?:claude|codex) mcp add )/;
const SPAN = /(?<!`)`([^`\n]+)`(?!`)/g;

/** Commands and blocks of all documents, in their order. */
export const UNITS: readonly Unit[] = DOCUMENTS.flatMap(unitsOf);

/** Code spans that name a program or one of its commands, with their documents. */
export const NAMED: readonly { readonly document: string; readonly span: string }[] = DOCUMENTS.flatMap((document) =>
  spansOf(readFileSync(document, "utf8"))
    .filter(({ span }) => /^(npx |icon-data-api |icons |npm |node )/.test(span) && !RUN.test(span))
    .map(({ span }) => ({ document, span })),
);

function unitsOf(document: string): Unit[] {
  const text = readFileSync(document, "utf8");
  const [odd] = text.replace(BLOCK, "").match(/^.*(?:```|~~~).*$/m) ?? [];
  if (odd !== undefined) throw new Error(`${document}: not the first line of a block as the tests read it: ${odd}`);
  const found: { readonly at: number; readonly kind: string; readonly code: string; readonly printed?: string }[] = [];
  for (const { index, 1: language = "", 2: code = "", 3: printed } of text.matchAll(BLOCK)) {
    const at = index + language.length + "```\n".length;
    if (SHELLS.includes(language))
      found.push(...commandsOf(language, code).map((one) => ({ ...one, at: at + one.at })));
    else found.push({ at, kind: language, code, ...(printed !== undefined && { printed }) });
  }
  for (const { at, span } of spansOf(text)) {
    if (RUN.test(span)) found.push({ at, kind: "command", code: span });
    if (span.startsWith("GET /")) found.push({ at, kind: "request", code: span });
  }
  const counts = new Map<string, number>();
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...unit }) => {
      const [section, heading] = headingsAbove(text, at);
      const place = `${document}#${heading}`;
      const isLine = unit.kind === "command" || unit.kind === "request";
      const count = (counts.get(place) ?? 0) + (isLine ? 0 : 1);
      counts.set(place, count);
      const key = isLine ? unit.code : count === 1 ? place : `${place} (${count})`;
      return { ...unit, document, section, key, line: text.slice(0, at).split("\n").length };
    });
}

/** The commands of a block: each line with those that continue it, or with their output those after a `$`. */
function commandsOf(language: string, code: string) {
  const lines = language === "sh" ? /^(?!#)(\S(?:.*\\\n)*.*)\n/gm : /^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm;
  return Array.from(code.matchAll(lines), ({ index, 1: line, 2: printed = "" }) => ({
    at: index,
    kind: "command",
    code: line!.replace(/ +# .*/, ""),
    ...(printed !== "" && { printed }),
  }));
}

/** Code spans outside of blocks. */
function spansOf(text: string) {
  const blanked = text.replace(BLOCK, (block) => block.replace(/[^\n]/g, " "));
  return Array.from(blanked.matchAll(SPAN), ({ index, 1: span }) => ({ at: index + 1, span: span! }));
}

/** The nearest heading of level 2, and of any level, before an offset. */
function headingsAbove(text: string, offset: number): [section: string, heading: string] {
  const outside = text.replace(BLOCK, (block) => block.replaceAll("#", " "));
  const above = [...outside.slice(0, offset).matchAll(HEADING)];
  return [above.findLast(([, level]) => level === "##")?.[2] ?? "", above.at(-1)?.[2] ?? ""];
}
