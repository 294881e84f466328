import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { digestOf } from "#src/access/key.js";
import { openUsageFile } from "#src/access/usage-file.js";
import { scratchFolder } from "../platform/scratch.js";

const TAKER = fileURLToPath(new URL("take-many.mjs", import.meta.url));
const PROCESSES = 4;
/** A single round would often be over before the second process has started. */
const ROUNDS = 80;

async function messageOf(child: ChildProcess): Promise<unknown> {
  const stopped = once(child, "exit").then(([code]) => {
    throw new Error(`the process ended with ${code} before it answered`);
  });
  const [message] = await Promise.race([once(child, "message"), stopped]);
  return message;
}

describe("usage file shared by several processes", () => {
  it("creates the file once, and grants each key exactly 100 of the 1,000 requests that each process makes", async () => {
    const path = join(scratchFolder(), "usage.bin");
    const digests = Array.from({ length: ROUNDS }, (_, round) => digestOf(`key of round ${round}`));
    const children = Array.from({ length: PROCESSES }, () => fork(TAKER, [path, ...digests], { execArgv: [] }));
    onTestFinished(() => {
      for (const child of children) child.kill("SIGKILL");
    });
    expect(await Promise.all(children.map(messageOf))).toEqual(Array(PROCESSES).fill("ready"));

    const answers = children.map(messageOf);
    const start = Date.now() + 100;
    for (const child of children) child.send(start);
    const allowed = (await Promise.all(answers)) as number[][];
    const totals = digests.map((_, round) => allowed.reduce((sum, counts) => sum + counts[round]!, 0));
    expect(totals).toEqual(Array(ROUNDS).fill(100));

    const usage = openUsageFile(path);
    expect(digests.map((digest) => usage.usageOf(digest)?.used)).toEqual(totals);
  });
});
