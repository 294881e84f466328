import { USUAL_VARIANTS } from "#src/format/variant-names.js";

/** Ends of names, the longest first: `plex-wordmark-light` is not the light variant of `plex-wordmark`. */
const ENDINGS = [...USUAL_VARIANTS].sort((a, b) => b.length - a.length);
const NONE: ReadonlySet<string> = new Set();

/** The images of an icon, by their names. */
export interface NamedImages {
  /** Undefined for an icon whose image is not among the names. */
  readonly image: string | undefined;
  /** By the names of the variants. */
  readonly variants: ReadonlyMap<string, string>;
}

/**
 * Finds variants by the ends of their names: `plex-light` is the variant `light` of `plex`. A light and a dark image
 * without one of both are an icon, too; its image is the dark one, which is visible on the white page of most programs.
 *
 * @param names of images @param others names of further icons
 * @returns the images of each icon, by its name
 */
export function groupVariants(
  names: readonly string[],
  others: ReadonlySet<string> = NONE,
): ReadonlyMap<string, NamedImages> {
  const known = new Set(names);
  const isPair = (name: string): boolean => known.has(`${name}-light`) && known.has(`${name}-dark`);
  const isIcon = (name: string): boolean =>
    (known.has(name) || others.has(name) || isPair(name)) && placeOf(name) === undefined;
  const placeOf = (name: string): readonly [icon: string, variant: string] | undefined =>
    ENDINGS.filter((ending) => name.endsWith(`-${ending}`))
      .map((ending) => [name.slice(0, -ending.length - 1), ending] as const)
      .find(([icon]) => icon !== "" && isIcon(icon));
  const groups = new Map<string, { image: string | undefined; readonly variants: Map<string, string> }>();
  const groupOf = (icon: string) => {
    const group = groups.get(icon) ?? { image: undefined, variants: new Map<string, string>() };
    groups.set(icon, group);
    return group;
  };
  for (const name of names) {
    const [icon = name, variant] = placeOf(name) ?? [];
    if (variant === undefined) groupOf(icon).image = name;
    else groupOf(icon).variants.set(variant, name);
  }
  for (const [icon, group] of groups) if (!others.has(icon)) group.image ??= group.variants.get("dark");
  return groups;
}
