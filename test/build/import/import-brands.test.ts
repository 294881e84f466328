import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type BrandCollection, importBrands } from "#build/import/collections/brands.js";
import { SIMPLE_ICONS } from "#build/import/collections/simple-icons.js";
import { SVGL } from "#build/import/collections/svgl.js";
import { THE_SVG } from "#build/import/collections/the-svg.js";
import { temporaryFolder } from "../../support/folder.js";
import { type Service, startService } from "../../support/service.js";

type Values = Readonly<Record<string, unknown>>;
const drawing = (color?: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h5v8H0z"${color === undefined ? "" : ` fill="${color}"`}/></svg>`;

/** Imports, builds and serves a source, and passes the detail of each icon. */
async function serving(
  collection: BrandCollection,
  files: Readonly<Record<string, string>>,
  check: (detail: (id: string) => Promise<Values>, service: Service, attributes: Values) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder({});
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { attributes, skipped, withoutImage } = await importBrands(collection, {
    source: folder,
    out: `${folder}/set`,
  });
  expect([skipped.count, withoutImage.count]).toEqual([0, 0]);
  await compile({ data: `${folder}/set`, out: `${folder}/out`, jobs: 1 });
  const service = await startService(`${folder}/out`);
  const detail = async (id: string): Promise<Values> =>
    (await service.ask(`/api/v1/icons/${id}`, { "X-API-Key": service.pro })).body.data;
  await check(detail, service, attributes);
  await service.close();
}
const drawingOf = async ({ port }: Service, path: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port}/images/${path}`)).text();

describe("an imported collection serves every field of its source", () => {
  it("from simple-icons", async () => {
    const entries = [
      { title: "Kite & Co", slug: "kiteandco", hex: "FF0000", source: "https://kite.app" },
      {
        title: "Compass",
        slug: "compass",
        hex: "00FF00",
        source: "https://compass.app/press?x=1#logo",
        guidelines: "https://compass.app/brand",
        license: { type: "custom", url: "https://compass.app/license" },
        aliases: {
          aka: ["Needle"],
          old: ["Lodestone"],
          loc: { "ja-JP": "コンパス" },
          dup: [{ title: "Bearing", hex: "0000FF" }],
        },
        added: "a field of a later version",
      },
      { title: "Abacus", slug: "abacus", hex: "0000FF", source: "not a URL", license: { type: "CC-BY-4.0" } },
    ];
    const files = {
      "package.json": JSON.stringify({ version: "99.0.0", license: "CC0-1.0" }),
      "data/simple-icons.json": JSON.stringify(entries),
      ...Object.fromEntries(entries.map(({ slug }) => [`icons/${slug}.svg`, drawing()])),
    };
    await serving(SIMPLE_ICONS, files, async (detail, service, attributes) => {
      for (const { title, slug, source, guidelines, license, aliases, ...others } of JSON.parse(
        files["data/simple-icons.json"],
      )) {
        const served = await detail(slug);
        expect([served.name, served.attribution]).toEqual([title, "Simple Icons"]);
        expect(served.source ?? (served.attributes as Values).source).toBe(source);
        expect(served.guidelines).toBe(guidelines);
        expect(served.license).toBe(
          license === undefined ? "CC0-1.0" : license.type === "custom" ? "Custom" : license.type,
        );
        expect(served.licenseUrl).toBe(license?.url);
        expect(served.attributes).toMatchObject({
          ...others,
          ...(aliases && { aliases }),
          ...(license && { license }),
        });
        // In the brand's color instead of black.
        expect(await drawingOf(service, `${slug}.svg`)).toBe(
          drawing().replace("<svg", `<svg fill="#${others.hex.toLowerCase()}"`),
        );
        for (const alias of [
          ...(aliases?.aka ?? []),
          ...(aliases?.old ?? []),
          ...Object.values(aliases?.loc ?? {}),
          ...(aliases?.dup ?? []).map((dup: { title: string }) => dup.title),
        ]) {
          const { body } = await service.ask(`/api/v1/resolve?name=${encodeURIComponent(alias)}`, {
            "X-API-Key": service.pro,
          });
          expect(body.data[0].icon.id).toBe(slug);
        }
      }
      expect(attributes).toEqual({ set: 3, hex: 3, aliases: 1, license: 2, added: 1, source: 1 });
    });
  });

  it("from svgl", async () => {
    const entries = [
      { title: "Kite", category: "Software", route: "/library/kite.svg", url: "https://kite.app/" },
      {
        title: "Kite",
        subTitle: "the other",
        category: ["AI", "Design"],
        route: { light: "/library/other-light.svg", dark: "/library/other-dark.svg" },
        wordmark: { light: "/library/word-light.svg", dark: "/library/word-dark.svg" },
        brandUrl: "https://other.app/brand",
        url: "https://other.app",
      },
    ];
    // Keys without quotes, single quotes, comments and a trailing comma, as people write.
    const list = JSON.stringify(entries, null, 2)
      .replaceAll(/"(\w+)":/g, "$1:")
      .replace('"Kite"', "'Kite'")
      .replace(/\]$/, ",]");
    const images = ["kite", "other-light", "other-dark", "word-light", "word-dark"];
    const files: Record<string, string> = {
      "src/data/svgs.ts": `import type { iSVG } from "@/types/svg";\n// All icons\nexport const svgs: iSVG[] = ${list};\n`,
      ...Object.fromEntries(images.map((name, at) => [`static/library/${name}.svg`, drawing(`#00000${at}`)])),
    };
    await serving(SVGL, files, async (detail, service, attributes) => {
      for (const [at, { title, category, route, wordmark, url, brandUrl, ...others }] of (
        entries as Values[]
      ).entries()) {
        const id = at === 0 ? "kite" : "kite-2";
        const served = await detail(id);
        const categories = [category].flat();
        expect([served.name, served.category, served.website, served.guidelines]).toEqual([
          title,
          categories[0],
          url,
          brandUrl,
        ]);
        if (categories.length > 1) expect(served.categories).toEqual(categories);
        expect(served.attributes).toMatchObject({
          route,
          category,
          ...(wordmark === undefined ? {} : { wordmark }),
          ...others,
        });
      }
      const file = (name: string): string | undefined => files[`static/library/${name}.svg`];
      expect(await drawingOf(service, "kite.svg")).toBe(file("kite"));
      expect(await drawingOf(service, "kite-2.svg")).toBe(file("other-light"));
      expect(await drawingOf(service, "kite-2.svg?theme=dark")).toBe(file("other-dark"));
      expect(await drawingOf(service, "kite-2.svg?variant=wordmark&theme=dark")).toBe(file("word-dark"));
      expect(await drawingOf(service, "kite-2.svg?variant=wordmark&theme=light")).toBe(file("word-light"));
      expect(attributes).toEqual({ set: 2, category: 2, route: 2, wordmark: 1, subTitle: 1 });
    });
  });

  it("from theSVG", async () => {
    const entry = {
      slug: "kite",
      title: "Kite",
      aliases: ["Dragon"],
      hex: "F00",
      categories: ["Software", "Toys"],
      variants: {
        default: "/icons/kite/default.svg",
        mono: "/icons/kite/mono.svg",
        dark: "/icons/kite/dark.svg",
        wordmarkLight: "/icons/kite/w.svg",
      },
      license: "Trademark of Kite, which is not a license with an address",
      url: "https://kite.app",
      guidelines: "https://kite.app/brand",
      dateAdded: "2026-03-07",
      collection: "brands",
      collectionMeta: { type: "service" },
    };
    const { license: _license, aliases: _aliases, ...others } = entry;
    const bow = { ...others, slug: "bow", categories: ["TOYS", "toys"], license: "MIT OR Apache-2.0" };
    const files: Record<string, string> = { "src/data/icons.json": JSON.stringify([entry, bow]) };
    for (const [at, path] of Object.values(entry.variants).entries()) files[`public${path}`] = drawing(`#0000${at}0`);
    await serving(THE_SVG, files, async (detail, service) => {
      const { slug, title, aliases, url, guidelines, dateAdded, ...others } = JSON.parse(
        files["src/data/icons.json"]!,
      )[0];
      const served = await detail(slug);
      expect(served).toMatchObject({ name: title, website: url, guidelines, createdAt: dateAdded, attributes: others });
      expect(served.categories).toEqual(others.categories);
      expect(served.license).toBeUndefined();
      expect(await detail("bow")).toMatchObject({
        category: "Toys",
        license: "MIT OR Apache-2.0",
        attributes: { categories: bow.categories },
      });
      const { body } = await service.ask(`/api/v1/resolve?name=${aliases[0]}`, { "X-API-Key": service.pro });
      expect(body.data[0].icon.id).toBe(slug);
      expect(await drawingOf(service, "kite.svg?theme=dark")).toBe(files["public/icons/kite/dark.svg"]);
      expect(await drawingOf(service, "kite.svg?variant=mono")).toBe(files["public/icons/kite/mono.svg"]);
      expect(await drawingOf(service, "kite.svg?variant=wordmark-dark")).toBe(files["public/icons/kite/w.svg"]);
    });
  });
});

/** The records of an import, and the text of their images. */
async function imported(collection: BrandCollection, files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(files);
  await importBrands(collection, { source: folder, out: `${folder}/set` });
  const lines = readFileSync(`${folder}/set/icons/${collection.importer}.ndjson`, "utf8").trimEnd().split("\n");
  const records: readonly { id: string; name: string; variants?: { name: string; image: string }[] }[] = lines.map(
    (line) => JSON.parse(line),
  );
  return { records, textOf: (image: string) => readFileSync(`${folder}/set/${image}`, "utf8") };
}

describe("variants for light and dark pages", () => {
  const [DARK, MIDDLE, LIGHT] = ["#14213d", "#888888", "#f5f5f5"] as const;
  /** The colors of the images for light and for dark pages, and of those that become the variants light and dark. */
  const PAIRS: readonly (readonly [pages: readonly [string, string], named: readonly [string, string]])[] = [
    [
      [DARK, LIGHT],
      [LIGHT, DARK],
    ],
    [
      [LIGHT, DARK],
      [LIGHT, DARK],
    ],
    [
      [LIGHT, MIDDLE],
      [LIGHT, MIDDLE],
    ],
    // Equally light: the collection knows best.
    [
      ["#888888", "#898989"],
      ["#898989", "#888888"],
    ],
  ];
  const svglIndex = (): string => {
    const both = (at: number) => ({ light: `/${at}-light.svg`, dark: `/${at}-dark.svg` });
    const entries = PAIRS.map((_, at) => ({ title: `Kite ${at}`, route: both(at), wordmark: both(at) }));
    return `export const svgs = ${JSON.stringify(entries)};`;
  };
  const theSvgIndex = (): string => {
    const variantsOf = (at: number) => ({
      ...{ default: `/${at}.svg`, light: `/${at}-light.svg`, dark: `/${at}-dark.svg` },
      ...{ wordmarkLight: `/${at}-light.svg`, wordmarkDark: `/${at}-dark.svg` },
    });
    const entries = PAIRS.map((_, at) => ({ slug: `kite-${at}`, title: `Kite ${at}`, variants: variantsOf(at) }));
    return JSON.stringify(entries);
  };

  it.each([
    { collection: SVGL, index: svglIndex(), folder: "static" },
    { collection: THE_SVG, index: theSvgIndex(), folder: "public" },
  ])("of $collection.name are named after their measured colors", async ({ collection, index, folder }) => {
    const files: Record<string, string> = { [collection.index]: index };
    for (const [at, [pages]] of PAIRS.entries()) {
      files[`${folder}/${at}.svg`] = drawing("#ff0000");
      for (const [which, theme] of ["light", "dark"].entries())
        files[`${folder}/${at}-${theme}.svg`] = drawing(pages[which]!);
    }
    const { records, textOf } = await imported(collection, files);
    for (const [at, [, [light, dark]]] of PAIRS.entries()) {
      const { variants = [] } = records.find(({ id }) => id === `kite-${at}`)!;
      for (const [name, color] of Object.entries({ light, dark, "wordmark-light": light, "wordmark-dark": dark })) {
        const image = variants.find((variant) => variant.name === name)?.image;
        expect(textOf(image!), `${name} of ${at}`).toBe(drawing(color));
      }
    }
  });
});

it("imports a checkout of simple-icons, in which few icons name their files, like the package", async () => {
  const slugs = {
    ...{ ".NET": "dotnet", "C++": "cplusplus", "AT&T": "atandt", "Łódź & Øre": "lodzandore", Straße: "strasse" },
    ...{ "1.1.1.1": "1dot1dot1dot1", "E!": "e", ħıĸŀŧđ: "hiklt\u0064" },
  };
  const icons = Object.entries(slugs).map(([title, slug]) => ({ title, slug, hex: "FF0000" }));
  const given = { title: "Kite", slug: "kite-app", hex: "00FF00" };
  const files = {
    "package.json": JSON.stringify({ version: "99.0.0", license: "CC0-1.0" }),
    ...Object.fromEntries([...icons, given].map(({ slug }) => [`icons/${slug}.svg`, drawing("#ff0000")])),
  };
  const importing = async (list: readonly object[]) =>
    (await imported(SIMPLE_ICONS, { ...files, "data/simple-icons.json": JSON.stringify(list) })).records;
  const checkout = await importing([...icons.map(({ slug: _slug, ...icon }) => icon), given]);
  expect(checkout).toEqual(await importing([...icons, given]));
  expect(checkout.map(({ id }) => id)).toEqual([...Object.values(slugs), "kite-app"]);
});

it("makes ids of svgl's titles that tell symbols apart and don't depend on the order", async () => {
  const titles = ["C", "C++", "C#", ".NET", "Kite!", "Kite", "Kite"];
  const files = Object.fromEntries(titles.map((_, at) => [`static/${at}.svg`, drawing(`#00000${at}`)]));
  const entries = titles.map((title, at) => ({ title, category: "x", route: `/${at}.svg` }));
  for (const list of [entries, entries.toReversed()]) {
    const index = `export const svgs = ${JSON.stringify(list)};`;
    const { records, textOf } = await imported(SVGL, { ...files, "src/data/svgs.ts": index });
    const ids = Object.fromEntries(records.map(({ id }) => [id, textOf(`images/${id}.svg`)]));
    const wanted = ["c", "c-plus-plus", "c-sharp", "dot-net", "kite-3", "kite", "kite-2"];
    expect(ids).toEqual(Object.fromEntries(wanted.map((id, at) => [id, files[`static/${at}.svg`]])));
  }
});

it.each([
  ["a call", "export const svgs = [{ title: process.exit() }];", /line 1 is not data but CallExpression/],
  ["a spread", "export const svgs = [\n...others];", /line 2 is not data but SpreadElement/],
  ["another list", "export const icons = [];", /has no list svgs/],
])("reads svgl's list without running it, and rejects %s", async (_, text, message) => {
  const folder = temporaryFolder({});
  mkdirSync(join(folder, "src/data"), { recursive: true });
  writeFileSync(join(folder, "src/data/svgs.ts"), text);
  await expect(importBrands(SVGL, { source: folder, out: `${folder}/out` })).rejects.toThrow(message);
  expect(() => readFileSync(`${folder}/out/dataset.json`)).toThrow();
});
