// Assembles each .wat below a folder, by default this one, to a -code.ts in another, by default next to it:
// node assemble.mjs [target] [folder]; npm run assemble assembles all.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const [target, root = dirname(fileURLToPath(import.meta.url))] = process.argv.slice(2);
const { parseWat } = await wabt();

for (const source of readdirSync(root, { recursive: true }).filter((path) => path.endsWith(".wat"))) {
  const name = basename(source, ".wat");
  const { buffer } = parseWat(source, readFileSync(join(root, source), "utf8"), { simd: true }).toBinary({});
  writeFileSync(
    join(target ?? join(root, dirname(source)), `${name}-code.ts`),
    `/** ${name}.wat in binary, as base64. Written by \`npm run assemble\`; do not edit. */
export const ${name.replaceAll("-", "_").toUpperCase()}_CODE =
  "${Buffer.from(buffer).toString("base64")}";
`,
  );
}
