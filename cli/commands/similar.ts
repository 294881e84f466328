import { existsSync } from "node:fs";
import { Command } from "commander";
import type { Catalog, SimilarRequest } from "../../src/catalog/catalog.js";
import { IconNotFoundError } from "../../src/catalog/errors.js";
import { MAX_NEIGHBOURS } from "../../src/catalog/look-alikes/nearest.js";
import { HASH_PATTERN } from "../../src/phash/hash-text.js";
import { type AskFlags, openAsked, parseItems, publicUrlOption } from "../ask.js";
import { artifactsOption, jsonOption, option, wholeNumber } from "../options.js";
import { printJson } from "../output.js";
import { printTable } from "../table.js";

interface SimilarFlags extends AskFlags {
  readonly limit: number;
  readonly maxDistance: number;
}

export function similarCommand(): Command {
  return new Command("similar")
    .description("find look-alikes, as GET /api/v1/similar does")
    .argument("<subject>", "an icon's id, a perceptual hash of 16 hex digits, or an image file")
    .addOption(option("--limit <n>", "results, reduced to 20", 10).argParser(wholeNumber(1)))
    .addOption(option("--max-distance <bits>", "largest Hamming distance", 64).argParser(wholeNumber(0, 64)))
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons similar spotify\n  icons similar my-logo.png --max-distance 10\n  icons similar abc5e83aa4b5c1ca --json",
    )
    .action(async (subject: string, flags: SimilarFlags) => {
      const { limit, maxDistance, publicUrl, json } = flags;
      const catalog = openAsked(flags);
      const asked = await whatIsAsked(catalog, subject);
      const { phash, neighbours } = catalog.similar({ ...asked, limit: Math.min(limit, MAX_NEIGHBOURS), maxDistance });
      const data = parseItems(catalog.renderNeighbours(neighbours, publicUrl));
      if (json) return printJson({ data, total: data.length, query: { ...asked, phash } });
      printTable(
        ["id", "name", "category", "distance", "similarity"],
        data.map(({ id, name, category, distance, similarity }) => [
          id,
          name,
          category,
          distance!,
          similarity!.toFixed(3),
        ]),
      );
    });
}

/** An id counts first, then a hash, then a file. @throws IconNotFoundError when it is none of them */
async function whatIsAsked(catalog: Catalog, subject: string): Promise<SimilarRequest> {
  try {
    catalog.get(subject);
    return { id: subject };
  } catch (error) {
    if (!(error instanceof IconNotFoundError)) throw error;
    if (HASH_PATTERN.test(subject)) return { phash: subject };
    if (!existsSync(subject)) throw error;
    const { hashFile } = await import("../hash-file.js");
    return { phash: await hashFile(subject) };
  }
}
