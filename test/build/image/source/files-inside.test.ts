import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { filesInside } from "#build/image/source/files-inside.js";
import { temporaryFolder } from "../../../support/folder.js";

/** Repeatedly replaces a folder with a link to another one and back, as fast as possible. */
const SWAPPING = `
  const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
  const { workerData: { inside, outside, stop } } = require("node:worker_threads");
  symlinkSync(outside, inside + ".link");
  while (Atomics.load(stop, 0) === 0) {
    renameSync(inside, inside + ".own");
    renameSync(inside + ".link", inside);
    renameSync(inside, inside + ".link");
    renameSync(inside + ".own", inside);
  }
`;

describe("dataset file access", () => {
  it("never opens a file outside the dataset, even if its folder becomes a link meanwhile", async () => {
    const outside = temporaryFolder({ "a.svg": "outside" });
    const root = temporaryFolder({ "pictures/a.svg": "inside" });
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { inside: join(root, "pictures"), outside, stop };
    const swapping = new Worker(SWAPPING, { eval: true, workerData });
    await once(swapping, "online");
    const seen = new Set<string>();
    // On a busy machine, the other thread may pause for thousands of attempts.
    const end = Date.now() + 20_000;
    for (let attempt = 0; attempt < 4000 || (!seen.has("inside") && Date.now() < end); attempt++) {
      seen.add(readOrName(root));
    }
    Atomics.store(stop, 0, 1);
    await once(swapping, "exit");
    expect(seen).toContain("inside");
    expect(["ImageError", "inside"]).toEqual(expect.arrayContaining([...seen]));
  });
});

/** The content of the file, or the name of the error. */
function readOrName(root: string): string {
  try {
    return String(filesInside(root).read("pictures/a.svg", 100));
  } catch (error) {
    return (error as Error).name;
  }
}
