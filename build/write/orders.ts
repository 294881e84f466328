import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dictionaryFile } from "#src/format/artifact-files.js";
import { decodeDictionary } from "#src/format/dictionary.js";
import { FACETS } from "#src/format/filter-facets.js";
import { encodeOrder, encodeTimeOrder, orderFile } from "#src/format/order-table.js";
import type { PostingList } from "#src/format/posting-list.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { nameOrderFile } from "./write-tasks.js";

/**
 * Writes the orders of all icons. Call after the dictionaries of names and facets are written.
 *
 * @param runs folder with the scratch file of the names' order
 * @param times by ordinal
 * Memory: the dictionaries of the facets, twice.
 */
export function writeOrders(
  writer: ArtifactWriter,
  folder: string,
  runs: string,
  times: Readonly<Record<"newest" | "updated", Float64Array>>,
): void {
  const icons = times.newest.length;
  const dictionaries = FACETS.map((facet) => {
    const file = join(folder, dictionaryFile(facet));
    return decodeDictionary(new Uint8Array(readFileSync(file)), file, icons);
  });
  const labeled = (): PostingList[] =>
    dictionaries.flatMap((labels) => Array.from({ length: labels.size }, (_, label) => labels.postings(label)));
  const named = new Uint32Array(new Uint8Array(readFileSync(nameOrderFile(runs))).buffer);
  writer.write(orderFile("name"), encodeOrder(named, new Float64Array(0), labeled()).pieces);
  for (const name of ["newest", "updated"] as const)
    writer.write(orderFile(name), encodeTimeOrder(times[name], labeled()).pieces);
}
