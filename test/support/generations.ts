import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { icons } from "./cli.js";

/**
 * Builds a generation for each name, with 300 icons named `<name> <number>` and that name as developer and category;
 * the last one is live.
 *
 * @returns the artifacts folder, and the names of the generations
 */
export async function buildGenerations(
  folder: string,
  names: readonly string[],
): Promise<{ out: string; generations: string[] }> {
  const out = join(folder, "out");
  const data = join(folder, "data.json");
  const generations: string[] = [];
  for (const name of names) {
    const records = Array.from({ length: 300 }, (_, n) => ({
      id: `icon-${n}`,
      name: `${name} ${n}`,
      developer: name,
      category: name,
    }));
    writeFileSync(data, JSON.stringify(records));
    const { code, stdout } = await icons(["build", data, "--out", out, "--json"]);
    expect(code).toBe(0);
    generations.push(JSON.parse(stdout).generation);
  }
  return { out, generations };
}
