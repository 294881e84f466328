import fc from "fast-check";
import { expect, it } from "vitest";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { createPairFinder, MAX_ALIKE, MAX_SHARED } from "#build/merge/find-pairs.js";
import { createDuplicateTables } from "#build/write/duplicate-tables.js";
import { DUPLICATE_LIMITS } from "#src/catalog/similar/duplicate-pairs.js";
import { randomRuns } from "../../support/random-runs.js";

const NAMES = [
  "Spotify",
  "SPOTIFY",
  "Café",
  "cafe",
  "Kite",
  "Red Kite",
  "Kite Icon",
  "App Icon",
  "+",
  "＋",
  "夜",
] as const;
const HASHES: readonly bigint[] = [0xabc5e83aa4b5c1can, 0x54c5e83aa4b5c135n];

/** Records with few values, so that many have some in common. */
const record = fc.record(
  {
    id: fc.constantFrom("a", "b", "c", "d"),
    name: fc.constantFrom(...NAMES),
    aliases: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
    formerIds: fc.uniqueArray(fc.constantFrom("e", "f", "a"), { maxLength: 1 }),
    website: fc.constantFrom(
      "https://kite.example/",
      "https://www.kite.example",
      "https://kite.example/app",
      "https://KITE.example:443/",
    ),
    domain: fc.constantFrom("kite.example", "Kite.Example.", "münchen.example", "xn--mnchen-3ya.example"),
    bundle: fc.constantFrom("com.kite", "COM.kite"),
    phash: fc.tuple(fc.constantFrom(...HASHES), fc.uniqueArray(fc.nat(63), { maxLength: 4 })),
  },
  { requiredKeys: ["id", "name"] },
);

type Drawn = Omit<typeof record extends fc.Arbitrary<infer Value> ? Value : never, "id" | "name"> & {
  readonly id: string;
  readonly name: string;
};

const sourceOf = ({ domain, bundle, phash, ...fields }: Drawn): SourceRecord => ({
  developer: "Acme",
  category: "c",
  ...fields,
  ...(phash && { phash: hashOf(phash).toString(16).padStart(16, "0") }),
  ...((domain || bundle) && {
    identifiers: { ...(domain && { domains: [domain] }), ...(bundle && { bundles: [bundle] }) },
  }),
});
const hashOf = ([base, flips]: NonNullable<Drawn["phash"]>): bigint =>
  flips.reduce((bits, flip) => bits ^ (1n << BigInt(flip)), base);

it("finds the pairs of a comparison of all records", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(record, { maxLength: 5, selector: ({ id }) => id }), { minLength: 2, maxLength: 4 }),
      async (datasets) => {
        const all = datasets.flatMap((records, dataset) =>
          records.map((drawn) => ({ drawn, dataset, source: sourceOf(drawn) })),
        );
        const found = await pairsOf(
          all.map(({ source }) => source),
          all.map(({ dataset }) => dataset),
        );
        const alike = naiveAlike(all);
        const expected: [number, number, string[]][] = [];
        for (const [first, one] of all.entries())
          for (const [at, two] of all.slice(first + 1).entries()) {
            if (one.dataset === two.dataset) continue;
            const second = first + 1 + at;
            const image = alike.has(`${first} ${second}`) ? ["image"] : [];
            const reasons = [...naiveReasons(one.drawn, two.drawn), ...image].sort();
            if (reasons.length > 0) expected.push([first, second, reasons]);
          }
        expect(found).toEqual(expected);
      },
    ),
    randomRuns(200),
  );
});

it("ignores names that too many records share, but no ids, and keeps only the nearest images", async () => {
  const many = Array.from({ length: MAX_SHARED }, (_, at) => sourceOf({ id: `m${at}`, name: "Home" }));
  const few = many.slice(1);
  const home = sourceOf({ id: "m1", name: "home" });
  const datasetOf = (records: readonly unknown[]): number[] =>
    records.map((_, at) => (at === records.length - 1 ? 1 : 0));
  expect(await pairsOf([...many, home], datasetOf([...many, home]))).toEqual([[1, MAX_SHARED, ["id"]]]);
  expect(await pairsOf([...few, home], datasetOf([...few, home]))).toHaveLength(MAX_SHARED - 1);

  const alike = Array.from({ length: MAX_ALIKE + 2 }, (_, at) =>
    sourceOf({ id: `i${at}`, name: `Name${at}`, phash: [HASHES[0]!, at === 9 ? [] : [5]] }),
  );
  const image = sourceOf({ id: "x", name: "X", phash: [HASHES[0]!, []] });
  const pairs = await pairsOf([...alike, image], datasetOf([...alike, image]));
  expect(pairs.map(([first]) => first)).toEqual([0, 1, 2, 3, 4, 5, 6, 9]);
});

/** Pairs with their reasons, found through rows of images in another order than the records. */
async function pairsOf(
  sources: readonly SourceRecord[],
  datasets: readonly number[],
): Promise<[number, number, string[]][]> {
  const finder = createPairFinder();
  const tables = createDuplicateTables();
  const { recordAt, largest } = rowsOf(datasets);
  for (const at of recordAt) {
    finder.add(at, sources[at]!);
    tables.add(sources[at]!, undefined);
  }
  const rows = { tables: tables.encode(), recordAt, largest };
  const { pairs } = await finder.pairs(
    rows,
    (at) => datasets[at]!,
    () => undefined,
  );
  return pairs.map(({ first, second, reasons }) => [first, second, [...reasons].sort()]);
}

/** The records in the order of their images' rows: those of the largest dataset first. */
function rowsOf(datasets: readonly number[]): { recordAt: number[]; largest: number } {
  const sizes = [0, 1, 2, 3].map((dataset) => datasets.filter((one) => one === dataset).length);
  const order = [0, 1, 2, 3].sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const recordAt = order.flatMap((dataset) => datasets.flatMap((one, at) => (one === dataset ? [at] : [])));
  return { recordAt, largest: sizes[order[0]!]! };
}

/** The pairs of similar images, "first second": each image with the nearest of other datasets in earlier rows. */
function naiveAlike(all: readonly { readonly drawn: Drawn; readonly dataset: number }[]): Set<string> {
  const { recordAt } = rowsOf(all.map(({ dataset }) => dataset));
  const distance = (one: number, two: number): number => {
    const [first, second] = [all[one]!.drawn.phash, all[two]!.drawn.phash];
    if (!first || !second) return Number.POSITIVE_INFINITY;
    return (hashOf(first) ^ hashOf(second)).toString(2).replaceAll("0", "").length;
  };
  return new Set(
    recordAt.flatMap((one, row) =>
      recordAt
        .slice(0, row)
        .filter((two) => all[one]!.dataset !== all[two]!.dataset && distance(one, two) <= DUPLICATE_LIMITS.hash)
        .sort((a, b) => distance(one, a) - distance(one, b))
        .slice(0, MAX_ALIKE)
        .map((two) => `${Math.min(one, two)} ${Math.max(one, two)}`),
    ),
  );
}

/** What two records have in common besides their images, by tables of what is equal. */
function naiveReasons(one: Drawn, two: Drawn): string[] {
  const shares = (listOf: (drawn: Drawn) => readonly string[]): boolean =>
    listOf(one).some((value) => listOf(two).includes(value));
  return [
    ...(shares(({ id, formerIds = [] }) => [id, ...formerIds]) ? ["id"] : []),
    ...(shares(({ domain, bundle, website }) => [
      ...(domain ? [DOMAINS[domain]] : []),
      ...(bundle ? ["com.kite"] : []),
      ...(website && !website.endsWith("app") ? ["kite.example"] : []),
    ])
      ? ["identity"]
      : []),
    ...(shares(({ name, aliases = [] }) => [name, ...aliases].map((text) => FOLDED[text as keyof typeof FOLDED]))
      ? ["name"]
      : []),
  ];
}

const DOMAINS = {
  "kite.example": "kite.example",
  "Kite.Example.": "kite.example",
  "münchen.example": "münchen",
  "xn--mnchen-3ya.example": "münchen",
} as const;
const FOLDED = {
  Spotify: "spotify",
  SPOTIFY: "spotify",
  Café: "cafe",
  cafe: "cafe",
  Kite: "kite",
  "Red Kite": "red kite",
  "Kite Icon": "kite",
  "App Icon": "app icon",
  "+": "+",
  "＋": "＋",
  夜: "夜",
} as const;
