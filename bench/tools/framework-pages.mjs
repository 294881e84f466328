import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";
import { build } from "vite";
import { componentName } from "../../dist/src/images/component-code.js";
import { PRODUCT, workPath } from "./work-folder.mjs";

/**
 * Projects that show components in slots, as somebody would write them around the code that the explorer copies.
 *
 * @param codes of each icon by id, by `react`, `vue` and `svelte`
 * @param served the folder for the built pages
 * @param style of the page
 * @returns by name of the framework, functions from an order of the ids to the path of the page in `served`
 */
export function frameworkPages(codes, served, style) {
  const imports = (order, path) => order.map((id) => `import ${path(componentName(id))};`).join("\n");
  const slots = (order, attribute) =>
    order.map((id) => `<div ${attribute}="slot"><${componentName(id)} /></div>`).join("");
  const reactFiles = (order) => ({
    "main.jsx": `import { createRoot } from "react-dom/client";\n${imports(order, (name) => `{ ${name} } from "./${name}.jsx"`)}\ncreateRoot(document.body).render(<>${slots(order, "className")}</>);`,
  });
  const vueFiles = (order) => ({
    "App.vue": `<script setup>\n${imports(order, (name) => `${name} from "./${name}.vue"`)}\n</script>\n<template>${slots(order, "class")}</template>\n`,
    "main.jsx": 'import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount(document.body);',
  });
  const svelteFiles = (order) => ({
    "App.svelte": `<script>\n${imports(order, (name) => `${name} from "./${name}.svelte"`)}\n</script>\n${slots(order, "class")}\n`,
    "main.jsx":
      'import { mount } from "svelte";\nimport App from "./App.svelte";\nmount(App, { target: document.body });',
  });
  return {
    React: (order) => project("jsx", codes.react, react(), reactFiles(order)),
    Vue: (order) => project("vue", codes.vue, vue(), vueFiles(order)),
    Svelte: (order) => project("svelte", codes.svelte, svelte({ configFile: false }), svelteFiles(order)),
  };

  async function project(extension, codes, plugin, files) {
    const root = workPath("inlined", `project-${extension}`);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    symlinkSync(join(PRODUCT, "node_modules"), join(root, "node_modules"));
    for (const [id, code] of Object.entries(codes))
      writeFileSync(join(root, `${componentName(id)}.${extension}`), code);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    writeFileSync(
      join(root, "index.html"),
      `<!doctype html><style>${style}</style><body><script type="module" src="main.jsx"></script>`,
    );
    await build({
      ...{ root, base: `/${extension}/`, logLevel: "error", configFile: false, plugins: [plugin] },
      build: { outDir: join(served, extension), emptyOutDir: true },
    });
    return `${extension}/index.html`;
  }
}
