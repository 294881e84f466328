import { existsSync } from "node:fs";
import { Command } from "commander";
import type { Catalog } from "../../src/catalog/catalog.js";
import { IconNotFoundError } from "../../src/catalog/generation/catalog-errors.js";
import type { SimilarIcon } from "../../src/catalog/similar/find-similar.js";
import {
  MAX_MATCHES,
  ORDERS,
  type SimilarRequest,
  VARIANTS,
  type Variant,
} from "../../src/catalog/similar/similar-request.js";
import { HASH_PATTERN } from "../../src/phash/phash.js";
import { queryingTerminal } from "../images/painter.js";
import { type AskFlags, type ListedIcon, openForFlags, parseItems, publicUrlOption } from "../listing/ask.js";
import { printGallery } from "../listing/gallery.js";
import { nameLine, nearnessLine, originLine } from "../listing/icon-lines.js";
import type { GalleryEntry } from "../listing/render-entry.js";
import type { SimilarToFile } from "../listing/similar-to-file.js";
import { artifactsOption, collectOf, jsonOption, option, wholeNumber } from "../options/options.js";
import { type ImageFlags, imagesOption, LISTED_COLUMNS } from "../options/terminal-image-options.js";
import { UsageError } from "../process/failure.js";
import { paint, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

interface SimilarFlags extends AskFlags, ImageFlags {
  readonly limit: number;
  readonly maxDistance?: number;
  readonly include?: readonly Variant[];
  readonly by?: (typeof ORDERS)[number];
}

/** Columns of the figures that orders compare, with their decimal places; those that no result has are left out. */
const FIGURES = [
  { title: "score", member: "score", places: 2 },
  { title: "shape distance", member: "shapeDistance", places: 0 },
  { title: "distance", member: "distance", places: 0 },
  { title: "similarity", member: "similarity", places: 3 },
  { title: "color distance", member: "colorDistance", places: 3 },
  { title: "vector similarity", member: "vectorSimilarity", places: 3 },
] as const;

type ListedSimilarIcon = ListedIcon & Omit<SimilarIcon, "ordinal"> & { readonly similarity?: number };

export function similarCommand(): Command {
  return new Command("similar")
    .argument("<subject>", "an icon's id, a perceptual hash of 16 hex digits, or an image file")
    .addOption(option("--limit <n>", "maximum number of results, at most 20", 10).argParser(wholeNumber(1)))
    .addOption(
      option("--max-distance <bits>", "maximum Hamming distance of the hashes; default 64").argParser(
        wholeNumber(0, 64),
      ),
    )
    .addOption(
      option("--include <variants>", "also search for the mirrored or inverted image").argParser(collectOf(VARIANTS)),
    )
    .addOption(
      option(
        "--by <order>",
        "order of the results; default auto: for an id, nearly the same hashes first, then by look; for a file, the better of look and shape; phash for a hash or with the options above; color, blend and vector need an id",
      ).choices(ORDERS),
    )
    .addOption(imagesOption())
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons similar spotify\n  icons similar my-logo.png\n  icons similar my-logo.png --by shape\n  icons similar my-logo.png --max-distance 10 --include mirrored,inverted\n  icons similar spotify --by color\n  icons similar spotify --by vector\n  icons similar abc5e83aa4b5c1ca --json",
    )
    .action((subject: string, flags: SimilarFlags) =>
      queryingTerminal(flags, async (terminal) => {
        const { limit: wanted, maxDistance, include = [], by, publicUrl, json, images } = flags;
        const catalog = openForFlags(flags);
        const { file, ...given } = readSubject(catalog, subject);
        if ((by === "shape" || by === "look") && (maxDistance !== undefined || include.length > 0))
          throw new UsageError(`--max-distance and --include compare hashes, so omit them or --by ${by}`);
        const takesFile = by === "shape" || by === "look";
        const takesAll = by === undefined || by === "auto" || by === "phash" || (takesFile && file !== undefined);
        if (given.id === undefined && !takesAll)
          throw new UsageError(`--by ${by} needs the id of an icon${takesFile ? " or a file" : ""}`);
        const request = {
          limit: Math.min(wanted, MAX_MATCHES),
          include,
          ...(maxDistance === undefined ? {} : { maxDistance }),
          ...(by === undefined ? {} : { by }),
        };
        const found = file === undefined ? undefined : await lookUpFile(catalog, file, request);
        const { matches, lowDetail, ...lookedUp } = found ?? catalog.similar({ ...given, ...request });
        const data = parseItems<ListedSimilarIcon>(catalog.renderMatches(matches, publicUrl));
        const query = { ...given, ...lookedUp, ...(lowDetail ? { lowDetail } : {}) };
        if (json) return printJson({ data, total: data.length, query });
        const figures = FIGURES.filter(({ member }) => data.some((item) => item[member] !== undefined));
        if (!(await printGallery(images, LISTED_COLUMNS, galleryOf(catalog, data), terminal)))
          printTable(
            ["id", "name", "category", ...figures.map(({ title }) => title), "note"],
            data.map((item) => [
              item.id,
              item.name,
              item.category,
              ...figures.map(({ member, places }) => item[member]?.toFixed(places) ?? ""),
              noteOf(item),
            ]),
          );
        if (lowDetail && process.stdout.isTTY)
          print(
            paint(
              "dim",
              "The hash has too little detail to be reliable: close hashes may belong to dissimilar images.",
            ),
          );
      }),
    );
}

async function* galleryOf(catalog: Catalog, data: readonly ListedSimilarIcon[]): AsyncGenerator<GalleryEntry> {
  for (const item of data) {
    const lines = [nameLine(item), originLine(item), nearnessLine(item, noteOf(item))];
    yield { name: item.name, image: await catalog.image(item.id), lines };
  }
}

function noteOf({ variant, lowDetail }: ListedSimilarIcon): string {
  return [variant, lowDetail ? "low detail" : undefined].filter((part) => part !== undefined).join(", ");
}

/** The icon, hash or file to compare with. */
interface Subject {
  readonly id?: string;
  readonly phash?: string;
  /** Path of an image file. */
  readonly file?: string;
}

/** Resolves a subject: an id, else a hash, else a file. @throws IconNotFoundError if it is none of them */
function readSubject(catalog: Catalog, subject: string): Subject {
  try {
    catalog.get(subject);
    return { id: subject };
  } catch (error) {
    if (!(error instanceof IconNotFoundError)) throw error;
    if (HASH_PATTERN.test(subject)) return { phash: subject };
    if (!existsSync(subject)) throw error;
    return { file: subject };
  }
}

async function lookUpFile(
  catalog: Catalog,
  file: string,
  request: SimilarRequest & { readonly limit: number },
): Promise<SimilarToFile> {
  const { by = "auto", limit, maxDistance, include = [] } = request;
  const { similarToFile, similarToFileByBoth, similarToFileByLook, similarToFileByShape } = await import(
    "../listing/similar-to-file.js"
  );
  if (by === "shape") return similarToFileByShape(catalog, file, limit);
  if (by === "look") {
    const found = await similarToFileByLook(catalog, file, limit);
    if (found === undefined) throw new Error(`${file}: it shows no edges, so it has no look`);
    return found;
  }
  const comparesHashes = maxDistance !== undefined || include.length > 0;
  const found = by === "auto" && !comparesHashes ? await similarToFileByBoth(catalog, file, limit) : undefined;
  return found !== undefined && found.matches.length > 0 ? found : similarToFile(catalog, file, request);
}
