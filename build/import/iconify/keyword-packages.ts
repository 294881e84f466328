import { parseJson } from "#src/platform/nesting.js";
import { isObject } from "../../image/source/icon-set.js";

/** An icon in the data of a package. */
export interface NamedKeywords {
  /** Its name; then other names, which count for icons that no other entry has as its name. */
  readonly names: readonly string[];
  readonly keywords: readonly string[];
}

/** A package in which the authors of a set, or those of emoji, publish keywords. */
export interface KeywordPackage {
  readonly package: string;
  /** The file that contains them, as a path inside the package. */
  readonly file: string;
  /**
   * The Iconify sets whose icons it names, by prefix, each with what marks variants: the part of a name, such as
   * `-filled`, without which it is looked up if the package lacks the name; null if there are none.
   */
  readonly sets: Readonly<Record<string, RegExp | null>>;
  /** Whether the file is JSON; otherwise `read` receives its text. */
  readonly isText?: boolean;
  /** Reads the file's content, which may have any form. Entries may lack names or keywords. */
  read(content: unknown): NamedKeywords[];
}

const MATERIAL_STYLE = /(?:-outline)?(?:-rounded|-sharp)?$/;
/** Name, alias if any, and tags in a literal of a module. */
const PHOSPHOR_ICON =
  /\bname: ("[^"\n]*"),\s*pascal_name: "[^"\n]*",(?:\s*alias: \{ name: ("[^"\n]*"))?.*?\btags: (\[[^\]]*\])/gs;
const WORDMARK = /-wordmark$/;

/** The packages that `icons import iconify` reads keywords from; `docs/dataset.md` lists them. */
export const KEYWORD_PACKAGES: readonly KeywordPackage[] = [
  {
    package: "lucide-static",
    file: "tags.json",
    sets: { lucide: null },
    read: (content) =>
      Object.entries(isObject(content) ? content : {}).map(([name, tags]) => ({
        names: [name],
        keywords: texts(tags),
      })),
  },
  {
    package: "@tabler/icons",
    file: "icons.json",
    sets: { tabler: /-filled$/ },
    read: (content) => icons(content, ({ name, tags }) => ({ names: texts([name]), keywords: texts(tags) })),
  },
  {
    package: "@mdi/svg",
    file: "meta.json",
    sets: { mdi: null },
    read: (content) =>
      icons(content, ({ name, aliases, tags }) => ({
        names: texts([name]),
        // "Files / Folders" are two.
        keywords: [...texts(aliases), ...texts(tags).flatMap((tag) => tag.split(" / "))],
      })),
  },
  {
    package: "@phosphor-icons/core",
    file: "dist/index.mjs",
    sets: { ph: /-(?:thin|light|bold|fill|duotone)$/ },
    isText: true,
    // The only data of the package is a module: it is matched as text, since running it would trust it.
    read: (content) =>
      [...String(content).matchAll(PHOSPHOR_ICON)].map(([, name, alias, tags]) => ({
        names: texts([parsed(name!), parsed(alias ?? "")]),
        // "*new*" and "*updated*" tell of the version.
        keywords: texts(parsed(tags!)).filter((tag) => !tag.startsWith("*")),
      })),
  },
  {
    package: "@fortawesome/fontawesome-free",
    file: "metadata/icon-families.json",
    sets: {
      ...{ "fa7-solid": null, "fa7-regular": null, "fa7-brands": null },
      ...{ "fa6-solid": null, "fa6-regular": null, "fa6-brands": null },
      ...{ "fa-solid": null, "fa-regular": null, "fa-brands": null, fa: /-o$/ },
    },
    read: (content) =>
      Object.entries(isObject(content) ? content : {}).flatMap(([name, icon]) =>
        icons([icon], ({ aliases, search }) => ({
          names: [name, ...texts(member(aliases, "names"))],
          keywords: texts(member(search, "terms")),
        })),
      ),
  },
  {
    package: "@primer/octicons",
    file: "build/data.json",
    sets: { octicon: /-\d+$/ },
    read: (content) => icons(content, ({ name, keywords }) => ({ names: texts([name]), keywords: texts(keywords) })),
  },
  {
    package: "ionicons",
    file: "dist/ionicons.json",
    sets: { ion: null },
    read: (content) =>
      icons(member(content, "icons"), ({ name, tags }) => ({ names: texts([name]), keywords: texts(tags) })),
  },
  {
    package: "@carbon/icons",
    file: "metadata.json",
    sets: { carbon: null },
    read: (content) =>
      icons(member(content, "icons"), ({ name, aliases }) => ({ names: texts([name]), keywords: texts(aliases) })),
  },
  {
    package: "@vscode/codicons",
    file: "dist/metadata.json",
    sets: { codicon: null },
    read: (content) =>
      Object.entries(isObject(content) ? content : {}).map(([name, icon]) => ({
        names: [name],
        keywords: texts(member(icon, "tags")),
      })),
  },
  {
    package: "@material-icons/svg",
    file: "data.json",
    sets: {
      ic: /^(?:baseline|outline|round|sharp|twotone)-/,
      ...{ "material-symbols": MATERIAL_STYLE, "material-symbols-light": MATERIAL_STYLE },
    },
    read: (content) =>
      icons(member(content, "icons"), ({ name, tags }) => ({ names: texts([name]), keywords: texts(tags) })),
  },
  {
    package: "@iconscout/unicons",
    file: "json/line.json",
    sets: { uil: null, uim: null, uis: null, uit: null },
    read: (content) => icons(content, ({ name, tags }) => ({ names: texts([name]), keywords: texts(tags) })),
  },
  {
    package: "devicon",
    file: "devicon.json",
    sets: { devicon: WORDMARK, "devicon-plain": WORDMARK, "devicon-line": WORDMARK, "devicon-original": WORDMARK },
    read: (content) =>
      icons(content, ({ name, altnames, tags }) => ({
        names: texts([name]),
        keywords: [...texts(altnames), ...texts(tags)],
      })),
  },
  {
    package: "simple-icons",
    file: "data/simple-icons.json",
    sets: { "simple-icons": null },
    read: (content) =>
      icons(content, ({ slug, aliases }) => ({
        names: texts([slug]),
        keywords: [
          ...texts(member(aliases, "aka")),
          ...texts(member(aliases, "old")),
          ...texts(Object.values(member(aliases, "loc") ?? {})),
        ],
      })),
  },
  {
    package: "flag-icons",
    file: "country.json",
    sets: { flag: /-(?:1x1|4x3)$/, "circle-flags": null, flagpack: null },
    read: (content) =>
      icons(content, ({ code, name, capital, continent }) => ({
        names: texts([code]),
        keywords: texts([name, capital, continent]),
      })),
  },
  {
    package: "cryptocurrency-icons",
    file: "manifest.json",
    sets: { cryptocurrency: null, "cryptocurrency-color": null },
    read: (content) => icons(content, ({ symbol, name }) => ({ names: texts([symbol]), keywords: texts([name]) })),
  },
  {
    package: "emojibase-data",
    file: "en/data.json",
    sets: {
      ...{ openmoji: null, twemoji: null, noto: null, "noto-v1": null },
      ...{ "fluent-emoji": null, "fluent-emoji-flat": null, "fluent-emoji-high-contrast": null },
      ...{ emojione: null, "emojione-v1": null, "emojione-monotone": null },
    },
    read: (content) =>
      icons(content, (emoji) => {
        const keywords = texts(emoji.tags);
        const tones = icons(emoji.skins, ({ hexcode, label }) => ({ names: texts([hexcode, label]), keywords }));
        return [{ names: texts([emoji.hexcode, emoji.label]), keywords }, ...tones];
      }),
  },
];

/** The entries for the objects of a list, or those that an object has as values. */
function icons(
  list: unknown,
  entryOf: (icon: Readonly<Record<string, unknown>>) => NamedKeywords | readonly NamedKeywords[],
): NamedKeywords[] {
  const found = Object.values(typeof list === "object" && list !== null ? list : {}).filter(isObject);
  return found.flatMap(entryOf);
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The texts of a list. */
function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
