import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { it } from "vitest";

/** The id of a user, and of a group, that is neither root nor the owner of anything. */
export const OTHER_USER = 65_534;

/**
 * A test that runs programs as `OTHER_USER`. Skipped if this process may not, or if that user can't read the program.
 */
export const itAsOther: typeof it = canRunAsOther() ? it : (it.skip as typeof it);

function canRunAsOther(): boolean {
  if (process.getuid?.() !== 0) return false;
  const read = `require("node:fs").accessSync(${JSON.stringify(resolve("dist/cli/run-command-line.js"))})`;
  return spawnSync(process.execPath, ["-e", read], { uid: OTHER_USER, gid: OTHER_USER, cwd: "/" }).status === 0;
}
