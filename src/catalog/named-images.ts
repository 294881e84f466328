import type { Catalog } from "./catalog.js";

/** What a file name such as `plex-light` means. */
export interface NamedImage {
  readonly id: string;
  /** Undefined for the icon's own image. */
  readonly variant: string | undefined;
}

/** Longer names than those of an icon and a variant together. */
const MAX_NAME = 241;

/** The name of an image in layouts of files. */
export function imageName({ id, variant }: NamedImage): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/**
 * The image that a name means: the icon with this id, else the variant of the icon whose id is the longest beginning.
 * Undefined if there is none. Cost: a look-up for each dash.
 */
export function findNamed(name: string, { has, variants }: Pick<Catalog, "has" | "variants">): NamedImage | undefined {
  if (name.length > MAX_NAME) return undefined;
  if (has(name)) return { id: name, variant: undefined };
  for (let at = name.lastIndexOf("-"); at > 0; at = name.lastIndexOf("-", at - 1)) {
    const id = name.slice(0, at);
    const variant = name.slice(at + 1);
    if (has(id) && variants(id).some((known) => known.name === variant)) return { id, variant };
  }
  return undefined;
}
