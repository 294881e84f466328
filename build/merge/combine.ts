import { creditsOf, ORIGINS, type Origin, originsIn, statesAuthor } from "#src/format/credits.js";
import { creditsIn, type ImageCredits } from "#src/format/variants.js";
import { comparableName } from "../dataset/equal-keys.js";
import { hasOwnImage, type SourceImage, SourceRecord } from "../dataset/source-record.js";
import { isSpdxExpression } from "../dataset/spdx.js";
import { labelOf, nonEmpty, shortened } from "../import/one-line.js";

/** One of the records that become one. */
export interface Member {
  /** The name of its dataset. */
  readonly dataset: string;
  readonly record: SourceRecord;
  /**
   * Takes over an image.
   *
   * @param name of its file, if it becomes one
   * @returns its reference in the merged dataset; undefined if it can't be read, which is reported
   */
  place(image: SourceImage, name: string): Promise<SourceImage | undefined>;
  /** The content of its own image, sanitized if it is a drawing; undefined if there is none, or it can't be read. */
  content(): Promise<Uint8Array | undefined>;
}

/** Fields that describe the image, so they come with it. */
const IMAGE_FIELDS = [
  ...["image", "background", "tint", "iconUrl", "phash", "colors", "colorPalette", "style"],
] as const satisfies readonly (keyof SourceRecord)[];
/** Fields that credit it. */
const CREDIT_FIELDS = [
  "license",
  "licenseUrl",
  "source",
  "attribution",
] as const satisfies readonly (keyof SourceRecord)[];
/** Members of `attributes` that credits of an image are read from. */
const CREDIT_ATTRIBUTES = ["license", "author", "attribution", "set"] as const;
/** Lists that are united. */
const UNITED = ["aliases", "keywords", "categories", "aiTags", "formerIds", "variants"] as const;

type ListName = (typeof UNITED)[number] | "identifiers";

export interface Combined {
  readonly record: SourceRecord;
  /** Number of entries left out because a list was full. */
  readonly omitted: Partial<Record<ListName, number>>;
}

/**
 * Merges records: fields of the first one that has them; united lists; the image, with the fields that describe it,
 * from the first record that has one. If that has no license, license and credits come from a record with the same
 * image. The origins of all of them go to `attributes.mergedFrom`.
 *
 * @param members in the order of priority; not empty
 * @param id of the result
 * @param isFree whether an id may redirect to it
 */
export async function combine(
  members: readonly Member[],
  id: string,
  isFree: (formerId: string) => boolean,
): Promise<Combined> {
  const omitted: Combined["omitted"] = {};
  const records = members.map(({ record }) => record);
  const cut = <Item>(list: ListName, items: readonly Item[], limit: number): Item[] | undefined => {
    if (items.length > limit) omitted[list] = (omitted[list] ?? 0) + items.length - limit;
    return items.length === 0 ? undefined : items.slice(0, limit);
  };
  const limitOf = (list: (typeof UNITED)[number]): number => SourceRecord.properties[list].maxItems;

  const { shown, variants, images } = await placeImages(members, id);
  const leader = records[0]!;
  if (members.length === 1) return { record: keepOne(members[0]!, id, { shown, variants }, isFree), omitted };
  const supplier = shown?.record ?? records.find(({ iconUrl, phash }) => iconUrl ?? phash) ?? leader;
  const first = (name: keyof SourceRecord): unknown => records.find((record) => record[name] !== undefined)?.[name];
  const filled = Object.fromEntries(FILLED.map((name) => [name, first(name)]));
  const credited = shown === undefined ? supplier : await licensedWith(members, shown.record);
  const described = Object.fromEntries([
    ...IMAGE_FIELDS.map((name) => [name, supplier[name]]),
    ...CREDIT_FIELDS.map((name) => [name, credited[name]]),
  ]);

  const categories = united(records.flatMap(({ category, categories = [category] }) => categories as string[]));
  const names = records.slice(1).map(({ name }) => name);
  // Other names of the same words find nothing that these do not find.
  const nameKey = comparableName(leader.name);
  const aliases = united([...records.flatMap(({ aliases = [] }) => aliases), ...names], comparableName).filter(
    (alias) => comparableName(alias) !== nameKey,
  );
  const former = united(records.flatMap((record) => [record.id, ...(record.formerIds ?? [])]));
  const merged = {
    ...filled,
    ...described,
    image: shown?.image.image,
    background: shown === undefined ? supplier.background : shown.image.background,
    id,
    rank: leader.rank,
    category: categories[0],
    categories: categories.length > 1 ? cut("categories", categories, limitOf("categories")) : undefined,
    aliases: cut("aliases", aliases, limitOf("aliases")),
    keywords: cut("keywords", united(records.flatMap(({ keywords = [] }) => keywords)), limitOf("keywords")),
    aiTags: cut(
      "aiTags",
      united(
        records.flatMap(({ aiTags = [] }) => aiTags),
        ({ tag }) => tag,
      ),
      limitOf("aiTags"),
    ),
    identifiers: unitedIdentifiers(records, cut),
    variants: cut("variants", variants, limitOf("variants")),
    // Never cut, since their ids would be lost.
    formerIds: nonEmpty(former.filter((one) => one !== id && isFree(one))),
    attributes: attributesOf(members, credited, images),
  };
  const kept = Object.entries(merged).filter(([, value]) => value !== undefined);
  // The id comes first, where builds expect the prefixes of icon sets. `fromEntries` forgets the types of the fields.
  return { record: Object.fromEntries([["id", id], ...kept]) as unknown as SourceRecord, omitted };
}

/** A record that has no other. */
function keepOne(
  { dataset, record }: Member,
  id: string,
  { shown, variants }: Pick<PlacedImages, "shown" | "variants">,
  isFree: (formerId: string) => boolean,
): SourceRecord {
  const { image: _image, variants: _variants, formerIds = [], background, tint, attributes, ...others } = record;
  const former = formerIds.filter(isFree);
  const origins = originsIn(record.attributes?.[ORIGINS]) ?? [
    { dataset, ...(record.id === id ? {} : { id: record.id }) },
  ];
  return {
    ...others,
    id,
    ...(shown?.image ?? { ...(background && { background }), ...(tint && { tint }) }),
    ...(variants.length > 0 && { variants: [...variants] }),
    ...(former.length > 0 && { formerIds: former }),
    attributes: { ...attributes, [ORIGINS]: origins },
  };
}

/** The record that an image is credited to: `shown`, unless only a record with the same image has a license. */
async function licensedWith(members: readonly Member[], shown: SourceRecord): Promise<SourceRecord> {
  const isLicensed = (record: SourceRecord): boolean => creditsOf(record).license !== undefined;
  const others = members.filter(({ record }) => record !== shown && isLicensed(record));
  if (isLicensed(shown) || others.length === 0) return shown;
  const content = await members.find(({ record }) => record === shown)!.content();
  if (content === undefined) return shown;
  for (const other of others) {
    const same = await other.content();
    if (same !== undefined && Buffer.compare(same, content) === 0) return other.record;
  }
  return shown;
}

const SPECIAL: readonly string[] = [
  ...IMAGE_FIELDS,
  ...CREDIT_FIELDS,
  ...UNITED,
  "id",
  "rank",
  "category",
  "identifiers",
  "attributes",
];
/** Fields of which the first one counts. */
const FILLED = (Object.keys(SourceRecord.properties) as (keyof SourceRecord)[]).filter(
  (name) => !SPECIAL.includes(name),
);

/** Each value once. @param keyOf equal for values of which only the first one counts */
function united<Item>(items: readonly Item[], keyOf: (item: Item) => unknown = (item) => item): Item[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

type Identifiers = NonNullable<SourceRecord["identifiers"]>;

function unitedIdentifiers(
  records: readonly SourceRecord[],
  cut: <Item>(list: ListName, items: readonly Item[], limit: number) => Item[] | undefined,
): Identifiers | undefined {
  const all = records.flatMap(({ identifiers }) => identifiers ?? []);
  if (all.length < 2) return all[0];
  const result: Record<string, unknown> = {};
  const { properties } = SourceRecord.properties.identifiers;
  for (const [name, schema] of Object.entries(properties) as [keyof Identifiers, { maxItems?: number }][]) {
    const values = all.flatMap((one) => one[name] ?? []);
    if (schema.maxItems === undefined) {
      if (values.length > 0) result[name] = values[0];
      // An empty list says something: "domains": [] gives up the website's.
    } else if (all.some((one) => one[name] !== undefined))
      result[name] = cut("identifiers", united(values), schema.maxItems) ?? [];
  }
  return result as Identifiers;
}

type PlacedVariant = SourceImage & ImageCredits & { readonly name: string };

interface PlacedImages {
  /** The record with the image, and its reference. */
  readonly shown: { readonly record: SourceRecord; readonly image: SourceImage } | undefined;
  readonly variants: readonly PlacedVariant[];
  /** The names of the images of each member. */
  readonly images: readonly (readonly string[])[];
}

async function placeImages(members: readonly Member[], id: string): Promise<PlacedImages> {
  let shown: PlacedImages["shown"];
  let hasAddress = false;
  const variants: PlacedVariant[] = [];
  const images = members.map((): string[] => []);
  for (const [at, { record, place }] of members.entries()) {
    if (shown === undefined && !hasAddress && hasOwnImage(record)) {
      const image = await place(record, id);
      if (image !== undefined) {
        shown = { record, image };
        images[at]!.push("image");
      }
    }
    // An image elsewhere, which replaces that of later records, too.
    hasAddress ||= record.iconUrl !== undefined;
    for (const variant of record.variants ?? []) {
      if (variants.some(({ name }) => name === variant.name)) continue;
      const image = await place(variant, `${id}-${variant.name}`);
      if (image === undefined) continue;
      variants.push({ ...variant, ...image });
      images[at]!.push(variant.name);
    }
  }
  // Those of the record with the image share its license; the others keep their own.
  const credited = variants.map((variant) => {
    const { record } = members[images.findIndex((names) => names.includes(variant.name))]!;
    const isCredited = record === shown?.record || Object.keys(creditsIn(variant)).length > 0;
    return isCredited ? variant : { ...variant, ...variantCreditsOf(record) };
  });
  return { shown, variants: credited, images };
}

/**
 * @param credited the record that the image is credited to
 * @param images the names of the images of each member
 */
function attributesOf(
  members: readonly Member[],
  credited: SourceRecord,
  images: readonly (readonly string[])[],
): Readonly<Record<string, unknown>> {
  const records = members.map(({ record }) => record);
  const attributes: Record<string, unknown> = {};
  for (const record of records)
    for (const [name, value] of Object.entries(record.attributes ?? {}))
      if (!(CREDIT_ATTRIBUTES as readonly string[]).includes(name)) attributes[name] ??= value;
  for (const name of CREDIT_ATTRIBUTES) {
    const value = credited.attributes?.[name];
    if (value !== undefined) attributes[name] = value;
  }
  // Without these, credits name the developer, which is that of the first record.
  if (credited !== records[0] && !statesAuthor({ ...credited, attributes }))
    attributes.attribution = credited.developer;
  const origins = members.flatMap(({ dataset, record }, at) => {
    const known = originsIn(record.attributes?.[ORIGINS]);
    return (known ?? [{ dataset, id: record.id }]).map((origin) => {
      const mine = images[at]!.filter((name) => origin.images?.includes(name) ?? true);
      // What an earlier merge wrote is more exact.
      const credits = known === undefined || known.length === 1 ? originCredits(record) : {};
      return { ...credits, ...origin, images: mine };
    });
  });
  return { ...attributes, [ORIGINS]: origins };
}

/** The credits of a record as fields of a variant. A license that can't be such a field becomes part of the text. */
function variantCreditsOf(record: SourceRecord): ImageCredits {
  const { [ORIGINS]: _origins, ...attributes } = record.attributes ?? {};
  const { license, attribution = "", ...addresses } = originCredits({ ...record, attributes });
  const isLicense =
    license !== undefined &&
    labelOf(license) === license &&
    (addresses.licenseUrl !== undefined || isSpdxExpression(license));
  const credited = license === undefined || isLicense ? attribution : `${attribution}, ${license}`;
  const { licenseUrl: _licenseUrl, ...source } = addresses;
  return {
    ...(isLicense ? addresses : source),
    ...(isLicense ? { license } : {}),
    attribution: shortened(credited, 500),
  };
}

function originCredits(record: SourceRecord): Omit<Origin, "dataset"> {
  const { license, attribution } = creditsOf(record);
  const { licenseUrl, source } = record;
  return {
    ...(license === undefined ? {} : { license }),
    ...(licenseUrl === undefined ? {} : { licenseUrl }),
    ...(source === undefined ? {} : { source }),
    attribution,
  };
}
