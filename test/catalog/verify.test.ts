import { createHash } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifyGeneration } from "#src/catalog/verify.js";
import type { Manifest } from "#src/format/manifest.js";
import { temporaryFolder } from "../support/folder.js";

const NAME = "0".repeat(32);
const MIB = 2 ** 20;
/** Like that of a busy server. */
const TURN_MS = 50;

/** A generation of files full of zeros. */
function zeros(sizes: readonly number[]) {
  const artifacts = temporaryFolder();
  mkdirSync(join(artifacts, NAME));
  const files = sizes.map((size, n) => {
    const hash = createHash("sha256");
    for (let at = 0; at < size; at += MIB) hash.update(Buffer.alloc(Math.min(MIB, size - at)));
    const path = join(artifacts, NAME, `${n}.bin`);
    writeFileSync(path, "");
    truncateSync(path, size);
    return { name: `${n}.bin`, size, sha256: hash.digest("hex") };
  });
  const path = (n: number): string => join(artifacts, NAME, `${n}.bin`);
  return { artifacts, generation: { name: NAME, manifest: { files } as unknown as Manifest }, path };
}

/** How many turns of the event loop it takes to verify files of this size, of which two thirds are in one file. */
async function turnsWhileVerifying(mib: number): Promise<number> {
  const { artifacts, generation } = zeros([(mib * MIB * 2) / 3, 1, 0, (mib * MIB) / 3]);
  let turns = 0;
  let isBusy = true;
  const turn = (): void => {
    if (!isBusy) return;
    turns++;
    for (const end = performance.now() + TURN_MS; performance.now() < end; );
    setImmediate(turn);
  };
  setImmediate(turn);
  expect(await verifyGeneration(artifacts, generation)).toEqual([]);
  isBusy = false;
  return turns;
}

describe("generation checksums", () => {
  it("compares checksums in few turns of a busy event loop, regardless of size", async () => {
    let mib = 150;
    let turns = await turnsWhileVerifying(mib);
    // One turn per MiB would be 150.
    expect(turns).toBeLessThan(75);
    // On a loaded machine, the thread that reads may be done within one turn of this one.
    for (; turns <= 1 && mib < 2000; turns = await turnsWhileVerifying(mib)) mib *= 2;
    expect(turns, "others get their turns meanwhile").toBeGreaterThan(1);
  });

  it.each([[[10, 20]], [[3 * MIB, 20]]])("detects damage in files of %j bytes", async (sizes) => {
    const { artifacts, generation, path } = zeros([...sizes, 5, 5, 5]);
    expect(await verifyGeneration(artifacts, generation)).toEqual([]);
    const bytes = Buffer.alloc(sizes[0]!);
    bytes[9] = 1;
    writeFileSync(path(0), bytes);
    truncateSync(path(2), 4);
    truncateSync(path(3), 2 ** 40);
    const damaged = await verifyGeneration(artifacts, generation);
    expect(damaged.map(({ name, found }) => [name, found])).toEqual([
      ["0.bin", createHash("sha256").update(bytes).digest("hex")],
      ["2.bin", "has 4 bytes, not 5"],
      ["3.bin", "has 1099511627776 bytes, not 5"],
    ]);
  });
});
