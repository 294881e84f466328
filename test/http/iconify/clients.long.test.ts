import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import tailwindPlugin from "@iconify/tailwind4";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import { compile as compileTailwind } from "tailwindcss";
import { build, type PluginOption, preview } from "vite";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Browsing, describeInBrowser } from "../../support/browser.js";
import { type Service, startService } from "../../support/service.js";

const LINE = '<path fill="none" stroke="currentColor" d="M1 1h4"></path>';
const AREA = '<path fill="currentColor" d="M1 1h4v4z"></path>';

const SETS = [
  {
    prefix: "tiny",
    width: 24,
    height: 24,
    icons: { arrow: { body: LINE }, dot: { body: AREA, width: 12 } },
    aliases: { back: { parent: "arrow" }, mirrored: { parent: "arrow", hFlip: true } },
  },
  { prefix: "other-set", icons: { dot: { body: AREA } } },
];

/** Icons with the SVG that clients draw; undefined: nothing. */
const ICONS: readonly (readonly [icon: string, rotate: boolean, drawn: RegExp | undefined])[] = [
  ["tiny:arrow", false, /viewBox="0 0 24 24".*M1 1h4"/],
  ["tiny:back", false, /viewBox="0 0 24 24".*M1 1h4"/],
  ["tiny:mirrored", false, /translate\(24 0\) scale\(-1 1\).*M1 1h4"/],
  ["tiny:dot", true, /viewBox="0 0 24 12".*rotate\(90 12 12\).*M1 1h4v4z/],
  ["other-set:dot", false, /viewBox="0 0 16 16".*M1 1h4v4z/],
  ["apps:spotify", false, /viewBox="0 0 8 4".*M1 1h4v4z/],
  ["tiny:missing", false, undefined],
  ["missing-set:dot", false, undefined],
];

const folder = mkdtempSync(join(tmpdir(), "icons-iconify-clients-"));
let service: Service;
beforeAll(async () => {
  const ids = ["tiny:arrow", "tiny:mirrored", "tiny:dot", "other-set:dot"];
  const record = (id: string, more: object = {}) => ({ id, name: id, developer: "Ann", category: "all", ...more });
  write({
    "data/dataset.json": { name: "Apps" },
    "data/icons/all.json": [...ids.map((id) => record(id)), record("spotify", { image: "spotify.svg" })],
    "data/spotify.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${AREA}</svg>`,
    ...Object.fromEntries(SETS.map((set) => [`data/iconify/${set.prefix}.json`, set])),
  });
  await compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1, strict: true });
  service = await startService(join(folder, "out"), { anonymous: "pro", iconify: {} });
  // As after `npm install` in a project.
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** A kind of project that shows every icon in its own slot. */
interface Project {
  readonly plugins: readonly PluginOption[];
  /** @param provider the argument of `addAPIProvider` that names this server */
  files(provider: string): Readonly<Record<string, string>>;
}

const html = (body: string): string => `<!doctype html><link rel="icon" href="data:,">${body}`;
const MODULE = html('<script type="module" src="main.js"></script>');
const slots = (icon: (name: string, rotate: boolean) => string, attribute = "class"): string =>
  ICONS.map(([name, rotate]) => `<div ${attribute}="slot">${icon(name, rotate)}</div>`).join("");
const component = (name: string, rotate: boolean): string =>
  `<Icon icon="${name}"${rotate ? ' rotate="90deg"' : ""} />`;

const PROJECTS: Readonly<Record<string, Project>> = {
  "iconify-icon": {
    plugins: [],
    files: (provider) => ({
      "main.js": 'import "iconify-icon";',
      "index.html": html(
        `<script>IconifyProviders = { "": ${provider} }</script><script type="module" src="main.js"></script>` +
          slots((name, rotate) => `<iconify-icon icon="${name}"${rotate ? ' rotate="90deg"' : ""}></iconify-icon>`),
      ),
    }),
  },
  "@iconify/react": {
    plugins: [react()],
    files: (provider) => ({
      "main.jsx": `import { createRoot } from "react-dom/client";\nimport { addAPIProvider, Icon } from "@iconify/react";\naddAPIProvider("", ${provider});\ncreateRoot(document.body).render(<>${slots(component, "className")}</>);`,
      "index.html": MODULE.replace("main.js", "main.jsx"),
    }),
  },
  "@iconify/vue": {
    plugins: [vue()],
    files: (provider) => ({
      "App.vue": `<script setup>\nimport { addAPIProvider, Icon } from "@iconify/vue";\naddAPIProvider("", ${provider});\n</script>\n<template>${slots(component)}</template>\n`,
      "main.js": 'import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount(document.body);',
      "index.html": MODULE,
    }),
  },
  "@iconify/svelte": {
    plugins: [svelte({ configFile: false })],
    files: (provider) => ({
      "App.svelte": `<script>\nimport Icon, { addAPIProvider } from "@iconify/svelte";\naddAPIProvider("", ${provider});\n</script>\n${slots(component)}\n`,
      "main.js":
        'import { mount } from "svelte";\nimport App from "./App.svelte";\nmount(App, { target: document.body });',
      "index.html": MODULE,
    }),
  },
};

/** The SVG of each slot, also inside of components; empty if there is none. */
const DRAWN = `[...document.querySelectorAll(".slot")].map((slot) => {
  const svg = (slot.firstElementChild?.shadowRoot ?? slot).querySelector("svg");
  return svg === null || svg.childElementCount === 0 ? "" : svg.outerHTML;
})`;

describeInBrowser(
  "clients of the Iconify API",
  ({ open }: Browsing) => {
    it.each(Object.entries(PROJECTS))("%s shows the icons of this server", async (name, { files, plugins }) => {
      const origin = `http://127.0.0.1:${service.port}`;
      const root = join(folder, name.replace("/", "-"));
      const provider = JSON.stringify({ resources: [origin] });
      write(
        Object.fromEntries(
          Object.entries(files(provider)).map(([path, text]) => [join(root, path).slice(folder.length), text]),
        ),
      );
      await build({ root, base: "./", logLevel: "error", plugins: [...plugins], configFile: false });
      const server = await preview({
        root,
        logLevel: "error",
        configFile: false,
        preview: { host: "127.0.0.1", port: 0 },
      });
      onTestFinished(() => server.close());
      const page = await open(server.resolvedUrls!.local[0]!, { mayAsk: origin });
      const expected = ICONS.filter(([, , drawn]) => drawn !== undefined).length;
      await page.waitForFunction(`${DRAWN}.filter((svg) => svg !== "").length === ${expected}`);
      const shown = (await page.evaluate(DRAWN)) as string[];
      expect(shown).toHaveLength(ICONS.length);
      for (const [at, [icon, , drawn]] of ICONS.entries()) {
        if (drawn === undefined) expect(shown[at], icon).toBe("");
        else expect(shown[at], icon).toMatch(drawn);
      }
    });

    it("@iconify/tailwind4 draws icons that this server serves as sets", async () => {
      const origin = `http://127.0.0.1:${service.port}`;
      const root = join(folder, "tailwind4");
      const prefixes = [...new Set(ICONS.map(([icon]) => icon.split(":")[0]!))];
      const sources: string[] = [];
      for (const prefix of prefixes) {
        const names = ICONS.flatMap(([icon]) => (icon.startsWith(`${prefix}:`) ? [icon.slice(prefix.length + 1)] : []));
        const response = await fetch(`${origin}/${prefix}.json?icons=${names.join()}`);
        if (!response.ok) continue;
        write({ [`tailwind4/${prefix}.json`]: await response.text() });
        sources.push(`from-json(${prefix}, "${join(root, `${prefix}.json`)}")`);
      }
      const { build: buildCss } = await compileTailwind(
        `@plugin "@iconify/tailwind4" { icon-sets: ${sources.join(", ")}; }\n@tailwind utilities;`,
        { base: root, loadModule: async (path, base) => ({ path, base, module: tailwindPlugin }) },
      );
      const classes = ICONS.map(([icon, rotate]) => [
        `icon-[${icon.replace(":", "--")}]`,
        ...(rotate ? ["rotate-90"] : []),
      ]);
      const spans = classes.map((list) => `<span class="${list.join(" ")}"></span>`).join("");
      write({ "tailwind4/index.html": html(`<style>${buildCss(classes.flat())}</style>${spans}`) });
      const server = await preview({
        root,
        build: { outDir: root },
        logLevel: "error",
        configFile: false,
        preview: { host: "127.0.0.1", port: 0 },
      });
      onTestFinished(() => server.close());
      const page = await open(server.resolvedUrls!.local[0]!);
      const shown = (await page.evaluate(`[...document.querySelectorAll("span")].map((span) => {
        const { maskImage, backgroundImage, rotate } = getComputedStyle(span);
        return { image: maskImage === "none" ? backgroundImage : maskImage, rotate };
      })`)) as { image: string; rotate: string }[];
      expect(shown).toHaveLength(ICONS.length);
      for (const [at, [icon, rotate, drawn]] of ICONS.entries()) {
        const { image, rotate: rotated } = shown[at]!;
        const svg = decodeURIComponent(image).replaceAll("'", '"');
        if (drawn === undefined) expect(image, icon).toBe("none");
        else if (rotate) expect([rotated, svg.includes("M1 1h4v4z")], icon).toEqual(["90deg", true]);
        // Closing tags are shorter in a set than in a document.
        else expect(svg.replaceAll('"/>', '"></path>'), icon).toMatch(drawn);
      }
    });
  },
  ["404 (Not Found)", "React DevTools"],
);
