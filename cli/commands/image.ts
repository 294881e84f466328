import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { Catalog, CatalogImageOptions } from "../../src/catalog/catalog.js";
import type { Filters } from "../../src/catalog/find-filters.js";
import type { ImageChoice } from "../../src/catalog/variants.js";
import { FACETS } from "../../src/format/filter-facets.js";
import { THEME_CHOICES } from "../../src/images/bare-tint.js";
import {
  FALLBACKS,
  type Fallback,
  ICO_SIDES,
  IMAGE_FORMATS,
  type ImageFormat,
  type ImageOptions,
  SIDES,
  toImageRequest,
} from "../../src/images/image-options.js";
import { makeFolder, replaceFile } from "../../src/platform/write-file.js";
import { filtersOf, selectIcons } from "../listing/select-icons.js";
import { addLookOptions, fractionFrom, type LookFlags, lookOf, toUsageError } from "../options/look-options.js";
import { artifactsOption, facetOption, option, wholeNumber } from "../options/options.js";
import { UsageError } from "../process/failure.js";
import { print, writeFileOut } from "../terminal/output.js";

/** Standard output. */
const STDOUT = "-";

interface ImageCommandFlags
  extends Filters,
    LookFlags,
    ImageChoice,
    Pick<ImageOptions, "format" | "size" | "width" | "height" | "content"> {
  readonly artifacts: string;
  readonly query?: string;
  readonly fallback?: Fallback;
  readonly favicon?: string;
  readonly out?: string;
}

export function imageCommand(): Command {
  const command = new Command("image")
    .argument("[ids...]", "ids of icons, or patterns such as 'google-*'")
    .addOption(option("--query <words>", "select the icons that match these query words"));
  for (const facet of FACETS) command.addOption(facetOption(facet));
  const side = wholeNumber(SIDES.least, SIDES.most);
  command
    .addOption(
      option("--format <format>", "format; default: by the extension of --out, else png").choices(
        Object.keys(IMAGE_FORMATS),
      ),
    )
    .addOption(
      option(
        "--size <px>",
        `width and height, ${SIDES.least} to ${SIDES.most}; default 128; for ico a list, default ${ICO_SIDES.join(",")}`,
      ).argParser((text) => text.split(",").map(side)),
    )
    .addOption(option("--width <px>", "width, instead of --size").argParser(side))
    .addOption(option("--height <px>", "height, instead of --size").argParser(side))
    .addOption(
      option(
        "--content <part>",
        "size of the visible part, as a fraction of the side length, instead of --padding: 0.1 to 1",
      ).argParser(fractionFrom(0.1, 1)),
    );
  command
    .addOption(
      option(
        "--variant <name>",
        "another image of the icon, such as light, mono or wordmark; bare is its drawing without the background",
      ),
    )
    .addOption(
      option(
        "--theme <theme>",
        "theme of the page: the variant for its background, if there is one; auto: an SVG that follows the page",
      ).choices([...THEME_CHOICES]),
    );
  return addLookOptions(command)
    .addOption(
      option("--fallback <what>", "substitute for missing images: monogram, the initial of the name").choices(
        FALLBACKS,
      ),
    )
    .addOption(
      option(
        "--favicon <folder>",
        "write the favicon of a website to this folder: ICO, SVG, PNGs and a manifest; print the HTML for it",
      ).conflicts(["out", "format", "size", "width", "height", "fallback"]),
    )
    .addOption(option("--out <path>", "file, folder or - for standard output; default: <id>.<format> in this folder"))
    .addOption(artifactsOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons image spotify --format svg --out -\n  icons image spotify slack --size 64 --out icons/\n  icons image --category music --paint white --background black --padding 0.2 --out covers/\n  icons image spotify --theme dark --format svg\n  icons image 'google-*' --format webp --out google/\n  icons image github --favicon public/",
    )
    .action(async (ids: string[], flags: ImageCommandFlags) => {
      const { openCatalog } = await import("../../src/catalog/catalog.js");
      const catalog = openCatalog(flags.artifacts);
      const ordinals = selectIcons(catalog, { ids, query: flags.query, filters: filtersOf(flags) });
      const selected = Array.from(ordinals, (ordinal) => catalog.item(ordinal).id);
      const { variant, theme, fallback, favicon } = flags;
      if (favicon !== undefined) {
        if (selected.length !== 1)
          throw new UsageError(`--favicon takes one icon, but ${selected.length} are selected`);
        const { writeFaviconSet } = await import("../../build/export/favicon-set.js");
        const look = { ...imageOptionsOf(flags), variant, theme };
        const { files, html } = await writeFaviconSet(catalog, selected[0]!, favicon, look);
        for (const line of [...files, "", ...html]) print(line);
        return;
      }
      const options = { ...imageOptionsOf(flags), variant, theme, fallback };
      if (flags.out === STDOUT) {
        if (selected.length !== 1) throw new UsageError(`--out - takes one icon, but ${selected.length} are selected`);
        if (process.stdout.isTTY && options.format !== "svg") {
          throw new UsageError(
            `a terminal can't show ${options.format}; redirect the output, or give a file with --out`,
          );
        }
        writeFileOut(await imageOf(catalog, selected[0]!, options));
        return;
      }
      const name = variant === undefined ? "" : `-${variant}`;
      const path = await pathsFor(flags.out, selected.length, `${name}.${options.format}`);
      for (const id of selected) {
        await replaceFile(path(id), await imageOf(catalog, id, options));
        print(path(id));
      }
    });
}

/** @throws Error that names the icon if it has no image in this form */
async function imageOf(catalog: Catalog, id: string, options: CatalogImageOptions): Promise<Buffer> {
  try {
    const image = await catalog.image(id, options);
    if (image !== undefined) return image;
  } catch (error) {
    throw new Error(`${id}: ${(error as Error).message}`, { cause: error });
  }
  throw new Error(`${id}: the icon has no image; with --fallback monogram it shows the initial of its name`);
}

/**
 * Maps ids to output paths. A path with an extension is a file, unless it is an existing folder.
 *
 * @param ending of the files in a folder, after the id
 */
async function pathsFor(out: string | undefined, count: number, ending: string): Promise<(id: string) => string> {
  const isFolder =
    out === undefined || /[/\\]$/.test(out) || (existsSync(out) && statSync(out).isDirectory()) || count > 1;
  if (!isFolder) return () => out;
  const folder = out ?? ".";
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${count} icons need a folder, but ${folder} is a file; give another --out`);
  }
  await makeFolder(folder);
  return (id) => join(folder, `${fileNameOf(id)}${ending}`);
}

/** An id may contain characters that file names must not. */
function fileNameOf(id: string): string {
  return encodeURIComponent(id).replaceAll("*", "%2A");
}

/** @throws UsageError for an invalid option */
function imageOptionsOf({ out, ...flags }: ImageCommandFlags): ImageOptions {
  const [, extension] = /\.(\w+)$/.exec(out ?? "") ?? [];
  const named = Object.hasOwn(IMAGE_FORMATS, extension ?? "") ? (extension as ImageFormat) : undefined;
  const { width, height, size, content } = flags;
  const given = Object.entries({ size, width, height, content }).filter(([, value]) => value !== undefined);
  const options = { ...lookOf(flags), format: flags.format ?? named ?? "png", ...Object.fromEntries(given) };
  try {
    toImageRequest(options);
  } catch (error) {
    throw toUsageError(error);
  }
  return options;
}
