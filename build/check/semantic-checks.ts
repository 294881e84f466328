import { isCalendarDate } from "#src/format/calendar-date.js";
import { ATTRIBUTE_LIMITS } from "#src/format/record-and-detail-fields.js";
import { parseContainerImage } from "#src/identity/container-image.js";
import { canonicalDomain } from "#src/identity/domain.js";
import { checkText } from "../dataset/check-text.js";
import type { SourceRecord } from "../dataset/source-record.js";
import { checkLicense } from "../dataset/spdx.js";
import type { Finding } from "../dataset/validate.js";

/** Shares in datasets are usually rounded. */
const SHARE_TOLERANCE = 0.01;

/** Maximum growth when numbers such as 1e20 are written out. */
const MAX_GROWTH = 6;

/**
 * Checks beyond the schema: dates that exist, order, sums, amounts, and values that would change when parsed and
 * rewritten.
 */
export function checkSemantics(record: SourceRecord, text: string): Finding[] {
  return [
    ...checkCategories(record),
    ...checkLicense(record, []),
    ...checkIdentifiers(record),
    ...checkFormerIds(record),
    ...checkVariants(record),
    ...checkDates(record),
    ...checkHistory(record),
    ...checkShares(record),
    ...checkAttributes(record, text),
    ...checkText(text, record),
  ];
}

function checkCategories({ category, categories }: SourceRecord): Finding[] {
  if (categories === undefined || categories[0] === category) return [];
  const remedy = "Put it first in categories, or remove category.";
  return [{ path: ["category"], value: category, message: "is not the first of categories", remedy }];
}

function checkIdentifiers({ identifiers = {} }: SourceRecord): Finding[] {
  return IDENTIFIER_FORMS.flatMap(({ field, canonical, message, remedy }) =>
    (identifiers[field] ?? [])
      .map((value, at) => ({ path: ["identifiers", field, at], value, message, remedy }))
      .filter(({ value }) => canonical(value) === undefined),
  );
}

/** Identifiers with rules that patterns can't express. */
const IDENTIFIER_FORMS = [
  {
    field: "domains",
    canonical: canonicalDomain,
    message: "is not a domain",
    remedy: "Write a domain such as example.com, without protocol, port and path.",
  },
  {
    field: "containerImages",
    canonical: parseContainerImage,
    message: "is not the name of a container image",
    remedy: "Write registry, namespace and name in lower case, such as ghcr.io/example/app.",
  },
] as const;

function checkFormerIds({ id, formerIds = [] }: SourceRecord): Finding[] {
  const at = formerIds.indexOf(id);
  if (at < 0) return [];
  return [{ path: ["formerIds", at], value: id, message: "is the record's own id", remedy: "Remove it." }];
}

function checkVariants({ variants = [] }: SourceRecord): Finding[] {
  const names = variants.map(({ name }) => name);
  const licenses = variants.flatMap((variant, at) => checkLicense(variant, ["variants", at]));
  const repeated = names
    .map((value, at) => ({ path: ["variants", at, "name"], value, message: "is the name of an earlier variant" }))
    .filter(({ value }, at) => names.indexOf(value) < at)
    .map((finding) => ({ ...finding, remedy: "Change the name or remove the variant." }));
  return [...repeated, ...licenses];
}

function checkAttributes({ attributes }: SourceRecord, text: string): Finding[] {
  if (attributes === undefined) return [];
  const path = ["attributes"];
  const { fields: maxFields, depth: maxDepth, bytes: maxBytes } = ATTRIBUTE_LIMITS;
  const { fields, depth } = extentOf(attributes);
  const findings: Finding[] = [];
  if (fields > maxFields) {
    const remedy = `Remove some: at most ${maxFields} are allowed, including those of nested objects.`;
    findings.push({ path, message: `has ${fields} fields`, remedy });
  }
  if (depth > maxDepth)
    findings.push({ path, message: `is nested more than ${maxDepth} levels deep`, remedy: "Flatten it." });
  if (text.length * MAX_GROWTH <= maxBytes) return findings;
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes > maxBytes) {
    const remedy = `Shorten it to at most ${maxBytes}.`;
    findings.push({ path, message: `has ${bytes} bytes as JSON`, remedy });
  }
  return findings;
}

/** Total number of fields in all objects of a value, and its number of levels. */
function extentOf(value: unknown): { readonly fields: number; readonly depth: number } {
  if (typeof value !== "object" || value === null) return { fields: 0, depth: 0 };
  const items = Object.values(value);
  let fields = Array.isArray(value) ? 0 : items.length;
  let depth = 0;
  for (const item of items) {
    const inner = extentOf(item);
    fields += inner.fields;
    depth = Math.max(depth, inner.depth);
  }
  return { fields, depth: depth + 1 };
}

function checkDates({ createdAt, updatedAt, versionHistory = [] }: SourceRecord): Finding[] {
  const dates = [
    { path: ["createdAt"], value: createdAt },
    { path: ["updatedAt"], value: updatedAt },
    ...versionHistory.map(({ date }, at) => ({ path: ["versionHistory", at, "date"], value: date })),
  ];
  return dates
    .filter(({ value }) => value !== undefined && !isCalendarDate(value))
    .map(({ path, value }) => ({
      path,
      value,
      message: "is not a date of the calendar",
      remedy: "Correct the month or the day.",
    }));
}

function checkHistory({ versionHistory = [] }: SourceRecord): Finding[] {
  return versionHistory.flatMap(({ date }, at) => {
    const before = versionHistory[at - 1]?.date ?? date;
    const known = Math.min(before.length, date.length);
    if (before.slice(0, known) >= date.slice(0, known)) return [];
    return [
      {
        path: ["versionHistory", at, "date"],
        value: date,
        message: "is later than the entry before it",
        remedy: "Put the newest entry first.",
      },
    ];
  });
}

function checkShares({ colorPalette = [] }: SourceRecord): Finding[] {
  const sum = colorPalette.reduce((total, { share }) => total + share, 0);
  if (colorPalette.length === 0 || Math.abs(sum - 1) <= SHARE_TOLERANCE) return [];
  return [
    {
      path: ["colorPalette"],
      value: sum,
      message: "has shares that do not add up to 1",
      remedy: "Make the shares parts of a whole.",
    },
  ];
}
