import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "#build/compile/compile.js";
import { openFolderWriter } from "#build/publish/folder-writer.js";
import { type Published, publishGeneration } from "#build/publish/publish.js";

/** A dataset of some icons by the same developer, all with the same name followed by a number. */
export function writeDataset(file: string, name: string): void {
  const records = Array.from({ length: 60 }, (_, n) => ({
    id: `icon-${n}`,
    name: `${name} ${n}`,
    developer: "D",
    category: "c",
  }));
  writeFileSync(file, JSON.stringify(records));
}

/** Builds `writeDataset` into an artifacts folder. @returns the generation */
export async function buildNamed(folder: string, out: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const data = join(folder, `${name}.json`);
  writeDataset(data, name);
  return (await compile({ data, out, jobs: 1 })).generation;
}

/** Publishes the live generation of an artifacts folder to a folder. */
export function publishInto(store: string, artifacts: string, keep = 3): Promise<Published> {
  return publishGeneration({ artifacts, store: openFolderWriter(store), keep });
}

/** Copies an artifacts or a store folder unchanged. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}
