import { MAX_VARIANT_NAME } from "../format/variant-names.js";
import type { Catalog } from "./catalog.js";
import { IconNotFoundError } from "./generation/catalog-errors.js";

/** What a file name such as `plex-light` means. */
export interface NamedImage {
  readonly id: string;
  /** Undefined for the icon's own image. */
  readonly variant: string | undefined;
}

/** Longer names than those of an icon and a variant together. */
const MAX_NAME = 201 + MAX_VARIANT_NAME;

/** The name of an image in layouts of files. */
export function imageName({ id, variant }: NamedImage): string {
  return variant === undefined ? id : `${id}-${variant}`;
}

/**
 * The image that one of several names means: the icon with this id, else the variant of the icon whose id is the longest
 * beginning. If there is none, the image that the last name means without case and dashes, if it is the only one, or the
 * icon that `resolve` finds, also if the name spells out symbols: `nodedotjs` is Node.js.
 *
 * Cost: a look-up for each dash; then the same of `idsLike` and `resolve`.
 *
 * @throws IconNotFoundError, IconRenamedError, IconRemovedError, QueryTooExpensiveError
 */
export function findNamed(names: readonly [...string[], string], catalog: Catalog): NamedImage {
  const { has, idsLike } = catalog;
  for (const name of names) {
    const found = findBy((id) => (has(id) ? id : undefined), name, catalog);
    if (found !== undefined) return found;
  }
  const name = names.at(-1)!;
  try {
    return { id: catalog.item(catalog.ordinalOf(name)).id, variant: undefined };
  } catch (error) {
    if (!(error instanceof IconNotFoundError)) throw error;
    const only = (text: string): string | undefined => {
      const [id, ...others] = idsLike(text);
      return others.length === 0 ? id : undefined;
    };
    const found = findBy(only, name, catalog) ?? findByName(name, catalog);
    if (found === undefined) throw error;
    return found;
  }
}

/** The image with a name. @param find the icon with an id */
function findBy(
  find: (id: string) => string | undefined,
  name: string,
  { variants }: Pick<Catalog, "variants">,
): NamedImage | undefined {
  if (name.length > MAX_NAME) return undefined;
  const whole = find(name);
  if (whole !== undefined) return { id: whole, variant: undefined };
  const first = Math.max(1, name.length - 1 - MAX_VARIANT_NAME);
  for (let at = name.lastIndexOf("-"); at >= first; at = name.lastIndexOf("-", at - 1)) {
    const id = find(name.slice(0, at));
    const variant = name.slice(at + 1).toLowerCase();
    if (id !== undefined && variants(id).some((known) => known.name === variant)) return { id, variant };
  }
  return undefined;
}

function findByName(name: string, { resolve, item }: Pick<Catalog, "resolve" | "item">): NamedImage | undefined {
  if (name.length > MAX_NAME) return undefined;
  const spelled = name.replaceAll("dot", ".").replaceAll("plus", "+");
  for (const value of new Set([name, spelled])) {
    const ordinal = resolve([{ kind: "name", value }])[0]?.ordinal;
    if (ordinal !== undefined) return { id: item(ordinal).id, variant: undefined };
  }
  return undefined;
}
