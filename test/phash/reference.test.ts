import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeImage } from "#build/image/render/measured-pixels.js";
import { formatHash, phash } from "#src/phash/phash.js";
import { PREFIXES, references, renderPng } from "../reference/iconify.js";
import { findPython, referenceHashes } from "../reference/python.js";

/** Number of random icons to compare; `PHASH_ICONS=all` compares all 6,046 in two minutes. */
const ICONS = process.env.PHASH_ICONS ?? "300";
const SEED = Number(process.env.PHASH_SEED ?? Date.now() % 2 ** 31);
/**
 * On other processors, SciPy may fuse multiplications with additions, and so round differently if a bit depends on
 * rounding.
 */
const ROUNDS_ALIKE = process.arch === "x64";

interface Comparison {
  readonly name: string;
  readonly ours: bigint;
  readonly theirs: bigint;
  readonly open: bigint;
}

const python = findPython();
const skipped = python === undefined && !process.env.CI;
const reason = skipped ? " (skipped: no python3 with PIL and scipy)" : "";
let comparisons: Comparison[];

function randomIcons(): string[] {
  const all = PREFIXES.flatMap(references);
  const length = ICONS === "all" ? all.length : Number(ICONS);
  return fc.sample(fc.shuffledSubarray(all, { minLength: length, maxLength: length }), { seed: SEED, numRuns: 1 })[0]!;
}

async function compare(names: readonly string[], folder: string, interpreter: string): Promise<Comparison[]> {
  const files: string[] = [];
  const hashes: bigint[] = [];
  for (const [at, name] of names.entries()) {
    const bytes = await renderPng(name);
    files.push(join(folder, `${at}.png`));
    writeFileSync(files[at]!, bytes);
    hashes.push(phash(await decodeImage({ kind: "raster", bytes })));
  }
  const reference = referenceHashes(interpreter, files);
  return names.map((name, at) => ({
    name,
    ours: hashes[at]!,
    theirs: reference[at]!.hash,
    open: reference[at]!.open,
  }));
}

const told = (list: readonly Comparison[]): string =>
  [
    `PHASH_SEED=${SEED}`,
    ...list.map(({ name, ours, theirs }) => `${name}: ours ${formatHash(ours)}, theirs ${formatHash(theirs)}`),
  ].join("\n");

describe(`perceptual hash compared with the Python reference for ${ICONS} random icons${reason}`, () => {
  beforeAll(async () => {
    if (skipped) return;
    if (python === undefined) throw new Error("no python3 with PIL and scipy; install python3-pil and python3-scipy");
    const folder = mkdtempSync(join(tmpdir(), "icons-phash-"));
    try {
      comparisons = await compare(randomIcons(), folder, python);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 600_000);

  it.skipIf(skipped)("returns the reference hash bit for bit, except for bits that only rounding decides", () => {
    const different = comparisons.filter(
      ({ ours, theirs, open }) => ((ours ^ theirs) & ~(ROUNDS_ALIKE ? 0n : open)) !== 0n,
    );
    expect(different, told(different)).toEqual([]);
  });
});
