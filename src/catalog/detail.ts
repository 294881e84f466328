import { type IconRecord, imagePath } from "../format/record.js";

const BASIC = ["description", "website", "colors", "style", "mood", "phash", "updatedAt", "attributes"] as const;
const FULL = [...BASIC, "versionHistory", "aiTags", "colorPalette"] as const;

/** What the detail answer says of an icon: always a URL of its picture, other fields only where the dataset has them. */
export type IconDetail = Omit<IconRecord, "aliases" | "iconUrl"> & { readonly iconUrl: string };

/**
 * The detail of a record.
 *
 * @param origin the public origin, for an icon whose picture is ours
 * @param full whether history, tags and palette are part of it
 */
export function detailOf(record: IconRecord, origin: string, full: boolean): IconDetail {
  const { id, name, category, developer } = record;
  const detail: Record<string, unknown> = {
    id,
    name,
    category,
    iconUrl: record.iconUrl ?? `${origin}${imagePath(id)}`,
    developer,
  };
  for (const field of full ? FULL : BASIC) {
    const value = record[field];
    if (value !== undefined) detail[field] = value;
  }
  return detail as unknown as IconDetail;
}
