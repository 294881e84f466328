import type { RemovedIcon } from "../../dataset/removed-icons.js";
import { titleOf } from "../names.js";
import { oneLine, present, shortened } from "../one-line.js";
import type { AppsImport } from "../write-app-dataset.js";
import {
  categoriesOf,
  fitAliases,
  fitCategories,
  isObject,
  sourceOf,
  textsOf,
  variantName,
  withUnlisted,
} from "./collection-records.js";
import {
  type Collected,
  type CollectionFiles,
  type CollectionIcon,
  type CollectionOptions,
  type CollectionResult,
  importCollection,
} from "./import-collection.js";

const REPOSITORY = "https://github.com/homarr-labs/dashboard-icons";
const ATTRIBUTION = "Dashboard Icons";
const UNKNOWN = "Unknown";
const MAX_REASON = 500;
/** Members of a takedown that `removed.json` has no place for. */
const UNTOLD = ["requester_name", "description", "takedown_id"] as const;

/**
 * Imports the collection dashboard-icons: `metadata.json` or `meta/*.json`, the images, and `takedowns.json`. Without
 * metadata, icons and variants come from the names of the files.
 *
 * @throws the errors of `importCollection`
 */
export function importDashboardIcons(options: CollectionOptions): Promise<CollectionResult> {
  const { developer = UNKNOWN } = options;
  return importCollection(options, { name: ATTRIBUTION, importer: "dashboard-icons" }, async (files, skipped) => {
    const { removed, leftOut } = readTakedowns(files, skipped);
    const gone = new Set(removed.map(({ id }) => id));
    const listed: CollectionIcon[] = [];
    for (const [id, entry] of readMetadata(files, skipped))
      if (!gone.has(id)) listed.push(iconOf(id, entry, files, developer));
    const common = { repository: REPOSITORY, attribution: ATTRIBUTION, developer };
    return { icons: withUnlisted(listed, files, gone, common), removed, leftOut } satisfies Collected;
  });
}

/** The entries by id. An entry of `metadata.json` precedes the file of the icon. */
function readMetadata(
  files: CollectionFiles,
  skipped: AppsImport["skipped"],
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const entries = new Map<string, Readonly<Record<string, unknown>>>();
  const add = (id: string, entry: unknown): void => {
    if (isObject(entry)) entries.set(id, entry);
    else skipped.add({ icon: id, reason: "its metadata is not an object" });
  };
  const all = files.json("metadata.json");
  if (all !== undefined && !isObject(all)) throw new Error("metadata.json is not an object with an entry per icon");
  for (const [id, entry] of Object.entries(all ?? {})) add(id, entry);
  for (const [id, path] of files.jsonFiles("meta")) {
    if (entries.has(id)) continue;
    try {
      add(id, files.json(path));
    } catch (error) {
      skipped.add({ icon: id, reason: (error as Error).message });
    }
  }
  return entries;
}

function iconOf(
  id: string,
  entry: Readonly<Record<string, unknown>>,
  { images, license }: CollectionFiles,
  developer: string,
): CollectionIcon {
  const { base, aliases, categories, update, colors, wordmark, ...others } = entry;
  const named = [...Object.entries(isObject(colors) ? colors : {}), ...wordmarks(wordmark)];
  const variants = new Map<string, string>();
  for (const [role, file] of named)
    if (typeof file === "string" && file !== id) variants.set(variantName(id, file, role), file);
  // Some icons exist in two colors only; the dark one is visible on the white page of most programs.
  const image = images.has(id) ? id : (variants.get("dark") ?? variants.get("light") ?? id);
  const fittedAliases = fitAliases(textsOf(aliases) ?? []);
  const fittedCategories = fitCategories(textsOf(categories) ?? []);
  const { timestamp, ...rest } = isObject(update) ? update : { timestamp: undefined };
  const updatedAt = utc(timestamp);
  const attributes = present({
    base,
    aliases: textsOf(aliases) === undefined ? aliases : fittedAliases.rest,
    categories: textsOf(categories) === undefined ? categories : fittedCategories.rest,
    colors,
    wordmark,
    update: updatedAt === undefined ? update : Object.keys(rest).length === 0 ? undefined : rest,
    ...others,
  });
  return {
    record: {
      id,
      name: oneLine(titleOf(id)),
      developer,
      ...categoriesOf(fittedCategories.values),
      ...present({
        aliases: fittedAliases.values,
        license,
        attribution: ATTRIBUTION,
        source: sourceOf(REPOSITORY, images.get(image)),
        updatedAt,
      }),
      attributes,
    },
    image,
    variants,
  };
}

/** The files of a wordmark by the names of their variants. */
function wordmarks(wordmark: unknown): [string, unknown][] {
  if (!isObject(wordmark)) return [];
  return Object.entries(wordmark).map(([color, file]) => [`wordmark-${color}`, file]);
}

/** A time in the form of records. Times without a zone are UTC. */
function utc(timestamp: unknown): string | undefined {
  if (typeof timestamp !== "string" || Number.isNaN(Date.parse(timestamp))) return undefined;
  return /T[\d:.]+$/.test(timestamp) ? `${timestamp}Z` : timestamp;
}

/** The removed icons of `takedowns.json`. Their images are placeholders. */
function readTakedowns(files: CollectionFiles, skipped: AppsImport["skipped"]): Pick<Collected, "removed" | "leftOut"> {
  const takedowns = files.json("takedowns.json");
  if (takedowns !== undefined && !isObject(takedowns))
    throw new Error("takedowns.json is not an object with an entry per icon");
  const removed: RemovedIcon[] = [];
  const leftOut: Record<string, number> = {};
  for (const [id, takedown] of Object.entries(takedowns ?? {})) {
    const { date, reason, ...others }: Readonly<Record<string, unknown>> = isObject(takedown) ? takedown : {};
    const removedAt = utc(date);
    if (removedAt === undefined) {
      skipped.add({ icon: id, reason: "its takedown has no date" });
      continue;
    }
    removed.push({ id, date: removedAt, reason: shortened(reason, MAX_REASON) || "Takedown request" });
    for (const member of UNTOLD) if (others[member]) leftOut[member] = (leftOut[member] ?? 0) + 1;
  }
  return { removed, leftOut };
}
