import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertEntry } from "#build/history/insert-entry.js";
import { randomRuns } from "../../support/random-runs.js";

const ENTRY = { version: "2026", date: "2026-05-11", phash: "abc5e83aa4b5c1ca", note: 'It "changed".' };

function edited(text: string, entry = ENTRY): string {
  const { at, text: inserted } = insertEntry(text, entry);
  return text.slice(0, at) + inserted + text.slice(at);
}

const lines = (...parts: string[]): string => parts.join("\n");

describe("inserted history entry", () => {
  it.each([
    [
      "behind the last field, by the record's indentation",
      lines("{", '    "id": "a",', '    "name": "A"', "  }"),
      lines(
        "{",
        '    "id": "a",',
        '    "name": "A",',
        '    "versionHistory": [',
        "      {",
        '        "version": "1",',
        '        "date": "2026-05-11"',
        "      }",
        "    ]",
        "  }",
      ),
    ],
    [
      "in one line",
      '{"id":"a","name":"A"}',
      '{"id":"a","name":"A","versionHistory":[{"version":"1","date":"2026-05-11"}]}',
    ],
    [
      "in one line with spaces",
      '{ "id": "a", "name": "A" }',
      '{ "id": "a", "name": "A", "versionHistory": [{ "version": "1", "date": "2026-05-11" }] }',
    ],
    [
      "before older ones, written as they are, with tabs and CRLF",
      '{\r\n\t"versionHistory": [\r\n\t\t{ "version": "0", "date": "2016" }\r\n\t],\r\n\t"id": "a"\r\n}',
      '{\r\n\t"versionHistory": [\r\n\t\t{ "version": "1", "date": "2026-05-11" },\r\n\t\t{ "version": "0", "date": "2016" }\r\n\t],\r\n\t"id": "a"\r\n}',
    ],
    [
      "behind newer ones",
      '{"versionHistory":[{"version":"2","date":"2027"},{"version":"0","date":"2016"}]}',
      '{"versionHistory":[{"version":"2","date":"2027"},{"version":"1","date":"2026-05-11"},{"version":"0","date":"2016"}]}',
    ],
    [
      "behind newer ones only",
      '{"versionHistory":[ {"version":"2","date":"2027"} ]}',
      '{"versionHistory":[ {"version":"2","date":"2027"}, {"version":"1","date":"2026-05-11"} ]}',
    ],
    [
      "into an empty history",
      lines("{", '  "id": "a",', '  "versionHistory": []', "}"),
      lines(
        "{",
        '  "id": "a",',
        '  "versionHistory": [',
        "    {",
        '      "version": "1",',
        '      "date": "2026-05-11"',
        "    }",
        "  ]",
        "}",
      ),
    ],
    [
      "into a history whose name is written with an escape",
      '{"version\\u0048istory":[{"version":"0","date":"2016"}]}',
      '{"version\\u0048istory":[{"version":"1","date":"2026-05-11"},{"version":"0","date":"2016"}]}',
    ],
  ])("writes a history entry %s", (_case, text, expected) => {
    expect(edited(text, { version: "1", date: "2026-05-11" } as typeof ENTRY)).toBe(expected);
  });

  it("changes nothing but the history entry for any white space and escapes", () => {
    fc.assert(
      fc.property(records, spacings, (record, spacing) => {
        const text = write(record, spacing);
        const { at, text: inserted } = insertEntry(text, ENTRY);
        const result = text.slice(0, at) + inserted + text.slice(at);
        const { versionHistory: history = [], ...others } = record;
        const { versionHistory, ...rest } = JSON.parse(result);
        expect(rest).toEqual(others);
        expect(versionHistory).toEqual([...history, ENTRY].sort(newestFirst));
        // A record without line breaks gets none, since it may be a line of NDJSON.
        if (!text.includes("\n")) expect(inserted).not.toContain("\n");
      }),
      randomRuns(1000),
    );
  });
});

interface Entry {
  readonly version: string;
  readonly date: string;
}
type Record = { readonly [field: string]: unknown; readonly versionHistory?: readonly Entry[] };

/** An entry comes before the first one that is not newer, as far as the precision of dates allows. */
function newestFirst(one: Entry, other: Entry): number {
  if (one !== ENTRY && other !== ENTRY) return 0;
  const known = one === ENTRY ? other.date : one.date;
  const isOlder = known <= ENTRY.date.slice(0, known.length);
  return (one === ENTRY) === isOlder ? -1 : 1;
}

const texts = fc.string({ unit: "binary" });
const records: fc.Arbitrary<Record> = fc
  .record({
    id: texts,
    more: fc.dictionary(
      texts.filter((key) => key !== "versionHistory" && key !== "__proto__"),
      // JSON has no negative zero.
      fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
      {
        maxKeys: 4,
      },
    ),
    history: fc.option(
      fc.uniqueArray(fc.constantFrom("2031", "2028-02", "2026-05-12", "2026-05-11", "2026", "2025-03", "2001"), {
        maxLength: 4,
      }),
      { nil: undefined },
    ),
    first: fc.boolean(),
  })
  .map(({ id, more, history, first }) => {
    const entries = history
      ?.sort()
      .reverse()
      .map((date) => ({ version: date, date }));
    const field = entries === undefined ? {} : { versionHistory: entries };
    return (first ? { ...field, id, ...more } : { id, ...more, ...field }) as Record;
  });

interface Spacing {
  readonly breaks: boolean;
  readonly seeds: readonly number[];
}
const spacings: fc.Arbitrary<Spacing> = fc.record({
  breaks: fc.boolean(),
  seeds: fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }),
});

/** JSON with unusual white space between all tokens, and with unnecessary escapes. */
function write(value: unknown, { breaks, seeds }: Spacing): string {
  let at = 0;
  const space = (): string => {
    const plain = ["", " ", "  ", "\t", "", "", " "];
    const broken = ["", "\n", "\r\n  ", "\n\t", " ", "\n    ", "\r\n"];
    return (breaks ? broken : plain)[seeds[at++ % seeds.length]!]!;
  };
  const quote = (text: string): string =>
    JSON.stringify(text).replace(/[A-Hu-z]/g, (letter, index: number, whole: string) =>
      whole[index - 1] === "\\" || /\\u[0-9a-fA-F]{0,3}$/.test(whole.slice(0, index)) || seeds[at++ % seeds.length]! < 4
        ? letter
        : `\\u00${letter.charCodeAt(0).toString(16)}`,
    );
  const show = (item: unknown): string => {
    if (typeof item === "string") return quote(item);
    if (typeof item !== "object" || item === null) return JSON.stringify(item);
    const [open, close] = Array.isArray(item) ? "[]" : "{}";
    const parts = Array.isArray(item)
      ? item.map(show)
      : Object.entries(item).map(([key, part]) => `${quote(key)}${space()}:${space()}${show(part)}`);
    return `${open}${space()}${parts.map((part) => `${part}${space()}`).join(`,${space()}`)}${close}`;
  };
  return show(value);
}
