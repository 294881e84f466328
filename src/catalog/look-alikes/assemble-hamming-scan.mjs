// Turns hamming-scan.wat into hamming-scan-code.ts, or the file named: npm run assemble
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const source = new URL("hamming-scan.wat", import.meta.url);
const [target = fileURLToPath(new URL("hamming-scan-code.ts", import.meta.url))] = process.argv.slice(2);

const { parseWat } = await wabt();
const { buffer } = parseWat("hamming-scan.wat", readFileSync(source, "utf8")).toBinary({});
writeFileSync(
  target,
  `/** hamming-scan.wat in binary, as base64. Written by \`npm run assemble\`; do not edit. */
export const HAMMING_SCAN_CODE =
  "${Buffer.from(buffer).toString("base64")}";
`,
);
