import type { FieldName, FieldValue, RequiredField } from "./record-and-detail-fields.js";

type Required = { readonly [Name in RequiredField]: FieldValue<Name> };
type Optional = { readonly [Name in Exclude<FieldName, RequiredField>]?: FieldValue<Name> };

/** A record as stored in the artifacts: the fields of the dataset and those that the build measured in the image. */
export interface IconRecord extends Required, Optional {}

/** One entry of a record's history of redesigns, newest first. */
export type VersionEntry = FieldValue<"versionHistory">[number];

/** A color of the palette; the shares of a palette add up to 1. */
export type PaletteColor = FieldValue<"colorPalette">[number];

/** Path of the served image of icon `id`, below the public origin. */
export function imagePath(id: string): string {
  return `/images/${encodeURIComponent(id)}`;
}
