import { oneLine, present } from "../one-line.js";
import { categoriesOf, fitCategories, fitKeywords, isObject, sourceOf, withUnlisted } from "./collection-records.js";
import {
  type CollectionFiles,
  type CollectionIcon,
  type CollectionOptions,
  type CollectionResult,
  importCollection,
} from "./import-collection.js";

const REPOSITORY = "https://github.com/selfhst/icons";
const ATTRIBUTION = "selfh.st/icons";
const UNKNOWN = "Unknown";
const COLORS = ["Light", "Dark"] as const;
const FORMATS = ["SVG", "PNG", "WebP"] as const;
const YES = "Yes";
const NONE: ReadonlySet<string> = new Set();

/**
 * Imports the collection selfh.st/icons: `index.json` and the images.
 *
 * @throws the errors of `importCollection`
 */
export function importSelfhst(options: CollectionOptions): Promise<CollectionResult> {
  const { developer = UNKNOWN } = options;
  return importCollection(options, { name: ATTRIBUTION, importer: "selfhst" }, async (files, skipped) => {
    const index = files.json("index.json");
    if (!Array.isArray(index))
      throw new Error("index.json is missing, or is not a list; give a checkout of selfhst/icons");
    const references = new Set(index.map((entry: unknown) => (isObject(entry) ? entry.Reference : undefined)));
    const listed: CollectionIcon[] = [];
    for (const [at, entry] of index.entries()) {
      if (isObject(entry) && typeof entry.Reference === "string") {
        listed.push(iconOf(entry.Reference, entry, files, { references, developer }));
      } else skipped.add({ icon: `index.json, entry ${at + 1}`, reason: "has no Reference" });
    }
    const common = { repository: REPOSITORY, attribution: ATTRIBUTION, developer };
    return { icons: withUnlisted(listed, files, NONE, common), removed: [], leftOut: {} };
  });
}

function iconOf(
  id: string,
  entry: Readonly<Record<string, unknown>>,
  { images, license }: CollectionFiles,
  { references, developer }: { readonly references: ReadonlySet<unknown>; readonly developer: string },
): CollectionIcon {
  const { Reference: _id, Name, Category, Tags, CreatedAt, ...others } = entry;
  const variants = new Map<string, string>();
  for (const color of COLORS) {
    const variant = color.toLowerCase();
    const file = `${id}-${variant}`;
    // Such a file may also be that of another icon.
    if (!references.has(file) && (entry[color] === YES || images.has(file))) variants.set(variant, file);
  }
  const categories = fitCategories(listOf(Category));
  const keywords = fitKeywords(listOf(Tags));
  const createdAt = timeOf(CreatedAt);
  const formats = FORMATS.filter((format) => entry[format] === YES);
  const rest = Object.entries(others).filter(([field, value]) => !isFlag(field, value));
  const name = oneLine(Name);
  return {
    record: {
      ...{ id, name: name || id, developer, ...categoriesOf(categories.values) },
      ...present({
        keywords: keywords.values,
        license,
        attribution: ATTRIBUTION,
        source: sourceOf(REPOSITORY, images.get(id)),
        createdAt,
      }),
      attributes: present({
        formats: formats.map((format) => format.toLowerCase()),
        Category: categories.rest === undefined ? undefined : Category,
        Tags: keywords.rest === undefined ? undefined : Tags,
        CreatedAt: createdAt === undefined ? CreatedAt : undefined,
        Name: name === Name ? undefined : Name,
        ...Object.fromEntries(rest),
      }),
    },
    image: id,
    variants,
  };
}

/** Whether a value is told by the imported images. */
function isFlag(field: string, value: unknown): boolean {
  const flags: readonly string[] = [...FORMATS, ...COLORS];
  return flags.includes(field) && (value === YES || value === "No");
}

function listOf(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

/** `2024-08-16 00:27:23+00:00` in the form of records. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(value))
    return undefined;
  return value.replace(" ", "T");
}
