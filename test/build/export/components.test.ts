import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "@babel/parser";
import type { FunctionComponent, ReactNode } from "react";
import { createElement } from "react";
import { rolldown } from "rolldown";
import sharp from "sharp";
import { compile as compileSvelte } from "svelte/compiler";
import { beforeAll, describe, expect, it } from "vitest";
import { compileScript, parse as parseVue } from "vue/compiler-sfc";
import { exportIcons } from "#build/export/export-icons.js";
import { COMPONENTS, type ComponentFormat, type ExportResult } from "#build/export/options.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { componentCode, componentName } from "#src/images/component-code.js";
import { FRAMEWORKS, type Framework } from "#src/images/component-syntax.js";
import { DRAWINGS, EXPORTED_IDS, exportArtifacts, STORED, svg } from "../../support/export-catalog.js";
import { temporaryFolder } from "../../support/folder.js";

/** The package has no types. */
const { renderToStaticMarkup } = createRequire(import.meta.url)("react-dom/server") as {
  renderToStaticMarkup(node: ReactNode): string;
};
const artifacts = exportArtifacts();
let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(artifacts.path);
});

const NAMES = Object.keys(DRAWINGS).map((id) => componentName(id));

async function exported(format: ComponentFormat, ids = EXPORTED_IDS): Promise<{ out: string; result: ExportResult }> {
  const out = join(temporaryFolder(), "out");
  const ordinals = Uint32Array.from(ids, (id) => catalog.ordinalOf(id));
  return { out, result: await exportIcons({ catalog, ordinals, out, format }) };
}

const COMPILERS: Readonly<Record<string, (code: string) => unknown>> = {
  tsx: (code) => parse(code, { sourceType: "module", plugins: ["typescript", "jsx"] }),
  vue(code) {
    const { descriptor, errors } = parseVue(code);
    expect(errors).toEqual([]);
    return compileScript(descriptor, { id: "a", inlineTemplate: true });
  },
  svelte: (code) => compileSvelte(code, { generate: "server" }),
};

describe("components", () => {
  it.each(COMPONENTS.filter((format) => format !== "shadcn"))(
    "are a module for each drawing, which compiles, and an index of all: %s",
    async (format) => {
      const ending = FRAMEWORKS[format];
      const { out, result } = await exported(format);
      // It would be an image within an image.
      const names = format === "react-native" ? NAMES.filter((name) => name !== "Styled") : NAMES;
      const files = [...names.map((name) => `${name}.${ending}`), "ATTRIBUTION.csv", "index.ts"];
      expect(readdirSync(out).sort()).toEqual(files.sort());
      const sizes = files.map((file) => readFileSync(join(out, file)).length);
      expect(result).toMatchObject({
        ...{ format, icons: names.length, files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) },
        withoutImage: { count: 1, first: ["none"] },
        withoutDrawing: { count: 1, first: ["small"] },
        unsupported: format === "react-native" ? { count: 1, first: ["styled"] } : { count: 0, first: [] },
      });
      const index = readFileSync(join(out, "index.ts"), "utf8");
      expect([...index.matchAll(/(?:\{ |as )(\w+) \}/g)].map(([, name]) => name)).toEqual(names);
      for (const name of names) COMPILERS[ending]!(readFileSync(join(out, `${name}.${ending}`), "utf8"));
      const disc = readFileSync(join(out, `Disc.${ending}`), "utf8");
      for (const credit of ['Icon, "disc"', "Attribution: Dev 0, Shapes", "License: MIT"])
        expect(disc).toContain(credit);
    },
  );

  it("are items of a shadcn registry", async () => {
    const { out, result } = await exported("shadcn");
    expect(result).toMatchObject({ icons: NAMES.length, files: NAMES.length + 2 });
    const { out: modules } = await exported("react");
    const list = JSON.parse(readFileSync(join(out, "registry.json"), "utf8"));
    expect(list).toMatchObject({ homepage: "" });
    expect(list.items.map(({ name }: { name: string }) => name)).toEqual(Object.keys(DRAWINGS));
    for (const [at, id] of Object.keys(DRAWINGS).entries()) {
      const path = `r/${encodeURIComponent(id).replaceAll("*", "%2A")}.json`;
      const { files, ...item } = JSON.parse(readFileSync(join(out, path), "utf8"));
      const [{ content, ...file }] = files;
      expect({ ...item, files: [file] }).toEqual(list.items[at]);
      expect(file).toEqual({ path: `components/icons/${NAMES[at]}.tsx`, type: "registry:component" });
      expect(content).toBe(readFileSync(join(modules, `${NAMES[at]}.tsx`), "utf8"));
    }
    const flag = { name: "flag", type: "registry:component", title: 'Icon, "flag"', author: "Flagmaker" };
    expect(list.items[1]).toMatchObject({ ...flag, categories: ["odd"], meta: { license: "CC-BY-4.0" } });
  });

  it("look like the drawings, have ids of their own in each copy, and a name or none", async () => {
    const { out } = await exported("react");
    symlinkSync(resolve("node_modules"), join(out, "node_modules"));
    const bundle = await rolldown({
      input: join(out, "index.ts"),
      platform: "node",
      external: /^react/,
      tsconfig: false,
    });
    await bundle.write({ file: join(out, "index.mjs") });
    await bundle.close();
    const modules = (await import(pathToFileURL(join(out, "index.mjs")).href)) as Record<
      string,
      FunctionComponent<object>
    >;
    for (const [id, drawing] of Object.entries(STORED)) {
      const Component = modules[componentName(id)]!;
      const shown = (props: object): string => renderToStaticMarkup(createElement(Component, props));
      const copies = shown({ size: 64 });
      const alone = copies.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
      const [own, expected] = await Promise.all([alone, drawing].map((text) => pixelsOf(text)));
      // Librsvg shows no drawing within a drawing.
      if (id !== "styled") expect(own!.equals(expected!), id).toBe(true);
      expect(shown({}), id).toMatch(/^<svg [^>]*width="24" height="24"[^>]* aria-hidden="true"/);
      expect(shown({ title: "A", className: "b" }), id).toMatch(/^<svg [^>]* role="img" aria-label="A" class="b"/);
      const both = renderToStaticMarkup([0, 1].map((key) => createElement(Component, { key })));
      const ids = [...both.matchAll(/ id="([^"]*)"/g)].map(([, value]) => value);
      expect(new Set(ids).size, id).toBe(ids.length);
    }
    const colors = [{}, { color: "#ff0000" }].map((props) => renderToStaticMarkup(createElement(modules.Disc!, props)));
    expect(colors[0]).toMatch(/^<svg [^>]* color="#000000".*fill="currentColor"/);
    expect(colors[1]).toMatch(/^<svg [^>]* color="#ff0000".*fill="currentColor"/);
  });
});

/** Renders a drawing as large as it fits into a square. */
async function pixelsOf(drawing: string): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const image = sharp(Buffer.from(drawing.replace(/ width="64" height="64"/, "")), { density: 288 });
  return image.resize(96, 96, { fit: "contain", background }).ensureAlpha().raw().toBuffer();
}

it.each([
  ["github", "GitHub", "GitHub"],
  ["7zip", "7-Zip", "Icon7Zip"],
  ["visual-studio-code", "VS Code", "VisualStudioCode"],
  ["mdi:home", "Home", "MdiHome"],
  ["café", "Café", "Cafe"],
  ["line", "LINE", "LINE"],
  ["微信", "微信", "U5faeU4fe1"],
  ["⚡", "", "U26a1"],
])("names the component of %j, %j: %s", (id, name, component) => {
  expect(componentName(id, name)).toBe(component);
});

/** The id of an instance in templates. */
const ID = "$" + "{id}";
const SIZE = { width: 24, height: 24 };
const RECT = '<rect width="9" height="9"/>';

describe("code of a component", () => {
  it.each([
    ["react", '<text font-size="9">{a} "b" &lt;c&gt; `</text>', '<text fontSize="9">{"{a} \\"b\\" <c> `"}</text>'],
    ["solid", '<text font-size="9">{a} &amp; b</text>', '<text font-size="9">{"{a} & b"}</text>'],
    ["vue", "<text>{{ a }} &lt;b</text>", "<text>&#123;&#123; a &#125;&#125; &lt;b</text>"],
    ["svelte", "<text>{a} &lt;b</text>", "<text>&#123;a&#125; &lt;b</text>"],
    ["svelte", '<path d="M0 0" id="{"/>', '<path d="M0 0" id="{id}-&#123;" />'],
    ["vue", '<use xlink:href="#`a"/>', `<use :href="\`#${ID}-\\\`a\`" />`],
    ["react", "<g fill=\"url('#a$&quot;')\"/>", `<g fill={\`url('#${ID}-a$"')\`} />`],
    ["react", '<g style="mix-blend-mode:multiply"/>', '<g style={{"mixBlendMode":"multiply"}} />'],
    ["react", '<path stroke-linejoin="square" d="M0 0"/>', '<path d="M0 0" />'],
    [
      "react",
      `<title>T</title><g class="a" aria-label="b"><desc>c</desc>${RECT}</g>`,
      '<g><rect width="9" height="9" /></g>',
    ],
    ["react", '<set begin="a.end; 2s" end="b.click"/>', `<set begin={\`${ID}-a.end; 2s\`} end={\`${ID}-b.click\`} />`],
  ] as const)("for %s writes %s", (framework, body, written) => {
    expect(componentCode(framework, "A", { text: svg(body), ...SIZE })).toContain(
      `\n${" ".repeat(indent(framework))}${written}\n`,
    );
  });

  it("has the credits without an end of the comment in them", () => {
    for (const framework of Object.keys(FRAMEWORKS) as Framework[]) {
      const code = componentCode(framework, "A", { text: svg(RECT), ...SIZE }, { credits: ["*/ a();", "--> {b}"] })!;
      COMPILERS[FRAMEWORKS[framework]]!(code);
    }
  });

  it.each([
    ["<filter id='a'><feTurbulence/></filter>"],
    ['<linearGradient id="a"/><linearGradient href="#a"/>'],
    [`<g style="mix-blend-mode:multiply">${RECT}</g>`],
    ['<clipPath clipPathUnits="objectBoundingBox"/>'],
    [`<svg width="9" height="9" preserveAspectRatio="xMinYMin slice">${RECT}</svg>`],
    ['<image href="data:image/svg+xml,a"/>'],
    ["<style>rect{fill:red}</style>"],
  ])("does not exist for React Native, which can't show %s", (body) => {
    expect(componentCode("react-native", "A", { text: svg(body), ...SIZE })).toBeUndefined();
  });

  it.each([
    [`<svg x="3" y="4" width="12" height="8" viewBox="1 2 24 24"><rect x="-5" y="5" width="40" height="9"/></svg>`],
    [`<svg x="3" width="12" height="8" viewBox="0 0 24 24" preserveAspectRatio="none"><circle r="20"/></svg>`],
    [`<svg x="8" y="8" width="9" height="9" overflow="visible"><circle r="5"/></svg>`],
    [`<g fill-rule="evenodd" style="isolation:isolate"><path fill="red" font-size="3" d="M2 2h20v20zM4 4h9v9"/></g>`],
  ])("for React Native draws %s as browsers do", async (body) => {
    const code = componentCode("react-native", "A", { text: svg(body), ...SIZE })!;
    const [, inner] = /<svg\.Svg[^>]*>([\s\S]*)<\/svg\.Svg>/.exec(code)!;
    const back = inner!
      .replaceAll(/svg\.([A-Z])/g, (_, letter: string) => letter.toLowerCase())
      .replaceAll(/=\{`([^`]*)`\}/g, '="$1"')
      .replaceAll(
        /(clip|fill)(Path|Rule)=/g,
        (_, first: string, second: string) => `${first}-${second.toLowerCase()}=`,
      );
    expect((await pixelsOf(svg(back))).equals(await pixelsOf(svg(body)))).toBe(true);
  });
});

function indent(framework: Framework): number {
  return { react: 6, solid: 6, vue: 4, svelte: 2, "react-native": 6 }[framework];
}
