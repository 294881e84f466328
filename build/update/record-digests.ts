import { isDeepStrictEqual } from "node:util";
import type { SourceRecord } from "../dataset/source-record.js";
import type { UpstreamIcon } from "../import/upstream.js";

/** Between a reference and its digest: references don't contain it. */
const MARK = "\n";
/** A record whose references to images differ if the content of the images does. */
export function addDigests(record: SourceRecord, digestOf: (image: string) => string | undefined): SourceRecord {
  return mapImages(record, (image) => `${image}${MARK}${digestOf(image) ?? ""}`);
}

/** The same for an icon of a source. */
export function withDigests({ record, images }: UpstreamIcon): SourceRecord {
  return addDigests(record, (image) => images[image]);
}

/** The record that `addDigests` got. */
export function withoutDigests(record: SourceRecord): SourceRecord {
  return mapImages(record, (image) => image.split(MARK)[0]!);
}

function mapImages(record: SourceRecord, change: (image: string) => string): SourceRecord {
  const { image, variants } = record;
  return {
    ...record,
    ...(image === undefined ? {} : { image: change(image) }),
    ...(variants === undefined
      ? {}
      : { variants: variants.map((variant) => ({ ...variant, image: change(variant.image) })) }),
  };
}

/** Names of the fields that differ, sorted. */
export function changedFields(before: SourceRecord, after: SourceRecord): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof SourceRecord>;
  return [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field])).sort();
}

/** The fields that are merged. */
export function fieldsOf({ id: _id, formerIds: _formerIds, ...fields }: SourceRecord): Record<string, unknown> {
  return fields;
}
