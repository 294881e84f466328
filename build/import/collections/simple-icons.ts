import { parseJson } from "#src/platform/nesting.js";
import { type Brand, type BrandCollection, sorted, urlOf } from "./brands.js";

const NAME = "Simple Icons";

/** Letters and symbols that titles and file names have differently. */
const IN_SLUGS: Readonly<Record<string, string>> = {
  ...{ "+": "plus", ".": "dot", "&": "and", đ: "d", ħ: "h", ı: "i", ĸ: "k", ŀ: "l", ł: "l", ß: "ss", ŧ: "t", ø: "o" },
};

/** An entry of `data/simple-icons.json`. */
interface Entry {
  readonly title: string;
  /** In the repository, only icons have one whose file is not named after the title. */
  readonly slug?: string;
  readonly hex?: string;
  readonly source?: unknown;
  readonly guidelines?: unknown;
  readonly license?: { readonly type: string; readonly url?: string };
  readonly aliases?: {
    readonly aka?: readonly string[];
    readonly old?: readonly string[];
    readonly loc?: Readonly<Record<string, string>>;
    readonly dup?: readonly { readonly title: string; readonly loc?: Readonly<Record<string, string>> }[];
  };
}

/** The npm package simple-icons or a checkout, from version 14: https://github.com/simple-icons/simple-icons */
export const SIMPLE_ICONS: BrandCollection = {
  name: NAME,
  importer: "simple-icons",
  index: "data/simple-icons.json",
  formerIndex: "_data/simple-icons.json",
  brands(index, read) {
    const { license } = parseJson<{ license: string }>(read("package.json"));
    const entries = parseJson(index);
    if (!Array.isArray(entries)) throw new TypeError("is not a list of icons");
    return entries.map((entry, at) => brandOf(entry, at, license));
  },
};

/** @param common license of the package */
function brandOf(entry: Entry, at: number, common: string): Brand {
  const { title, slug: given, source, guidelines, license, aliases, ...others } = entry;
  if (typeof title !== "string") throw new TypeError(`icon ${at} has no title`);
  const slug = given ?? slugOf(title);
  const { aka = [], old = [], loc = {}, dup = [] } = aliases ?? {};
  const duplicates = dup.flatMap((other) => [other.title, ...Object.values(other.loc ?? {})]);
  const { fields, attributes } = sorted({
    source: { from: "source", value: source, as: urlOf(source) },
    guidelines: { from: "guidelines", value: guidelines, as: urlOf(guidelines) },
  });
  return {
    id: slug,
    name: title,
    aliases: [...aka, ...old, ...Object.values(loc), ...duplicates],
    // Drawings are under the license of the collection, unless their brand has another one.
    fields: { ...fields, license: license === undefined ? common : nameOf(license), ...urlIn(license) },
    image: `icons/${slug}.svg`,
    ...(/^[\dA-F]{6}$/i.test(entry.hex ?? "") && { paint: `#${entry.hex!.toLowerCase()}` }),
    variants: {},
    attributes: {
      set: NAME,
      ...others,
      ...attributes,
      ...(license === undefined ? {} : { license }),
      ...(aliases === undefined ? {} : { aliases }),
    },
  };
}

/** The name of an icon's file, as the build of the package makes it. */
function slugOf(title: string): string {
  const spelled = title.toLowerCase().replaceAll(/[+.&đħıĸŀłßŧø]/g, (letter) => IN_SLUGS[letter]!);
  return spelled.normalize("NFD").replaceAll(/[^a-z\d]/g, "");
}

function nameOf({ type }: NonNullable<Entry["license"]>): string {
  return type === "custom" ? "Custom" : type;
}

function urlIn(license: Entry["license"]): { readonly licenseUrl?: string } {
  const url = urlOf(license?.url);
  return url === undefined ? {} : { licenseUrl: url };
}
