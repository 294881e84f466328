// Writes the npm package icon-data-api-client, which has no dependencies, to dist/icon-data-api-client: run it after
// `tsc -b`. To pack it: npm pack ./dist/icon-data-api-client
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
const COMPILED = new URL("dist/src/client/", ROOT);
const OUT = new URL("dist/icon-data-api-client/", ROOT);

const { version, license, author, engines } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
const packageJson = {
  name: "icon-data-api-client",
  version,
  description: "Typed client of the Icon Data API for browsers, workers and Node.js, without dependencies.",
  license,
  author,
  type: "module",
  sideEffects: false,
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./package.json": "./package.json" },
  engines,
  keywords: ["icons", "logos", "api", "client"],
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const name of readdirSync(COMPILED))
  if (name.endsWith(".js") || name.endsWith(".d.ts")) copyFileSync(new URL(name, COMPILED), new URL(name, OUT));
copyFileSync(new URL("LICENSE", ROOT), new URL("LICENSE", OUT));
// The main package has the same client under a path of its own.
const readme = readFileSync(new URL("docs/client.md", ROOT), "utf8").replaceAll(
  "icon-data-api/client",
  packageJson.name,
);
writeFileSync(new URL("README.md", OUT), readme);
writeFileSync(new URL("package.json", OUT), `${JSON.stringify(packageJson, null, 2)}\n`);
