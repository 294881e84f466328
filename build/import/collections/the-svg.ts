import { parseJson } from "#src/platform/nesting.js";
import { isSpdxExpression } from "../../dataset/spdx.js";
import { type Brand, type BrandCollection, sorted, urlOf } from "./brands.js";

const NAME = "theSVG";

/** An entry of `src/data/icons.json`. */
interface Entry {
  readonly slug: string;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly categories?: readonly string[];
  readonly variants: Readonly<Record<string, string>>;
  readonly license?: unknown;
  readonly url?: unknown;
  readonly guidelines?: unknown;
  readonly dateAdded?: unknown;
}

/** A checkout of theSVG, as of commit df53f70: https://github.com/glincker/thesvg */
export const THE_SVG: BrandCollection = {
  name: NAME,
  importer: "thesvg",
  index: "src/data/icons.json",
  brands(index) {
    const entries = parseJson(index);
    if (!Array.isArray(entries)) throw new TypeError("is not a list of icons");
    return entries.map(brandOf);
  },
};

function brandOf(entry: Entry, at: number): Brand {
  const {
    slug,
    title,
    aliases = [],
    categories = [],
    variants,
    license,
    url,
    guidelines,
    dateAdded,
    ...others
  } = entry;
  if (typeof slug !== "string" || typeof title !== "string" || typeof variants?.default !== "string")
    throw new TypeError(`icon ${at} has no slug, title or default variant`);
  const { default: main, ...more } = variants;
  const { fields, attributes } = sorted({
    website: { from: "url", value: url, as: urlOf(url) },
    guidelines: { from: "guidelines", value: guidelines, as: urlOf(guidelines) },
    // Many are notes such as "Trademark", without an address that would make them licenses of records.
    license: {
      from: "license",
      value: license,
      as: typeof license === "string" && isSpdxExpression(license) ? license : undefined,
    },
    createdAt: {
      from: "dateAdded",
      value: dateAdded,
      as: typeof dateAdded === "string" && /^\d{4}-\d\d-\d\d$/.test(dateAdded) ? dateAdded : undefined,
    },
  });
  const images = Object.entries(more).filter(([, path]) => path !== main);
  return {
    id: slug,
    name: title,
    aliases,
    categories,
    fields,
    image: `public${main}`,
    variants: Object.fromEntries(images.map(([name, path]) => [variantName(name), `public${path}`])),
    attributes: { set: NAME, categories, variants, ...others, ...attributes },
  };
}

/** `wordmarkDark` → `wordmark-light`: theirs is for dark pages, so it has light colors. */
function variantName(name: string): string {
  const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashed.replace(/\b(?:light|dark)$/, (theme) => (theme === "light" ? "dark" : "light"));
}
