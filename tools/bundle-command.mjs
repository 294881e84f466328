// Bundles the compiled modules of the `icons` command, without packages: dist/command/run-command-line.js with parts
// that are loaded on demand. A server loads 42 files instead of 251. Run it after
// `tsc -b`: node tools/bundle-command.mjs [FOLDER]
import { renameSync, rmSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const COMPILED = fileURLToPath(new URL("../dist/", import.meta.url));
const folder = resolve(process.argv[2] ?? resolve(COMPILED, "command"));
/** Renamed when it is complete. */
const unfinished = `${folder}.new`;

/** Names of our own modules by the `imports` of package.json: as packages, they would be loaded a second time. */
const ownModules = {
  name: "own-modules",
  resolveId: (id) => (id.startsWith("#") ? resolve(COMPILED, id.slice(1)) : undefined),
};

/** Addresses of workers and files stay relative to the compiled module that names them. */
const keepAddresses = {
  name: "keep-addresses",
  transform(code, id) {
    if (!code.includes("import.meta.url")) return undefined;
    const compiled = relative(folder, id).split(sep).join("/");
    return { code: code.replaceAll("import.meta.url", `new URL(${JSON.stringify(compiled)}, import.meta.url).href`) };
  },
};

rmSync(unfinished, { recursive: true, force: true });
const bundle = await rolldown({
  input: { "run-command-line": resolve(COMPILED, "cli/run-command-line.js") },
  platform: "node",
  external: (id) => !/^[.#]/.test(id) && !isAbsolute(id),
  plugins: [ownModules, keepAddresses],
  // The code is compiled. The root's tsconfig.json refers to folders that the container's image does not have.
  tsconfig: false,
  logLevel: "warn",
});
await bundle.write({
  dir: unfinished,
  format: "esm",
  comments: false,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
});
await bundle.close();
rmSync(folder, { recursive: true, force: true });
renameSync(unfinished, folder);
