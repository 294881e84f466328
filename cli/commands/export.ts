import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { COLUMN_NAMES } from "../../build/export/columns.js";
import { DEFAULT_LAYOUT, LayoutError } from "../../build/export/layout.js";
import { toIconifyName } from "../../build/export/names.js";
import {
  COMPONENTS,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportResult,
  FOLDERS,
  type LeftOut,
  TABLES,
} from "../../build/export/options.js";
import type { Filters } from "../../src/catalog/find-filters.js";
import { FACETS } from "../../src/format/filter-facets.js";
import { SIDES } from "../../src/images/image-options.js";
import { decodeText } from "../../src/platform/decode-text.js";
import { filtersOf, selectIcons } from "../listing/select-icons.js";
import { addLookOptions, LOOK_FLAGS, type LookFlags, lookOf, toUsageError } from "../options/look-options.js";
import {
  artifactsOption,
  collectOf,
  facetOption,
  jsonOption,
  option,
  recolorableOption,
  wholeNumber,
} from "../options/options.js";
import { UsageError } from "../process/failure.js";
import { countOf } from "../terminal/count-of.js";
import { formatBytes, paint, print, printJson, printJsonError, printNote, writePartOut } from "../terminal/output.js";
import { showingProgress } from "../terminal/progress.js";

/** Standard input or output. */
const STANDARD = "-";
/** The formats by the extension of `--out`. */
const ENDINGS: Readonly<Record<string, ExportFormat>> = {
  zip: "zip",
  svg: "sprite",
  json: "iconify",
  ndjson: "ndjson",
  jsonl: "ndjson",
  csv: "csv",
  parquet: "parquet",
};
/** Formats that can't be shown on a terminal. */
const BINARY: readonly ExportFormat[] = ["zip", "parquet"];
const FILES: readonly ExportFormat[] = ["folder", "zip"];

interface ExportFlags extends Filters, LookFlags {
  readonly artifacts: string;
  readonly query?: string;
  readonly ids?: string;
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly layout?: string;
  readonly size?: readonly number[];
  readonly fields?: readonly string[];
  readonly escapeFormulas?: boolean;
  readonly prefix?: string;
  readonly recolorable?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** The formats that each flag applies to. Flags without an entry apply to all formats. */
const FOR: Readonly<Partial<Record<keyof ExportFlags, readonly ExportFormat[]>>> = {
  layout: FILES,
  size: FILES,
  fields: TABLES,
  escapeFormulas: ["csv"],
  prefix: ["iconify"],
  force: FOLDERS,
};

export function exportCommand(): Command {
  const command = new Command("export")
    .argument("[ids...]", "ids of icons, or patterns such as 'google-*'; '*' for all")
    .addOption(option("--ids <file>", "file with an id or pattern per line, - for standard input"))
    .addOption(option("--query <words>", "select the icons that match these query words"));
  for (const facet of FACETS) command.addOption(facetOption(facet));
  command
    .addOption(recolorableOption())
    .addOption(option("--out <path>", "file, folder or - for standard output"))
    .addOption(
      option("--format <format>", "format; default: by the extension of --out, else folder").choices([
        ...EXPORT_FORMATS,
      ]),
    )
    .addOption(
      option(
        "--layout <paths>",
        `files of each icon in a folder or zip: dashboard-icons, selfhst or paths, see below; default ${DEFAULT_LAYOUT}`,
      ),
    )
    .addOption(option("--size <px>", "one or more sizes of rasters, comma-separated; default 128").argParser(sides));
  return addLookOptions(command)
    .addOption(
      option("--fields <names>", "columns of a table, svg among them; default: all but svg").argParser(
        collectOf(COLUMN_NAMES),
      ),
    )
    .addOption(
      option("--escape-formulas", "CSV: put an apostrophe before texts that spreadsheets would treat as formulas"),
    )
    .addOption(
      option("--prefix <name>", "Iconify: prefix of the set; default: as with icons serve --iconify").argParser(prefix),
    )
    .addOption(option("--force", "replace a folder that an export wrote"))
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action(async (ids: string[], flags: ExportFlags, called: Command) => {
      const format = formatOf(flags);
      refuseUseless(format, called);
      const { openCatalog } = await import("../../src/catalog/catalog.js");
      const { exportIcons } = await import("../../build/export/export-icons.js");
      const catalog = openCatalog(flags.artifacts);
      const selection = { ids: [...ids, ...idsFrom(flags.ids)], query: flags.query, filters: filtersOf(flags) };
      const out = flags.out!;
      const quiet = flags.json === true;
      const result = await showingProgress(quiet, async (onProgress) => {
        const ordinals = Uint32Array.from(selectIcons(catalog, { ...selection, recolorable: flags.recolorable }));
        const { layout, size: sizes, fields: columns, escapeFormulas, prefix, force } = flags;
        try {
          return await exportIcons({
            ...{
              catalog,
              ordinals,
              format,
              layout,
              sizes,
              look: lookOf(flags),
              columns,
              escapeFormulas,
              prefix,
              force,
            },
            out: out === STANDARD ? writePartOut : out,
            onProgress: (progress) => onProgress({ phase: "export", ...progress }),
          });
        } catch (error) {
          throw error instanceof LayoutError ? new UsageError(`--layout ${error.message}`) : toUsageError(error);
        }
      });
      report(result, out, quiet);
    });
}

const HELP = `
Formats:
  folder, zip  images in the paths of --layout, and ATTRIBUTION.csv
  react, vue, svelte, solid, react-native
               a folder with a typed component per drawing, and index.ts; see below
  shadcn       a registry of React components: registry.json, and r/{id}.json for npx shadcn add
  sprite       a symbol per drawing, used as <use href="icons.svg#id">, and a TypeScript file with the type of its ids
  iconify      Iconify JSON, drawings only
  ndjson, csv, parquet  one row per icon

Layout: comma-separated paths. Each must contain {id} and may contain {category}, {size} and {ext}.
  {id}.svg              drawings only; raster images are left out
  png/{id}.png          any of png, webp, avif, jpg, ico
  {size}/{id}.png       one file per --size
  {id}.{ext}            each icon as stored: svg, png, webp or jpg
  dashboard-icons       svg/{id}.svg, png/{id}.png, webp/{id}.webp, 512 pixels high, also {id}-{variant}
  selfhst               the same, and avif/{id}.avif, ico/{id}.ico
Characters that are invalid in file names are written as %XX. Two icons with the same path are an error, even if the
paths differ only in case.

Components have the properties size, title (without one, they are decorative), color if the drawing has a single color,
and those of the root element. Raster images are left out; for react-native, also drawings that react-native-svg can't
show everywhere.

Every format includes attribution and license of each icon, if the dataset has them. The same icons and options
produce the same bytes.

Examples:
  icons export --category music --out music/
  icons export '*' --layout "svg/{id}.svg,png/{size}/{id}.png" --size 32,64 --out icons.zip
  icons export --query google --out google.svg
  icons export 'mdi:*' --prefix mdi --out mdi.json
  icons export 'google-*' --format react --out src/icons
  icons export '*' --fields id,name,license,svg --out icons.parquet
  icons export '*' --recolorable --paint black --out black/
  icons export --color green --format csv --out - | head`;

/** @throws UsageError if the format is unknown or not possible for this output */
function formatOf({ out, fields, format: given }: ExportFlags): ExportFormat {
  if (out === undefined) throw new UsageError("--out is missing; give a folder, a file or -");
  if (fields?.length === 0) throw new UsageError("--fields names no column; omit it for all columns");
  const [, ending = ""] = /\.([a-z]+)$/i.exec(out) ?? [];
  const format = given ?? ENDINGS[ending.toLowerCase()] ?? "folder";
  if (out !== STANDARD) return format;
  if (given === undefined) {
    const files = EXPORT_FORMATS.filter((known) => !FOLDERS.includes(known));
    throw new UsageError(`--out - needs --format: ${files.join(", ")}`);
  }
  if (FOLDERS.includes(format))
    throw new UsageError("--out - takes a single file; give a folder with --out, or --format zip");
  if (process.stdout.isTTY && BINARY.includes(format)) {
    throw new UsageError(`a terminal can't show ${format}; redirect the output, or give a file with --out`);
  }
  return format;
}

/** Rejects flags that have no effect. Environment variables are ignored, since they may be meant for other commands. */
function refuseUseless(format: ExportFormat, command: Command): void {
  const fields: readonly string[] = command.getOptionValue("fields") ?? [];
  const tables = TABLES.filter((table) => table !== format || fields.includes("svg"));
  const withImages = [...FILES, ...COMPONENTS, "sprite", "iconify", ...tables.filter((table) => table === format)];
  const rules = { ...FOR, ...Object.fromEntries(LOOK_FLAGS.map((flag) => [flag, withImages])) };
  for (const [flag, formats] of Object.entries(rules)) {
    if (command.getOptionValueSource(flag) !== "cli" || formats.includes(format)) continue;
    const name = flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(
      `--${name} has no effect on ${format}; remove it, or give a --format of ${formats.join(", ")}`,
    );
  }
}

function idsFrom(file: string | undefined): string[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = decodeText(readFileSync(file === STANDARD ? 0 : file));
  } catch (error) {
    throw new UsageError(`--ids ${file} can't be read: ${(error as Error).message}`);
  }
  const lines = text.split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function report(result: ExportResult, out: string, json: boolean): void {
  if (json) {
    const summary = { out, ...result };
    if (out === STANDARD) printJsonError(summary);
    else printJson(summary);
    return;
  }
  const { format, icons, files, bytes, withoutImage, withoutDrawing, notRecolorable, unsupported } = result;
  if (out !== STANDARD) {
    const counts = `${countOf(icons, "icon")}, ${countOf(files, "file")}, ${formatBytes(bytes)}`;
    print(`${paint("green", "exported")} ${out} (${counts})`);
  }
  const isOne = (count: number): boolean => count === 1;
  const leftOut = ({ count }: LeftOut): string => (isOne(count) ? "is left out" : "are left out");
  if (notRecolorable.count > 0) {
    const count = countOf(notRecolorable.count, "icon");
    const noColor = TABLES.includes(format)
      ? `${isOne(notRecolorable.count) ? "gets" : "get"} no svg`
      : leftOut(notRecolorable);
    printNote(
      `${count} with several colors or a raster image, which --paint can't change, ${noColor}: ${named(notRecolorable)}`,
    );
  }
  if (TABLES.includes(format)) return;
  const noDrawing = FILES.includes(format)
    ? `${isOne(withoutDrawing.count) ? "gets" : "get"} no .svg`
    : leftOut(withoutDrawing);
  if (withoutDrawing.count > 0) {
    printNote(`${countOf(withoutDrawing.count, "icon")} without a drawing ${noDrawing}: ${named(withoutDrawing)}`);
  }
  if (unsupported.count > 0) {
    const count = countOf(unsupported.count, "icon");
    printNote(`${count} with a drawing that ${format} can't show ${leftOut(unsupported)}: ${named(unsupported)}`);
  }
  if (withoutImage.count > 0) {
    printNote(
      `${countOf(withoutImage.count, "icon")} without an image ${leftOut(withoutImage)}: ${named(withoutImage)}`,
    );
  }
}

function named({ count, first }: LeftOut): string {
  return first.join(", ") + (count > first.length ? ` and ${count - first.length} more` : "");
}

function sides(text: string): number[] {
  return [...new Set(text.split(",").map((part) => wholeNumber(SIDES.least, SIDES.most)(part.trim())))];
}

function prefix(text: string): string {
  if (text !== "" && toIconifyName(text) === text) return text;
  throw new InvalidArgumentError("Give lower-case letters, digits and single dashes, such as my-icons.");
}
