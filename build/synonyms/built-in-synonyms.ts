import { readFileSync } from "node:fs";
import type { Synonyms } from "./synonyms.js";

const TABLE = new URL("./built-in-synonyms.json", import.meta.url);

/** Read once per process, since the table is part of the package. */
let known: Synonyms | undefined;

/**
 * The synonyms that this package ships: English words for interface icons, applications and everyday tasks.
 * `tools/make-synonyms.mjs` writes them. Cost: about 80 ms and 17 MB the first time, so only builds and checks read
 * them.
 */
export function readBuiltInSynonyms(): Synonyms {
  known ??= readTable();
  return known;
}

function readTable(): Synonyms {
  const table: Readonly<Record<string, readonly [strong: string, weak: string, names: string]>> = JSON.parse(
    readFileSync(TABLE, "utf8"),
  );
  return new Map(
    Object.entries(table).map(([term, [strong, weak, names]]) => [
      term,
      { strong: listOf(strong), weak: listOf(weak), names: listOf(names) },
    ]),
  );
}

function listOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(",");
}
