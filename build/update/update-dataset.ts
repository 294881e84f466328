import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { replaceFolder } from "#src/platform/replace-folder.js";
import { makeTemporaryFolder } from "#src/platform/temporary-folder.js";
import type { Upstream } from "../dataset/upstream.js";
import { importBrands } from "../import/collections/brands.js";
import { importDashboardIcons } from "../import/collections/dashboard-icons.js";
import { importSelfhst } from "../import/collections/selfhst.js";
import { SIMPLE_ICONS } from "../import/collections/simple-icons.js";
import { SVGL } from "../import/collections/svgl.js";
import { THE_SVG } from "../import/collections/the-svg.js";
import { importIconify } from "../import/iconify/import-iconify.js";
import { pathOf, readUpstream, storedPath, type UpstreamIcon } from "../import/upstream.js";
import { ICONS_FOLDER, OPTIONS_FILE, UPSTREAM_FILE } from "../import/write-folder.js";
import { findDataset } from "../read/dataset.js";
import { findRenames } from "./find-renames.js";
import { planUpdate, type UpdateRow } from "./plan-update.js";
import { readMine, readSource } from "./sides.js";
import { writeUpdate } from "./write-update.js";

/** How to update a dataset. */
export interface UpdateOptions {
  /** The folder of an imported dataset. */
  readonly data: string;
  /** Sources to take the icons from; default: those that `dataset.json` names. */
  readonly from?: readonly string[] | undefined;
  /** The version that was imported, for datasets without `upstream.ndjson`. */
  readonly base?: readonly string[] | undefined;
  /** Date of new and removed icons; default: today in UTC. */
  readonly date?: string | undefined;
  /** Whether to write nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface UpdateReport {
  readonly sources: Upstream["sources"];
  readonly previous: Upstream["sources"];
  readonly rows: readonly UpdateRow[];
  /** Icons and values that the importer left out, with the reasons: the first hundred of each kind. */
  readonly skipped: readonly { readonly icon?: string; readonly reason: string }[];
}

const SKIPPED = ["skipped", "withoutImage", "invalidFields"] as const;

/** What an importer skipped. */
type Skips = { readonly [Kind in (typeof SKIPPED)[number]]?: { readonly first: UpdateReport["skipped"] } };

/** Where an importer reads and writes. */
interface Import {
  readonly source: string;
  readonly sources: readonly string[];
  readonly out: string;
  readonly developer?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
}

const IMPORT: Readonly<Record<Upstream["importer"], (options: Import) => Promise<Skips>>> = {
  iconify: importIconify,
  "dashboard-icons": importDashboardIcons,
  selfhst: importSelfhst,
  "simple-icons": (options) => importBrands(SIMPLE_ICONS, options),
  svgl: (options) => importBrands(SVGL, options),
  thesvg: (options) => importBrands(THE_SVG, options),
};

/**
 * Compares an imported dataset with the current version of its source and, unless `dryRun`, brings the changes into the
 * dataset, under its lock: its folder is exchanged when the new one is complete.
 *
 * @throws Error if the dataset was not imported, the version before is unknown, or a source can't be read
 * Memory: all records, three times
 */
export async function updateDataset(options: UpdateOptions): Promise<UpdateReport> {
  const { data, dryRun = false } = options;
  await upstreamOf(data);
  const { path: temporary, remove } = await makeTemporaryFolder("icons-update-");
  try {
    const update = (folder?: string): Promise<UpdateReport> => updateInto(folder, temporary, options);
    return dryRun ? await update() : await replaceFolder(data, { mark: "updating", refuse: () => undefined }, update);
  } finally {
    await remove();
  }
}

async function updateInto(
  folder: string | undefined,
  temporary: string,
  options: UpdateOptions,
): Promise<UpdateReport> {
  const { data, from, date = new Date().toISOString().slice(0, 10) } = options;
  const { upstream } = await upstreamOf(data);
  const fresh = join(temporary, "fresh");
  const given = from ?? upstream.sources.map((source) => pathOf(source.from, data));
  const result = await importInto(fresh, given, upstream, data);
  const [theirs, base] = [await readSource(fresh), await baseOf(options, upstream, temporary)];
  const mine = await readMine(data, base, theirs.icons);
  const renames = await findRenames({ base, theirs, data, fresh });
  const imported = await upstreamOf(fresh);
  const sources = imported.upstream.sources.map((source, at) => {
    const known = upstream.sources[at]?.from;
    return { ...source, from: from === undefined && known !== undefined ? known : storedPath(given[at]!, data) };
  });
  const source = [imported.name, ...(sources.length === 1 ? [sources[0]!.version ?? []].flat() : [])].join(" ");
  const pathOfFile = (file: string): string => join(data, ICONS_FOLDER, file);
  const plan = planUpdate({ base, mine, theirs, renames, pathOf: pathOfFile, source, date });
  if (plan.entries.length === 0) throw new Error(`${source} has none of the icons of ${data}; nothing was changed`);
  if (folder !== undefined) {
    const text = await readFile(join(data, OPTIONS_FILE), "utf8");
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    const edited = applyEdits(text, modify(text, ["upstream", "sources"], sources, { formattingOptions }));
    await writeUpdate(folder, plan, { dataset: data, fresh, base, mine, theirs, options: edited });
  }
  const skipped = SKIPPED.flatMap((kind) => result[kind]?.first ?? []);
  return { sources, previous: upstream.sources, rows: plan.rows, skipped };
}

async function upstreamOf(data: string): Promise<{ readonly name: string; readonly upstream: Upstream }> {
  const { folder, options } = await findDataset(data);
  const { name, upstream } = options;
  if (folder !== undefined && upstream !== undefined) return { name, upstream };
  throw new Error(
    `${data} does not say where it comes from. Import it again, or add the source to its dataset.json, for example "upstream": {"importer": "iconify", "sources": [{"from": "@iconify-json/mdi"}]}, and give --base.`,
  );
}

async function importInto(
  out: string,
  sources: readonly string[],
  { importer, developer, keywords }: Upstream,
  data: string,
): Promise<Skips> {
  const folders = keywords?.map((path) => pathOf(path, data));
  return IMPORT[importer]({ source: sources[0]!, sources, out, developer, keywords: folders });
}

async function baseOf(
  { data, base }: UpdateOptions,
  upstream: Upstream,
  temporary: string,
): Promise<Map<string, UpstreamIcon>> {
  if (base !== undefined) {
    const old = join(temporary, "base");
    await importInto(old, base, upstream, data);
    return readUpstream(old);
  }
  if (existsSync(join(data, UPSTREAM_FILE))) return readUpstream(data);
  throw new Error(
    `${data} has no ${UPSTREAM_FILE}, so it is not known what you changed. Give the version that was imported with --base.`,
  );
}
