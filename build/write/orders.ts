import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dictionaryFile, PALETTE_FILE, postingsFile, SHAPE_FILE, TERM_SLOTS } from "#src/format/artifact-files.js";
import { CHAMPIONS, type LongTerm } from "#src/format/champions.js";
import { decodeDictionary } from "#src/format/dictionary.js";
import { FACETS } from "#src/format/filter-facets.js";
import { encodeOrder, encodeTimeOrder, type OrderedIcons, orderFile } from "#src/format/order-table.js";
import { decodePaletteTable } from "#src/format/palette-table.js";
import { decodeShapeTable } from "#src/format/shape-table.js";
import { mapFile } from "#src/platform/map-file.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { orderByLook } from "./look-order.js";
import { nameOrderFile } from "./write-tasks.js";

/**
 * Writes the orders of all icons. Call after palettes, shapes and the dictionaries of names, terms and facets are written.
 *
 * @param runs folder with the scratch file of the names' order
 * @param times by ordinal
 * Memory: the dictionaries of the facets, twice, and the champion lists.
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
  const labeled = dictionaries.flatMap((labels) =>
    Array.from({ length: labels.size }, (_, label) => labels.postings(label)),
  );
  const stored: OrderedIcons = { labeled, terms: longTerms(folder, icons) };
  const named = new Uint32Array(new Uint8Array(readFileSync(nameOrderFile(runs))).buffer);
  writer.write(orderFile("name"), encodeOrder(named, new Float64Array(0), stored).pieces);
  for (const name of ["newest", "updated"] as const)
    writer.write(orderFile(name), encodeTimeOrder(times[name], stored).pieces);
  const { means } = decodePaletteTable(mapFile(join(folder, PALETTE_FILE)), PALETTE_FILE);
  const { bytes: shapes } = decodeShapeTable(mapFile(join(folder, SHAPE_FILE)), SHAPE_FILE, () => undefined);
  writer.write(orderFile("look"), encodeOrder(orderByLook(means, shapes), new Float64Array(0), stored).pieces);
}

/** The terms with champion lists, whose icons are views of the mapped dictionary. */
function longTerms(folder: string, icons: number): LongTerm[] {
  const file = join(folder, dictionaryFile("terms"));
  const terms = decodeDictionary(mapFile(file), file, icons, (shard) =>
    mapFile(join(folder, postingsFile("terms", shard))),
  );
  const long: LongTerm[] = [];
  for (let index = 0; index < terms.size; index++) {
    if (!terms.hasMoreThan(index, CHAMPIONS)) continue;
    long.push({ index, icons: Array.from({ length: TERM_SLOTS }, (_, slot) => terms.postings(index, slot)) });
  }
  return long;
}
