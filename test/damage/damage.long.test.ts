import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Number of flipped bits; `npm run test:long test/damage` flips 10,000 and truncates at every position. */
const FLIPS = Number(process.env.DAMAGE_FLIPS ?? 120);
/** Different in each run; `DAMAGE_SEED` repeats a run. */
const SEED = Number(process.env.DAMAGE_SEED ?? Date.now() % 2 ** 31);
/** Files are truncated at multiples of this size, and within their first and last bytes. */
const BLOCK_BYTES = FLIPS > 1000 ? 4096 : 65_536;
/** A case takes 30 ms; one that hangs is killed with its process. */
const CASE_LIMIT_MS = 20_000;
/** The allowed errors, in contrast to bugs such as a TypeError. */
const TYPED = ["FormatError", "IconNotFoundError", "PhashUnavailableError", "PaletteUnavailableError"];
const MAX_PEAK_BYTES = 700e6;
const LONGEST_MS = 3_600_000;
/** Headers and section tables are in this range, so half of the flips happen here. */
const HEAD_BYTES = 256;

interface Damage {
  readonly file: string;
  /** Offset of the flipped byte, or the remaining length. */
  readonly at: number;
  /** Undefined if the file is truncated. */
  readonly bit?: number;
  /** Whether the manifest is adjusted to the damage, as an attacker would. */
  readonly vouched: boolean;
  /** Whether to send requests to a server, too, which takes longest. */
  readonly served: boolean;
}

/** In the short form, one of this many damages is served. */
const SERVED_OF = { flips: 3, cuts: 12 };

function filesOf(artifacts: string): { name: string; size: number }[] {
  const folder = join(artifacts, readCurrent(artifacts)!);
  return readdirSync(folder).map((name) => ({ name, size: statSync(join(folder, name)).size }));
}

function flips(artifacts: string): Damage[] {
  const one = fc
    .record({
      file: fc.constantFrom(...filesOf(artifacts)),
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      early: fc.boolean(),
      bit: fc.nat(7),
      vouched: fc.boolean(),
    })
    .map(({ file: { name, size }, place, early, bit, vouched }) => {
      const at = Math.floor(place * (early ? Math.min(size, HEAD_BYTES) : size));
      return { file: name, at, bit, vouched };
    });
  return fc.sample(one, { numRuns: FLIPS, seed: SEED }).map(serving(SERVED_OF.flips));
}

function cuts(artifacts: string): Damage[] {
  const all = filesOf(artifacts).flatMap(({ name, size }) => {
    const blocks = Array.from({ length: Math.ceil(size / BLOCK_BYTES) }, (_, block) => block * BLOCK_BYTES);
    const lengths = [...blocks, 8, 24, 40, size - 8, size - 1].filter((length) => length >= 0 && length < size);
    return [...new Set(lengths)].flatMap((at) => [true, false].map((vouched) => ({ file: name, at, vouched })));
  });
  return all.map(serving(SERVED_OF.cuts));
}

/** Serves one of `every` damages, or all in the long form. */
function serving(every: number): (damage: Omit<Damage, "served">, at: number) => Damage {
  return (damage, at) => ({ ...damage, served: FLIPS > 1000 || at % every === SEED % every });
}

/** An Iconify set with everything that a set may have. */
const SET = {
  prefix: "tiny",
  info: { name: "Tiny", author: { name: "Ann" }, license: { title: "MIT" } },
  lastModified: 1_700_000_000,
  icons: { dot: { body: '<path d="M0 0h12v12z"/>' }, gone: { body: '<path d="M0 0v12h4z"/>', hidden: true } },
  aliases: { back: { parent: "dot", hFlip: true }, point: { parent: "dot" } },
  categories: { Shapes: ["dot"] },
  chars: { f1: "dot" },
};

/** Artifacts of the shipped dataset in which every icon has a variant, its own image; and of an Iconify set. */
async function withVariants(): Promise<string> {
  const folder = temporaryFolder();
  const records = readdirSync("data/icons").flatMap((file) =>
    JSON.parse(readFileSync(join("data/icons", file), "utf8")),
  );
  const varied = records.map(({ image, background, tint, ...record }) => ({
    ...{ ...record, image, background, tint },
    variants: [{ name: "dark", image, background, tint }],
  }));
  const ofSet = ["dot", "back"].map((name) => ({
    id: `tiny:${name}`,
    name,
    developer: "Ann",
    category: "shapes",
    image: `iconify:tiny/${name}`,
  }));
  writeFileSync(join(folder, "icons.json"), JSON.stringify([...varied, ...ofSet]));
  mkdirSync(join(folder, "iconify"));
  writeFileSync(join(folder, "iconify/tiny.json"), JSON.stringify(SET));
  const out = join(folder, "out");
  await compile({ data: join(folder, "icons.json"), out, cache: join(shippedArtifacts, "cache"), keepAnalyses: false });
  return out;
}

interface Batch {
  readonly outcomes: Record<string, number>;
  /** Number of a server's responses by status. */
  readonly statuses: Record<string, number>;
  /** The first responses whose content does not match their status. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly peakBytes: number;
}

/** Runs all cases in a separate process, which a crash or a hang would end. @throws Error that names the case */
async function meetAll(from: string, cases: readonly Damage[]): Promise<Batch> {
  const folder = temporaryFolder({ "cases.json": cases });
  const artifacts = join(folder, "out");
  cpSync(join(from, "CURRENT"), join(artifacts, "CURRENT"));
  cpSync(join(from, readCurrent(from)!), join(artifacts, readCurrent(from)!), { recursive: true });
  const child = spawn(process.execPath, ["test/damage/damage-cases.mjs", artifacts, join(folder, "cases.json")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk) => {
    printed += chunk;
    clearTimeout(timer);
    timer = setTimeout(() => child.kill("SIGKILL"), CASE_LIMIT_MS);
  });
  const [code, signal] = await once(child, "close");
  clearTimeout(timer);
  const lastLine = printed.trimEnd().split("\n").at(-1)!;
  if (code !== 0)
    throw new Error(`seed ${SEED}: ended with ${code ?? signal} at ${JSON.stringify(cases[Number(lastLine)])}`);
  return JSON.parse(lastLine) as Batch;
}

describe("artifact file with damaged bytes", () => {
  it.each([
    ["flipped", flips],
    ["cut", cuts],
  ])(
    "rejects a damaged file, detects it with verify, or responds with errors or valid responses, without crash, hang or memory growth (%s)",
    async (_how, casesFor) => {
      const artifacts = await withVariants();
      const cases = casesFor(artifacts);
      const { outcomes, statuses, faults, slowestMs, peakBytes } = await meetAll(artifacts, cases);
      const told = JSON.stringify({ seed: SEED, cases: cases.length, outcomes, statuses, slowestMs, peakBytes });
      if (FLIPS > 1000) console.log(told);
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(cases.length);
      expect(outcomes.unnoticed, told).toBeUndefined();
      expect(faults, told).toEqual([]);
      const names = Object.keys(outcomes).flatMap((outcome) => outcome.match(/\w+Error/g) ?? []);
      expect(
        names.filter((name) => !TYPED.includes(name)),
        told,
      ).toEqual([]);
      expect(peakBytes, told).toBeLessThan(MAX_PEAK_BYTES);
    },
    LONGEST_MS,
  );
});
