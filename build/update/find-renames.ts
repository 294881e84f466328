import { createDigests, type UpstreamIcon } from "../import/upstream.js";
import type { Source } from "./sides.js";

/** What became of an icon that its source does not have any more. */
export interface Rename {
  readonly to: string;
  readonly reason: "Iconify alias" | "same drawing" | "same name" | "name is an alias";
}

type KeyOf = (icon: UpstreamIcon) => string | undefined;

/** A source before and after. */
interface Versions {
  readonly base: ReadonlyMap<string, UpstreamIcon>;
  readonly theirs: Source;
  /** The dataset's folder, with the drawings before. */
  readonly data: string;
  /** That of a fresh import. */
  readonly fresh: string;
}

/**
 * Finds the icons that a source has renamed: by aliases of Iconify sets; by drawings, without their titles, and names
 * that are unique among missing and added icons; by names that are aliases of one icon now.
 *
 * @returns by the id before
 */
export async function findRenames({ base, theirs, data, fresh }: Versions): Promise<ReadonlyMap<string, Rename>> {
  const { icons, aliases } = theirs;
  const missing = [...base.values()].filter(({ record }) => !icons.has(record.id));
  const added = [...icons.values()].filter(({ record }) => !base.has(record.id));
  const drawings = new Map([...(await drawingsOf(data, missing)), ...(await drawingsOf(fresh, added))]);
  const renames = new Map<string, Rename>();
  const rename = (id: string, to: string | undefined, reason: Rename["reason"]): void => {
    if (to !== undefined && !renames.has(id)) renames.set(id, { to, reason });
  };
  for (const { record } of missing) rename(record.id, aliases.get(record.id), "Iconify alias");
  const drawingOf: KeyOf = (icon) => drawings.get(icon);
  const nameOf: KeyOf = ({ record }) => JSON.stringify([record.name, record.developer]);
  for (const [keyOf, reason] of [[drawingOf, "same drawing"] as const, [nameOf, "same name"] as const]) {
    const before = alone(missing, keyOf);
    for (const [key, to] of alone(added, keyOf)) {
      const id = before.get(key);
      if (id !== undefined) rename(id, to, reason);
    }
  }
  const byAlias = alone([...icons.values()], ({ record }) => record.aliases);
  for (const { record } of missing) rename(record.id, byAlias.get(record.name), "name is an alias");
  return renames;
}

/** Digests of the drawings of icons, without their titles. */
async function drawingsOf(
  folder: string,
  icons: readonly UpstreamIcon[],
): Promise<Map<UpstreamIcon, string | undefined>> {
  const digestOf = createDigests(folder, true);
  const digests = new Map<UpstreamIcon, string | undefined>();
  for (const icon of icons) digests.set(icon, icon.record.image && (await digestOf(icon.record.image)));
  return digests;
}

/** The ids of icons by keys that no other of them has. */
function alone(
  icons: readonly UpstreamIcon[],
  keysOf: (icon: UpstreamIcon) => string | readonly string[] | undefined,
): Map<string, string> {
  const alone = new Map<string, string>();
  const several = new Set<string>();
  for (const icon of icons)
    for (const key of new Set([keysOf(icon) ?? []].flat()))
      if (alone.has(key)) several.add(key);
      else alone.set(key, icon.record.id);
  for (const key of several) alone.delete(key);
  return alone;
}
