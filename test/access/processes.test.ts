import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { digestOf } from "#src/access/key.js";
import { emptyRefusedKeys, REFUSED_PER_MINUTE } from "#src/access/refused-keys.js";
import { openUsageFile } from "#src/access/usage-file.js";
import { createSharedMemory } from "#src/platform/shared-memory.js";
import { scratchFolder } from "../platform/scratch.js";

const TAKER = fileURLToPath(new URL("take-many.mjs", import.meta.url));
const REFUSER = fileURLToPath(new URL("refuse-many.mjs", import.meta.url));
const PROCESSES = 4;
/** A single round would often be over before the second process has started. */
const ROUNDS = 80;
const REFUSED_ROUNDS = 30;

async function messageOf(child: ChildProcess): Promise<unknown> {
  // All messages of a process have been read by then, unlike at its exit.
  const stopped = once(child, "disconnect").then(() => {
    throw new Error(`the process ended with ${child.exitCode} before it sent a message`);
  });
  const [message] = await Promise.race([once(child, "message"), stopped]);
  return message;
}

/** Has processes begin at the same time. @returns the message of each process */
async function runTogether<Message>(children: readonly ChildProcess[]): Promise<Message[]> {
  onTestFinished(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  expect(await Promise.all(children.map(messageOf))).toEqual(Array(children.length).fill("ready"));
  const messages = children.map(messageOf);
  const start = Date.now() + 100;
  for (const child of children) child.send(start);
  return Promise.all(messages) as Promise<Message[]>;
}

describe("usage file shared by several processes", () => {
  it("creates the file once, and grants each key exactly 100 of the 1,000 requests that each process makes", async () => {
    const path = join(scratchFolder(), "usage.bin");
    const digests = Array.from({ length: ROUNDS }, (_, round) => digestOf(`key of round ${round}`));
    const children = Array.from({ length: PROCESSES }, () => fork(TAKER, [path, ...digests], { execArgv: [] }));
    const allowed = await runTogether<number[]>(children);
    const totals = digests.map((_, round) => allowed.reduce((sum, counts) => sum + counts[round]!, 0));
    expect(totals).toEqual(Array(ROUNDS).fill(100));

    const usage = openUsageFile(path);
    expect(digests.map((digest) => usage.usageOf(digest)?.used)).toEqual(totals);
  });
});

describe("refused keys counted by several processes", () => {
  it("allows an address exactly 60 of the 1,000 refused keys that each process counts", async () => {
    const memory = createSharedMemory(new Uint8Array(emptyRefusedKeys()));
    expect(memory, "only Linux has such memory").toBeDefined();
    onTestFinished(() => closeSync(memory!));
    const stdio = ["ignore", "inherit", "inherit", "ipc", memory!] as const;
    const addresses = Array.from({ length: REFUSED_ROUNDS }, (_, round) => `192.0.2.${round}`);
    const children = Array.from({ length: PROCESSES }, () =>
      fork(REFUSER, addresses, { execArgv: [], stdio: [...stdio] }),
    );
    const allowed = await runTogether<number[]>(children);
    const totals = addresses.map((_, at) => allowed.reduce((sum, counts) => sum + counts[at]!, 0));
    expect(totals).toEqual(Array(REFUSED_ROUNDS).fill(REFUSED_PER_MINUTE));
  });
});
