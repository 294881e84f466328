import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import sharp from "sharp";
import { build, type PluginOption, preview } from "vite";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { exportIcons } from "#build/export/export-icons.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { componentName } from "#src/images/component-code.js";
import { type Browsing, describeInBrowser } from "../../support/browser.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

const SIDE = 64;
/** Icons with gradients, masks, clip paths, filters, styles, texts and backgrounds. */
const IDS = [
  ...["spotify", "github", "bitcoin", "whatsapp", "react", "clion", "volar", "flarum", "brave", "microsoft-outlook"],
  ...["dokuwiki", "google-slides", "dart", "kde-neon", "yew", "google-meet", "google-calendar", "argo-cd", "watchman"],
  ...["linux", "xgboost", "foxconn", "google-gemini", "lincoln", "js-bin", "chrome-web-store", "inkscape", "nim"],
];
const folder = mkdtempSync(join(tmpdir(), "icons-components-"));
let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
  // As after `npm install` in a project.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project whose page shows all icons three times; the first copies are not displayed. */
interface Project {
  readonly plugins: readonly PluginOption[];
  /** Files by path. @param imports of all components; @param uses each in its slot */
  files(imports: string, uses: string): Readonly<Record<string, string>>;
}

const STYLE = `body{margin:0}.slot{width:${SIDE}px;height:${SIDE}px;float:left}.slot>*{display:block}.dark{background:#111;color:#eee}.all{overflow:auto}.none{display:none}`;
const html = (body: string): string => `<!doctype html><link rel="icon" href="data:,"><style>${STYLE}</style>${body}`;
const three = (slots: string): string =>
  ["none", "all", "all dark"].map((name) => `<div class="${name}">${slots}</div>`).join("");
const inSlots = (contents: readonly string[]): string =>
  three(contents.map((content) => `<div class="slot">${content}</div>`).join(""));

const PROJECTS: Readonly<Record<"react" | "vue" | "svelte", Project>> = {
  react: {
    plugins: [react()],
    files: (imports, uses) => ({
      "main.tsx": `import { createRoot } from "react-dom/client";\n${imports}\ncreateRoot(document.body).render(<>${uses.replaceAll("class=", "className=")}</>);`,
      "index.html": html('<body><script type="module" src="main.tsx"></script>'),
    }),
  },
  vue: {
    plugins: [vue()],
    files: (imports, uses) => ({
      "App.vue": `<script setup lang="ts">\n${imports}\n</script>\n<template>${uses}</template>\n`,
      "main.ts": 'import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount(document.body);',
      "index.html": html('<body><script type="module" src="main.ts"></script>'),
    }),
  },
  svelte: {
    plugins: [svelte({ configFile: false })],
    files: (imports, uses) => ({
      "App.svelte": `<script lang="ts">\n${imports}\n</script>\n${uses}\n`,
      "main.ts":
        'import { mount } from "svelte";\nimport App from "./App.svelte";\nmount(App, { target: document.body });',
      "index.html": html('<body><script type="module" src="main.ts"></script>'),
    }),
  },
};

const exportedComponents = ({ open }: Browsing): void => {
  it.each(["react", "vue", "svelte"] as const)(
    "look like the drawings on light and dark pages, next to hidden copies: %s",
    async (format) => {
      const root = join(folder, format);
      mkdirSync(root);
      const ordinals = Uint32Array.from(IDS, (id) => catalog.ordinalOf(id));
      await exportIcons({ catalog, ordinals, format, out: join(root, "icons") });
      const names = IDS.map((id) => componentName(id, catalog.get(id).name));
      const imports = `import { ${names.join(", ")} } from "./icons";`;
      const size = format === "vue" ? `:size="${SIDE}"` : `size={${SIDE}}`;
      const { plugins, files } = PROJECTS[format];
      const uses = inSlots(names.map((name) => `<${name} ${size} />`));
      for (const [path, text] of Object.entries(files(imports, uses))) writeFileSync(join(root, path), text);
      if (format === "react") expect(typeErrors(root)).toBe("");
      await build({ root, base: "./", logLevel: "error", plugins: [...plugins], configFile: false });
      const images = IDS.map((id) => catalog.image(id, { format: "svg" }));
      const drawings = (await Promise.all(images)).map((bytes) => encodeURIComponent(bytes!.toString()));
      writeFileSync(
        join(root, "dist/expected.html"),
        html(inSlots(drawings.map((url) => `<img src="data:image/svg+xml,${url}" width="${SIDE}" height="${SIDE}">`))),
      );
      const server = await preview({
        ...{ root, logLevel: "error", configFile: false },
        preview: { host: "127.0.0.1", port: 0 },
      });
      onTestFinished(() => server.close());
      const address = server.resolvedUrls!.local[0]!;
      for (const colorScheme of ["light", "dark"] as const) {
        const page = { width: SIDE * IDS.length, height: 2 * SIDE, colorScheme };
        const shown = await (await open(address, page)).screenshot();
        const expected = await (await open(`${address}expected.html`, page)).screenshot();
        for (const [at, id] of [...IDS, ...IDS].entries()) {
          const place = { left: (at % IDS.length) * SIDE, top: at < IDS.length ? 0 : SIDE };
          const area = { ...place, width: SIDE, height: SIDE };
          const [own, other] = await Promise.all(
            [shown, expected].map((image) => sharp(image).extract(area).removeAlpha().raw().toBuffer()),
          );
          const differing = own!.filter((value, byte) => Math.abs(value - other![byte]!) > 32).length;
          expect(differing, `bytes that differ in ${id}, ${colorScheme}`).toBe(0);
        }
      }
    },
  );
};
// React recommends its developer tools in the console.
describeInBrowser("exported components", exportedComponents, ["React DevTools"]);

/** What the compiler reports about the components of a strict project. */
function typeErrors(root: string): string {
  const options = ["--noEmit", "--strict", "--jsx", "react-jsx", "--module", "esnext", "--moduleResolution", "bundler"];
  const tsc = resolve("node_modules/.bin/tsc");
  return spawnSync(tsc, [...options, "icons/index.ts"], { cwd: root, encoding: "utf8" }).stdout;
}
