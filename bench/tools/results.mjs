import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = process.env.BENCH_RESULTS ?? fileURLToPath(new URL("../results", import.meta.url));

/** Writes results/NAME.json: the measurements with machine and date. */
export function saveResult(name, result) {
  mkdirSync(FOLDER, { recursive: true });
  const machine = {
    node: process.version,
    cpu: cpus()[0].model,
    cores: cpus().length,
    memoryBytes: totalmem(),
    kernel: release(),
    load: Math.round(loadavg()[2]),
  };
  const path = join(FOLDER, `${name}.json`);
  writeFileSync(
    path,
    `${JSON.stringify({ benchmark: name, measuredAt: new Date().toISOString(), machine, ...result }, null, 2)}\n`,
  );
  console.log(`\nwritten to ${path}`);
}

/** The result of a benchmark, or undefined if it has not been run. */
export function loadResult(name) {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
