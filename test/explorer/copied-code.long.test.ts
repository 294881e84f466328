import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { build, type PluginOption, preview } from "vite";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { CodeForm } from "#src/explorer/image-code.js";
import { componentName } from "#src/images/component-code.js";
import { type Browsing, describeInBrowser } from "../support/browser.js";
import { DRAWINGS, exportArtifacts } from "../support/export-catalog.js";
import { type Service, startService } from "../support/service.js";

const SIDE = 64;
const STYLE = `body{margin:0}.slot{width:${SIDE}px;height:${SIDE}px;overflow:hidden;float:left}.slot>*{display:block}`;
const IDS = Object.keys(DRAWINGS);
const artifacts = exportArtifacts();
const folder = mkdtempSync(join(tmpdir(), "icons-copied-"));
let service: Service;
beforeAll(async () => {
  service = await startService(artifacts.path, { anonymous: "pro" });
  // As after `npm install` in a project.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A kind of project that shows every icon in its own slot. */
interface Project {
  readonly form: CodeForm;
  readonly plugins: readonly PluginOption[];
  /** Files by path, from the copied code of each icon. */
  files(code: ReadonlyMap<string, string>): Readonly<Record<string, string>>;
}

const html = (body: string): string => `<!doctype html><link rel="icon" href="data:,"><style>${STYLE}</style>${body}`;
const slots = (contents: readonly string[], attributes = ""): string =>
  contents.map((content) => `<div class="slot"${attributes}>${content}</div>`).join("");
const components = (code: ReadonlyMap<string, string>, extension: string): Record<string, string> =>
  Object.fromEntries([...code].map(([id, text]) => [`${componentName(id)}.${extension}`, text]));
const imports = (extension: string, named: boolean): string =>
  IDS.map((id) => componentName(id))
    .map((name) => `import ${named ? `{ ${name} }` : name} from "./${name}.${extension}";`)
    .join("\n");
const uses = slots(IDS.map((id) => `<${componentName(id)} size="100%" />`));

const PROJECTS: Readonly<Record<string, Project>> = {
  "plain HTML": {
    form: "svg",
    plugins: [],
    // The copy is the unchanged drawing. Each is on its own page, since style sheets and ids apply to whole pages.
    files: (code) => ({ "index.html": html(slots(framed([...code.values()]))) }),
  },
  "plain HTML, CSS": {
    form: "css",
    plugins: [],
    files: (code) => ({
      "icons.css": [...code.values()].join("\n"),
      "index.html": html(
        `<link rel="stylesheet" href="icons.css">${[...code.values()]
          .map((rule) => `<div class="slot ${/^\.([\w-]+)/.exec(rule)![1]}"></div>`)
          .join("")}`,
      ),
    }),
  },
  "plain HTML, data URL": {
    form: "dataUrl",
    plugins: [],
    files: (code) => ({
      "index.html": html(
        slots([...code.values()].map((url) => `<img src="${url}" style="width:100%;height:100%;object-fit:contain">`)),
      ),
    }),
  },
  React: {
    form: "react",
    plugins: [react()],
    files: (code) => ({
      ...components(code, "jsx"),
      "main.jsx": `import { createRoot } from "react-dom/client";\n${imports("jsx", true)}\ncreateRoot(document.body).render(<>${uses.replaceAll("class=", "className=")}</>);`,
      "index.html": html('<script type="module" src="main.jsx"></script>'),
    }),
  },
  "React, TSX": {
    form: "tsx",
    plugins: [react()],
    files: (code) => ({
      ...components(code, "tsx"),
      "main.tsx": `import { createRoot } from "react-dom/client";\n${imports("tsx", true).replaceAll(".tsx", "")}\ncreateRoot(document.body).render(<>${uses.replaceAll("class=", "className=")}</>);`,
      "index.html": html('<script type="module" src="main.tsx"></script>'),
    }),
  },
  Vue: {
    form: "vue",
    plugins: [vue()],
    files: (code) => ({
      ...components(code, "vue"),
      "App.vue": `<script setup>\n${imports("vue", false)}\n</script>\n<template>${uses}</template>\n`,
      "main.js": 'import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount(document.body);',
      "index.html": html('<script type="module" src="main.js"></script>'),
    }),
  },
  Svelte: {
    form: "svelte",
    plugins: [svelte({ configFile: false })],
    files: (code) => ({
      ...components(code, "svelte"),
      "App.svelte": `<script>\n${imports("svelte", false)}\n</script>\n${uses}\n`,
      "main.js":
        'import { mount } from "svelte";\nimport App from "./App.svelte";\nmount(App, { target: document.body });',
      "index.html": html('<script type="module" src="main.js"></script>'),
    }),
  },
};

type CopiedCode = ReadonlyMap<CodeForm, ReadonlyMap<string, string>>;
/** Forms that show a drawing within a square. */
const IN_SQUARES: ReadonlySet<CodeForm> = new Set(["css", "dataUrl", "react", "tsx", "vue", "svelte"]);
const FORMS = Object.values(PROJECTS).map(({ form }) => form);
let copied: CopiedCode | undefined;

const copiedCode = ({ open }: Browsing): void => {
  it.each(Object.entries(PROJECTS))("shows each drawing in a project of %s", async (name, { form, plugins, files }) => {
    const root = join(folder, name);
    mkdirSync(root);
    copied ??= await copyAll(await open(`http://127.0.0.1:${service.port}/`));
    const code = copied.get(form)!;
    for (const [path, text] of Object.entries(files(code))) writeFileSync(join(root, path), text);
    if (form === "tsx") expect(typeErrors(root, Object.keys(components(code, "tsx")))).toBe("");
    await build({ root, base: "./", logLevel: "error", plugins: [...plugins], configFile: false });
    writeFileSync(join(root, "dist/expected.html"), expectedPage(IN_SQUARES.has(form)));
    const server = await preview({
      root,
      logLevel: "error",
      configFile: false,
      preview: { host: "127.0.0.1", port: 0 },
    });
    onTestFinished(() => server.close());
    const size = { width: SIDE * IDS.length, height: SIDE };
    const address = server.resolvedUrls!.local[0]!;
    const shown = await (await open(address, size)).screenshot();
    const expected = await (await open(`${address}expected.html`, size)).screenshot();
    for (const [at, id] of IDS.entries()) {
      const area = { left: at * SIDE, top: 0, width: SIDE, height: SIDE };
      const pixels = (image: Buffer): Promise<Buffer> => sharp(image).extract(area).raw().toBuffer();
      const [own, other] = [await pixels(shown), await pixels(expected)];
      expect(
        own.some((value) => value !== 255),
        `${id} is drawn`,
      ).toBe(true);
      expect(
        own.filter((value, byte) => Math.abs(value - other[byte]!) > 32).length,
        `bytes that differ in ${id}`,
      ).toBe(0);
    }
  });
};
// React recommends its developer tools in the console. The explorer requests a drawing of every icon, and its content
// policy blocks the style sheets of drawings that it parses.
describeInBrowser("code copied from the explorer", copiedCode, [
  "React DevTools",
  "404 (Not Found)",
  "Applying inline style",
]);

/** What the compiler reports about the files of a strict project. */
function typeErrors(root: string, files: readonly string[]): string {
  const options = ["--noEmit", "--strict", "--jsx", "react-jsx", "--module", "esnext", "--moduleResolution", "bundler"];
  return spawnSync(resolve("node_modules/.bin/tsc"), [...options, ...files], { cwd: root, encoding: "utf8" }).stdout;
}

/** Copies the code of every icon, by form. */
async function copyAll(page: Page): Promise<CopiedCode> {
  const all = new Map(FORMS.map((form) => [form, new Map<string, string>()]));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const id of IDS) {
    await page.goto(`http://127.0.0.1:${service.port}/?icon=${encodeURIComponent(id)}`);
    for (const form of FORMS) {
      await page.getByLabel("Copy as").selectOption(form);
      await page.evaluate("navigator.clipboard.writeText('')");
      await page.locator(".image-actions .filled").click();
      const text = (): Promise<string> => page.evaluate("navigator.clipboard.readText()");
      await expect.poll(text).not.toBe("");
      all.get(form)!.set(id, await text());
    }
  }
  return all;
}

/** @param isImage whether drawings fill their slots like images */
function expectedPage(isImage: boolean): string {
  const contents = Object.values(DRAWINGS).map((drawing) => {
    const url = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    return isImage ? `<img src="${url}" style="width:100%;height:100%;object-fit:contain">` : drawing;
  });
  return html(slots(framed(contents)));
}

/** Each in its own frame, isolated from ids and styles of others. */
function framed(contents: readonly string[]): string[] {
  return contents.map((content) => {
    const page = html(slots([content]));
    const escaped = page.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return `<iframe width="${SIDE}" height="${SIDE}" style="border:0" srcdoc="${escaped}"></iframe>`;
  });
}
