import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { detailOf } from "#src/catalog/detail-text.js";
import { createClient } from "#src/client/index.js";
import { USUAL_VARIANTS } from "#src/format/variant-names.js";
import { THEMES } from "#src/images/bare-tint.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";

const HEIGHTS = {
  main: 2,
  light: 3,
  dark: 4,
  mono: 5,
  wordmark: 6,
  "wordmark-light": 7,
  "wordmark-dark": 8,
  "pride-2024": 9,
};
type Shown = keyof typeof HEIGHTS;

/** The image is recognized by its height. */
const drawing = (shown: Shown): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 ${HEIGHTS[shown]}"><path fill="#${HEIGHTS[shown]}03060" d="M0 0h20v${HEIGHTS[shown]}H0z"/></svg>`;

/** The variants of each icon. */
const ICONS: Readonly<Record<string, readonly Exclude<Shown, "main">[]>> = {
  whole: [...USUAL_VARIANTS, "pride-2024"],
  light: ["light"],
  "only dark wordmark": ["wordmark-dark"],
  bare: [],
};

const CREDITS = {
  license: "Own terms",
  licenseUrl: "https://terms.example",
  source: "https://source.example/a?b=1#c",
  attribution: "Étienne, “Inks”",
};

const folder = mkdtempSync(join(tmpdir(), "icons-variants-"));
const out = join(folder, "out");
let catalog: Catalog;
let service: Service;
beforeAll(async () => {
  for (const shown of Object.keys(HEIGHTS) as Shown[]) writeFileSync(join(folder, `${shown}.svg`), drawing(shown));
  writeFileSync(
    join(folder, "photo.png"),
    await sharp(Buffer.from(drawing("mono")))
      .resize(80)
      .png()
      .toBuffer(),
  );
  const common = { developer: "D", category: "c" };
  const records: object[] = Object.entries(ICONS).map(([id, names]) => ({
    ...common,
    ...{ id, name: id, image: "main.svg" },
    ...(names.length === 0 ? {} : { variants: names.map((name) => ({ name, image: `${name}.svg` })) }),
  }));
  const photo = { name: "photo", image: "photo.png", background: "#ffffff" };
  const tinted = { name: "tinted", image: "ink.svg", tint: "#ff0000", ...CREDITS };
  writeFileSync(join(folder, "ink.svg"), drawing("main").replace(/#\w+/, "currentColor"));
  records.push({ ...common, id: "without own", name: "X", variants: [photo, tinted] });
  writeFileSync(join(folder, "icons.json"), JSON.stringify(records));
  await compile({ data: join(folder, "icons.json"), out, jobs: 1 });
  catalog = openCatalog(out);
  service = await startService(out, { renderers: 1 });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The image of a request by the rules of the documentation, or its error. */
function expected(id: string, variant: string | undefined, theme: "light" | "dark" | undefined): Shown | 404 {
  const names: readonly string[] = ICONS[id]!;
  const color = { light: "dark", dark: "light" }[theme ?? "light"];
  const themed = variant === undefined ? color : `${variant}-${color}`;
  if (theme !== undefined && names.includes(themed)) return themed as Shown;
  if (variant === undefined) return "main";
  return names.includes(variant) ? (variant as Shown) : 404;
}

const shownBy = (svg: string): Shown =>
  (Object.keys(HEIGHTS) as Shown[]).find((shown) => svg.includes(`viewBox="0 0 40 ${HEIGHTS[shown]}"`))!;

describe("variants of an icon", () => {
  const variants = [undefined, ...USUAL_VARIANTS, "pride-2024", "unknown"];
  it.each(Object.keys(ICONS))("serves every combination of variant and theme of %s as documented", async (id) => {
    for (const variant of variants) {
      for (const theme of [undefined, ...THEMES]) {
        const query = new URLSearchParams({ ...(variant && { variant }), ...(theme && { theme }) });
        const { status, body, bytes } = await service.ask(`/images/${encodeURIComponent(id)}.svg?${query}`);
        const wanted = expected(id, variant, theme);
        expect([status, status === 200 ? shownBy(bytes.toString()) : status], `${id} ${query}`).toEqual(
          wanted === 404 ? [404, 404] : [200, wanted],
        );
        if (status === 404) {
          const known = ICONS[id]!.length === 0 ? "it has none" : `it has ${ICONS[id]!.join(", ")}`;
          const message = `the icon ${JSON.stringify(id)} has no variant ${JSON.stringify(variant)}; ${known}`;
          expect(body.error).toEqual({ code: "variant_not_found", message, param: "variant" });
          await expect(catalog.image(id, { variant, theme, format: "svg" })).rejects.toThrow(message);
        } else {
          const own = await catalog.image(id, { variant, theme, format: "svg" });
          expect(own!.toString()).toBe(bytes.toString());
          const png = await service.ask(`/images/${encodeURIComponent(id)}.png?size=40&${query}`);
          expect(png.headers["x-image-height"]).toBe("40");
        }
      }
    }
  });

  it("has the license, source and attribution of a variant in the response, and none for other variants", async () => {
    const { body } = await service.ask("/api/v1/icons/without%20own", { "X-API-Key": service.free });
    const [photo, tinted] = body.data.variants;
    expect(tinted).toMatchObject(CREDITS);
    expect(Object.keys(photo)).toEqual(["name", "phash", "colors", "images"]);
  });

  it("serves each variant with the ETag, the limits and the cache headers of an equal image of an icon", async () => {
    for (const query of ["format=svg", "size=64", "format=svg&color=red", "format=png&padding=0.2&background=black"]) {
      const [own, theme] = await Promise.all([
        service.ask(`/images/bare?${query}`),
        service.ask(`/images/only%20dark%20wordmark?theme=dark&${query}`),
      ]);
      expect([theme.status, theme.headers.etag, theme.headers["cache-control"]]).toEqual([
        own.status,
        own.headers.etag,
        own.headers["cache-control"],
      ]);
    }
    const first = await service.ask("/images/whole.svg?variant=mono");
    const known = await service.ask("/images/whole.svg?variant=mono", { "if-none-match": first.headers.etag! });
    expect(known.status).toBe(304);
    const version = /"(\w+)"/.exec(first.headers.etag!)![1];
    const lasting = await service.ask(`/images/whole.svg?variant=mono&v=${version}`);
    expect(lasting.headers["cache-control"]).toContain("immutable");
    const saved = await service.ask("/images/whole.svg?variant=mono&download=1");
    expect(saved.headers["content-disposition"]).toContain('filename="whole-mono.svg"');
    expect((await service.ask("/images/whole?variant=Mono")).status).toBe(400);
    expect((await service.ask("/images/whole?theme=gray")).status).toBe(400);
  });

  it("applies tint, background and format of each variant by itself", async () => {
    expect((await service.ask("/images/without%20own.svg")).status).toBe(404);
    expect((await service.ask("/images/without%20own.svg?variant=photo")).body.error.code).toBe("drawing_not_found");
    expect((await service.ask("/images/without%20own.svg?variant=tinted")).bytes.toString()).toContain("#ff0000");
    const { data } = await sharp((await service.ask("/images/without%20own.png?variant=photo")).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.subarray(0, 3).toString("hex")).toBe("ffffff");
  });

  it("lists name, hash, colors and images of each variant in the detail response, the library and the client", async () => {
    const { body } = await service.ask("/api/v1/icons/whole", { "x-api-key": service.free });
    expect(body.data.variants.map(({ name }: { name: string }) => name)).toEqual(ICONS.whole);
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.free });
    const { variants } = (await client.icon("whole")).data;
    expect(variants).toEqual(body.data.variants);
    for (const { name, phash, colors, images } of variants!) {
      expect([phash, colors.length > 0]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), true]);
      expect(images).toMatchObject({ width: 40, height: HEIGHTS[name as Shown], recolorable: true });
      expect(images!.svg).toBe(client.imageUrl("whole", { variant: name, format: "svg" }));
      const response = await fetch(images!.svg!);
      expect(shownBy(await response.text())).toBe(name);
    }
    expect(client.imageUrl("whole", { variant: "wordmark", theme: "dark" })).toMatch(
      /\/images\/whole\?variant=wordmark&theme=dark$/,
    );
    const detail = detailOf(
      catalog.get("whole"),
      "http://a.test",
      true,
      catalog.storedImage("whole"),
      catalog.variants("whole"),
    );
    expect(Buffer.from(catalog.detailText("whole", "http://a.test", true), "latin1").toString()).toBe(
      JSON.stringify(detail),
    );
    expect("variants" in (await client.icon("bare")).data).toBe(false);
  });
});

describe("an icon in a single color without a variant for the theme", () => {
  const path = (attributes: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path ${attributes} d="M0 0h8v5H0z"/></svg>`;
  const two = path('fill="#000"').replace("</svg>", '<path fill="#111" d="M0 6h8v1H0z"/></svg>');
  /** Images with fields of their records, and their colors on light and on dark pages. */
  const CASES = {
    black: [path('fill="#000000"'), {}, "#000000", "#ffffff"],
    plain: [path(""), {}, "#000000", "#ffffff"],
    white: [path('fill="#fff"'), {}, "#000000", "#fff"],
    navy: [path('fill="#0a1430"'), {}, "#0a1430", "#ffffff"],
    cyan: [path('fill="#61dafb"'), {}, "#61dafb", "#61dafb"],
    red: [path('fill="#e50914"'), {}, "#e50914", "#e50914"],
    tinted: [path('fill="currentColor"'), { tint: "#101010" }, "#101010", "#ffffff"],
    framed: [path('fill="#000000"'), { background: "#ffffff" }, "#000000", "#000000"],
    two: [two, {}, "#000", "#000"],
  } as const;

  it("is black or white where its own color is invisible", async () => {
    const records = Object.entries(CASES).map(([id, [, fields]]) => ({
      ...{ id, name: id, developer: "D", category: "c", image: `${id}.svg` },
      ...fields,
    }));
    const drawings = Object.fromEntries(Object.entries(CASES).map(([id, [image]]) => [`${id}.svg`, image]));
    const data = temporaryFolder({ ...drawings, "icons.json": records });
    await compile({ data: join(data, "icons.json"), out: join(data, "out"), jobs: 1 });
    const other = await startService(join(data, "out"), {});
    try {
      for (const [id, [, , light, dark]] of Object.entries(CASES)) {
        const colorOf = async (query: string): Promise<unknown> => {
          const svg = (await other.ask(`/images/${id}.svg?${query}`)).bytes.toString();
          return /<path[^>]* fill="([^"]*)"/.exec(svg)?.[1] ?? /fill="([^"]*)"/.exec(svg)?.[1] ?? "#000000";
        };
        expect([id, await colorOf("theme=light"), await colorOf("theme=dark")]).toEqual([id, light, dark]);
        const [own, auto] = await Promise.all(
          ["", "?theme=auto"].map((query) => other.ask(`/images/${id}.svg${query}`)),
        );
        expect([id, auto!.bytes.equals(own!.bytes)]).toEqual([id, light === dark]);
        expect(await colorOf("theme=dark&color=red")).toMatch(id === "two" ? /#000/ : /red|#ff0000/);
      }
    } finally {
      await other.close();
    }
  });
});
