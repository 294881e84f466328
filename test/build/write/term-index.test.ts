import fc from "fast-check";
import { Index } from "flexsearch";
import { expect, it } from "vitest";
import { createTermIndex } from "#build/write/term-index.js";
import { searchableWords } from "#src/text/inner-words.js";
import { ENCODER_OPTIONS } from "../../support/flexsearch-encoder.js";
import { randomRuns } from "../../support/random-runs.js";

interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly developer: string;
}

const text = fc
  .array(
    fc.constantFrom(
      "go",
      "goo",
      "Google",
      "app1",
      "App100200",
      "2048",
      "café",
      "Straße",
      "微信支付",
      "ไทย",
      "😀",
      "C++",
      "a",
    ),
    {
      maxLength: 4,
    },
  )
  .map((words) => words.join(" "));
const records = fc.array(fc.record({ name: text, aliases: fc.array(text, { maxLength: 2 }), developer: text }), {
  maxLength: 30,
});

const FIRST = 70;

it("indexes the terms and ordinals of FlexSearch's forward tokenizer, each ordinal in its best slot", () =>
  fc.assert(
    fc.asyncProperty(records, async (named) => {
      const index = createTermIndex(FIRST);
      for (const [at, record] of named.entries()) index.add(FIRST + at, record);
      const entries = await index.freeze();
      const keys = entries.map(({ key }) => Buffer.from(key));
      expect(keys).toEqual([...keys].sort(Buffer.compare));
      const frozen = new Map(entries.map(({ key, slots }) => [key, slots.map((ordinals) => Array.from(ordinals))]));
      expect(new Map([...frozen].map(([term, slots]) => [term, slots.flat().sort()]))).toEqual(indexedInMemory(named));
      for (const [term, slots] of frozen) {
        for (const ordinal of slots.flat())
          expect(slots.findIndex((list) => list.includes(ordinal))).toBe(bestSlot(named[ordinal - FIRST]!, term));
      }
    }),
    randomRuns(200),
  ));

/** The index of FlexSearch with the tokenizer "forward", without halves of surrogate pairs. */
function indexedInMemory(named: readonly Named[]): Map<string, number[]> {
  const index = new Index({ tokenize: "forward", fastupdate: false, encoder: ENCODER_OPTIONS });
  for (const [at, { name, aliases, developer }] of named.entries())
    index.add(FIRST + at, [name, ...aliases, developer].flatMap(searchableWords).join(" "));
  const { map } = index as unknown as { map: Map<string, (number[] | undefined)[]> };
  return new Map(
    [...map]
      .filter(([term]) => !/\p{Surrogate}/u.test(term))
      .map(([term, slots]) => [term, slots.flatMap((list) => list ?? []).sort()]),
  );
}

function bestSlot({ name }: Named, term: string): number {
  const at = searchableWords(name).findIndex((word) => word.startsWith(term));
  return at < 0 ? 2 : Math.min(at, 1);
}
