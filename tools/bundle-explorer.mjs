// Bundles the compiled modules of the pages: dist/src/explorer/bundle/main.js for browsers, with parts that they load on
// demand, dist/src/explorer/rendering/render.js, with which the server renders the first view, and
// dist/src/explorer/docs-bundle/main.js of the documentation. Run it after `tsc -b`: node tools/bundle-explorer.mjs
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const COMPILED = fileURLToPath(new URL("../dist/src/explorer/", import.meta.url));
/** The licenses of bundled packages require their notices. */
const NOTICES = [
  "/*! Contains preact (c) 2015-present Jason Miller",
  "client-zip (c) 2020-present David Junger",
  "culori (c) 2018 Dan Burzo; all under the MIT license */",
].join(", ");

await write("bundle", "main", { platform: "browser" }, { minify: true, postBanner: NOTICES });
await write("docs-bundle", "docs/main", { platform: "browser" }, { minify: true, postBanner: NOTICES });
// The server has all parts in one file.
await write(
  "rendering",
  "render",
  { platform: "node", external: /^preact/, checks: { ineffectiveDynamicImport: false } },
  {},
);

async function write(folder, module, inputOptions, outputOptions) {
  rmSync(join(COMPILED, folder), { recursive: true, force: true });
  const bundle = await rolldown({
    ...inputOptions,
    input: { [basename(module)]: join(COMPILED, `${module}.js`) },
    // The code is compiled. The root's tsconfig.json refers to folders that the container's image does not have.
    tsconfig: false,
    logLevel: "warn",
  });
  await bundle.write({
    ...outputOptions,
    dir: join(COMPILED, folder),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
  });
  await bundle.close();
}
