import { Command } from "commander";
import { DEFAULT_PLANS } from "../../src/access/plan.js";
import type { Catalog, Page } from "../../src/catalog/catalog.js";
import type { Explanation } from "../../src/catalog/explain.js";
import type { Filters } from "../../src/catalog/find-filters.js";
import { readQuery } from "../../src/catalog/list-request.js";
import { SORTS, type Sort } from "../../src/catalog/sorts.js";
import { FACETS } from "../../src/format/filter-facets.js";
import { MATCHES, type Match, RUNGS } from "../../src/format/rungs.js";
import { listWords } from "../../src/text/list-words.js";
import { queryingTerminal } from "../images/painter.js";
import { type AskFlags, type ListedIcon, openForFlags, parseItems, publicUrlOption } from "../listing/ask.js";
import { printGallery } from "../listing/gallery.js";
import { looksLine, nameLine, originLine } from "../listing/icon-lines.js";
import type { GalleryEntry } from "../listing/render-entry.js";
import { listRecolorable } from "../listing/select-icons.js";
import {
  artifactsOption,
  calendarDate,
  facetOption,
  jsonOption,
  option,
  recolorableOption,
  wholeNumber,
} from "../options/options.js";
import { type ImageFlags, imagesOption, LISTED_COLUMNS } from "../options/terminal-image-options.js";
import { colorful, MATCHED, paint, paintRanges, print, printJson, printNote } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

interface SearchFlags extends AskFlags, ImageFlags, Filters {
  readonly match: Match;
  readonly sort: Sort;
  readonly updatedSince?: string;
  readonly page: number;
  readonly limit: number;
  readonly recolorable?: boolean;
  readonly highlight?: boolean;
  readonly explain?: boolean;
}

export function searchCommand(): Command {
  const command = new Command("search").argument(
    "[words...]",
    "query words: prefixes of words in the name, an alias or the developer, or else words of any text",
  );
  for (const facet of FACETS) command.addOption(facetOption(facet));
  return command
    .addOption(recolorableOption())
    .addOption(
      option(
        "--match <kind>",
        "names and their spelling only (name), meaning first (meaning), or both (auto)",
        "auto",
      ).choices([...MATCHES]),
    )
    .addOption(option("--sort <order>", "order of the results", "relevance").choices([...SORTS]))
    .addOption(
      option("--updated-since <date>", "only icons changed at or after this ISO 8601 date").argParser(calendarDate),
    )
    .addOption(option("--page <n>", "page", 1).argParser(wholeNumber(1)))
    .addOption(option("--limit <n>", "icons per page, at most 100", 20).argParser(wholeNumber(1)))
    .addOption(option("--highlight", "with --json: include the matching ranges, which terminals underline"))
    .addOption(option("--explain", "show in a table why each icon ranks where it does"))
    .addOption(imagesOption())
    .addOption(artifactsOption())
    .addOption(publicUrlOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons search spotify\n  icons search --category games --color blue,purple --limit 50\n  icons search goo --json | jq -r '.data[].id'\n  icons search google maps --explain",
    )
    .action((queryWords: string[], flags: SearchFlags) =>
      queryingTerminal({ images: flags.explain ? "off" : flags.images, json: flags.json }, async (query) => {
        const {
          artifacts: _artifacts,
          publicUrl,
          json,
          highlight,
          explain,
          images,
          limit: wanted,
          updatedSince,
          recolorable,
          ...filters
        } = flags;
        const request = {
          ...filters,
          updated_since: updatedSince,
          limit: Math.min(wanted, DEFAULT_PLANS.pro.maxLimit),
        };
        const catalog = openForFlags(flags);
        const q = readQuery(queryWords.join(" "))?.text;
        const page = recolorable ? listRecolorable(catalog, { q, ...request }) : catalog.list({ q, ...request });
        const { ordinals, didYouMean, matched, dropped, facets: _facets, ...numbers } = page;
        const searched = didYouMean ?? q;
        const isHighlighted = json ? highlight : colorful;
        const items = isHighlighted
          ? catalog.renderHighlighted(ordinals, searched, publicUrl)
          : catalog.renderItems(ordinals, publicUrl);
        const listed = parseItems(items);
        const explanationAt = (at: number): Explanation => catalog.explain(searched, ordinals[at]!, matched)!;
        if (json) {
          const data = explain ? listed.map((item, at) => ({ ...item, _explain: explanationAt(at) })) : listed;
          const meta = { did_you_mean: didYouMean, matched, ...(dropped.length > 0 && { dropped }) };
          return printJson({ data, ...numbers, ...(matched && { _meta: meta }) });
        }
        const note = noteOf(q, { didYouMean, matched, dropped });
        if (note !== undefined) printNote(note);
        if (explain)
          printTable(
            EXPLAINED,
            listed.map((item, at) => explainedRow(item, explanationAt(at))),
          );
        else if (!(await printGallery(images, LISTED_COLUMNS, galleryOf(catalog, listed, ordinals), query)))
          printTable(LISTED, listed.map(listedRow));
        if (process.stdout.isTTY)
          print(paint("dim", `${numbers.total} icons, page ${numbers.page} of ${numbers.totalPages}`));
      }),
    );
}

/** What people must know about results that no name matches. */
function noteOf(
  q: string | undefined,
  { didYouMean, matched, dropped }: Pick<Page, "didYouMean" | "matched" | "dropped">,
): string | undefined {
  if (didYouMean !== undefined && dropped.length === 0) return `no results for ${q}; showing results for ${didYouMean}`;
  if (dropped.length > 0) return `no results for ${q}; showing the nearest, without ${listWords(dropped)}`;
  return matched !== undefined && RUNGS[matched].loose
    ? `no results for ${q}; showing loosely related icons: ${RUNGS[matched].label}`
    : undefined;
}

const LISTED = ["id", "name", "category", "developer"];
const EXPLAINED = ["id", "name", "why", "words", "ordinal"];

/** Yields one at a time, so that each image is decoded only when it is shown. */
async function* galleryOf(
  catalog: Catalog,
  listed: readonly ListedIcon[],
  ordinals: Uint32Array,
): AsyncGenerator<GalleryEntry> {
  for (const [at, item] of listed.entries()) {
    const lines = [nameLine(item), originLine(item), looksLine(catalog.record(ordinals[at]!))];
    yield { name: item.name, image: await catalog.image(item.id), lines };
  }
}

function listedRow({ id, name, category, developer, _highlight }: ListedIcon): string[] {
  return [
    id,
    paintRanges(MATCHED, name, _highlight?.name),
    category,
    paintRanges(MATCHED, developer, _highlight?.developer),
  ];
}

function explainedRow({ id, name, _highlight }: ListedIcon, { reason, words, ordinal }: Explanation): string[] {
  const found = words.map(({ queryWord, field, word }) => `${queryWord}: ${word} (${field})`);
  return [id, paintRanges(MATCHED, name, _highlight?.name), reason, found.join(",\n"), String(ordinal)];
}
