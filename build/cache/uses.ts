import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const USES_FOLDER = "uses";

/** Which entries of a cache the live generation of an artifacts folder was made with. */
export interface CacheUse {
  /** The artifacts folder, absolute. */
  readonly artifacts: string;
  readonly keys: readonly string[];
}

/** Notes what a generation was made with, in place of the one before; several artifacts folders may share a cache. */
export function noteUse(cache: string, artifacts: string, keys: ReadonlySet<string>): void {
  // A dataset without pictures needs no cache; one that has no pictures any more uses nothing of it.
  if (keys.size === 0 && !existsSync(cache)) return;
  const path = resolve(artifacts);
  const folder = join(cache, USES_FOLDER);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, createHash("sha256").update(path).digest("hex").slice(0, 16));
  const aside = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(aside, [JSON.stringify(path), ...[...keys].sort(), ""].join("\n"));
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** What was noted; a folder that is no longer there uses nothing. @throws the system's error */
export function readUses(cache: string): CacheUse[] {
  const folder = join(cache, USES_FOLDER);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const uses = names.map((name) => {
    const [path = '""', ...lines] = readFileSync(join(folder, name), "utf8").split("\n");
    return { artifacts: JSON.parse(path) as string, keys: lines.filter((line) => line !== "") };
  });
  return uses.filter(({ artifacts }) => existsSync(artifacts));
}
