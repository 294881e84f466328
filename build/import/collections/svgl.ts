import { parse } from "@babel/parser";
import { parseNested } from "#src/platform/nesting.js";
import { freeIds } from "../names.js";
import { type Brand, type BrandCollection, sorted, urlOf } from "./brands.js";
import { literalValue } from "./literal-value.js";

const NAME = "svgl";

/** The path of an image, or of those for light and dark pages. */
type Route = string | { readonly light: string; readonly dark: string };

/** An entry of `src/data/svgs.ts`. */
interface Entry {
  readonly title: string;
  readonly category?: string | readonly string[];
  readonly route: Route;
  readonly wordmark?: Route;
  readonly url?: unknown;
  readonly brandUrl?: unknown;
}

/** A checkout of svgl, as of commit a5a7fde: https://github.com/pheralb/svgl */
export const SVGL: BrandCollection = {
  name: NAME,
  importer: "svgl",
  index: "src/data/svgs.ts",
  brands(index) {
    const entries = parseNested(() => entriesOf(index));
    const wrong = entries.findIndex(({ title, route }) => typeof title !== "string" || route === undefined);
    if (wrong >= 0) throw new TypeError(`icon ${wrong} has no title or route`);
    const ids = freeIds(
      entries.map(({ title, route }) => ({ name: title, tie: JSON.stringify(route) })),
      new Set(),
    );
    return entries.map((entry, at) => brandOf(entry, ids[at]!));
  },
};

/** The list `svgs`. The file is parsed, never run. @throws Error if it has no such list of literals */
function entriesOf(index: string): readonly Entry[] {
  const { program } = parse(index, { sourceType: "module", plugins: ["typescript"] });
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      if (id.type !== "Identifier" || id.name !== "svgs") continue;
      const entries = literalValue(init);
      if (Array.isArray(entries)) return entries;
    }
  }
  throw new TypeError("has no list svgs");
}

function brandOf(entry: Entry, id: string): Brand {
  const { title, category = [], route, wordmark, url, brandUrl, ...others } = entry;
  const { fields, attributes } = sorted({
    website: { from: "url", value: url, as: urlOf(url) },
    guidelines: { from: "brandUrl", value: brandUrl, as: urlOf(brandUrl) },
  });
  return {
    id,
    name: title,
    categories: typeof category === "string" ? [category] : category,
    fields,
    image: pathOf(typeof route === "string" ? route : route.light),
    variants: {
      // Named after the colors of the image, which are those of the other page.
      ...(typeof route === "string" ? {} : { light: pathOf(route.dark), dark: pathOf(route.light) }),
      ...(wordmark === undefined ? {} : { wordmark: pathOf(typeof wordmark === "string" ? wordmark : wordmark.light) }),
      ...(typeof wordmark === "object"
        ? { "wordmark-light": pathOf(wordmark.dark), "wordmark-dark": pathOf(wordmark.light) }
        : {}),
    },
    attributes: {
      set: NAME,
      category,
      route,
      ...(wordmark === undefined ? {} : { wordmark }),
      ...others,
      ...attributes,
    },
  };
}

function pathOf(route: string): string {
  return `static/${route.replace(/^\/+/, "")}`;
}
