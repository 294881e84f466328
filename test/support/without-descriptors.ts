import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SCRIPT = fileURLToPath(new URL("./without-descriptors.mjs", import.meta.url));

/** Renders or analyzes three images in a process without descriptors, then again with descriptors. @returns outcomes */
export async function workWithoutDescriptors(
  work: "render" | "analyze",
): Promise<{ readonly without: string[]; readonly again: string[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, work]);
  return JSON.parse(stdout);
}
