import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { runToEnd } from "#src/catalog/execution/cooperative-task.js";
import { type Generation, openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import { type IconSets, openIconSets } from "#src/catalog/icon-sets.js";
import { createRecordReader } from "#src/catalog/records.js";
import { FormatError } from "#src/format/format-error.js";
import { isSetIcon } from "#src/format/icon-sets.js";
import { asByteText, type ByteText, bytesOf } from "#src/text/byte-text.js";

const SET = {
  prefix: "tiny",
  info: { name: "Tïny", author: { name: "Ann" }, license: { title: "MIT" } },
  icons: { a: { body: '<path d="M1 1h4"/>', width: 12 }, hid: { body: "<g/>", hidden: true } },
  aliases: { b: { parent: "a", hFlip: true } },
  chars: { f1: "a" },
};
const NAMES = ["a", "b", "f1", "hid", "", "~", "none", "constructor"];

const folder = mkdtempSync(join(tmpdir(), "icons-sets-"));
let generation: Generation;

beforeAll(async () => {
  const records = ["tiny:a", "tiny:b", "own"].map((id) => ({ id, name: id, developer: "Ann", category: "all" }));
  mkdirSync(join(folder, "data/icons"), { recursive: true });
  mkdirSync(join(folder, "data/iconify"));
  writeFileSync(join(folder, "data/dataset.json"), '{"name":"Sets"}');
  writeFileSync(join(folder, "data/icons/all.json"), JSON.stringify(records));
  writeFileSync(join(folder, "data/iconify/tiny.json"), JSON.stringify(SET));
  await compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1 });
  generation = openGeneration(join(folder, "out"), readCurrent(join(folder, "out"))!);
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Reads everything from the sets of a generation. Every text must be JSON, and every item of the stored form and that of
 * the icon.
 */
function readAll({ all, icon, item, list, keywords }: IconSets): void {
  for (const set of all.values()) {
    JSON.parse(`{${set.head}}`);
    if (set.info !== undefined) JSON.parse(bytesOf(set.info).toString());
    for (const name of NAMES) {
      const text = item(set.prefix, name);
      if (text !== undefined) expect(isSetIcon(bytesOf(text).toString()), name).toBe(true);
      expect(icon(set.prefix, name), name).toEqual(text && JSON.parse(bytesOf(text).toString()));
    }
    const lists = runToEnd(list(set));
    JSON.parse(bytesOf(asByteText(`${lists.list}}`)).toString());
    if (lists.characters !== undefined) JSON.parse(bytesOf(lists.characters).toString());
  }
  expect(Array.isArray(runToEnd(keywords()))).toBe(true);
}

it("reads the sets of a generation and the records without a prefix", () => {
  const sets = openIconSets(generation, createRecordReader(generation), "apps");
  expect([...sets.all.keys()]).toEqual(["tiny", "apps"]);
  expect(NAMES.filter((name) => sets.icon("tiny", name) !== undefined)).toEqual(["a", "b", "f1", "hid"]);
  readAll(sets);
});

it("never returns damaged JSON, whichever byte is damaged", () => {
  const { names, items } = generation.sets;
  let refused = 0;
  for (let index = 0; index < names.size; index++) {
    const whole = items.view(index);
    for (let at = 0; at < whole.length; at += 3) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (at % 7);
      const view = (of: number): Buffer => (of === index ? damaged : items.view(of));
      const text = (of: number): ByteText => asByteText(view(of).toString("latin1"));
      const changed = { ...generation, sets: { names, items: { ...items, view, text } } };
      try {
        readAll(openIconSets(changed, createRecordReader(changed), "apps"));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(10);
});
