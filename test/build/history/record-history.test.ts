import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { compileWithHistory } from "#build/history/compile-with-history.js";
import { stageInsertions, stampOf } from "#build/history/insert-into-file.js";
import { recordHistory } from "#build/history/record-history.js";
import { temporaryFolder } from "../../support/folder.js";

const ENTRY = { version: "2026", date: "2026-05-11" };
const WRITTEN = '"versionHistory":[{"version":"2026","date":"2026-05-11"}]';
const ENTRIES = new Map([
  ["b", ENTRY],
  ["d", ENTRY],
]);
const BOM = "\uFEFF";
const BUILT_OF = { "dataset.json": { name: "few" } };

describe("recorded history", () => {
  it("changes only the affected records in every file", async () => {
    const array = `${BOM}[\r\n  {"id":"a","name":"ä😀"},\r\n  {"id":"b","name":"\\u00e4"}\r\n]\r\n`;
    const rows = '{"id":"c"}\r\n\r\n  {"id":"d" }\r\n{"id":"e"}';
    const other = '[{"id":"f"}]';
    const data = temporaryFolder({ ...BUILT_OF, "icons/1.json": array, "icons/2.ndjson": rows, "icons/3.json": other });
    chmodSync(join(data, "icons/1.json"), 0o660);
    const { ino } = statSync(join(data, "icons/3.json"));
    expect(await recordHistory(data, ENTRIES)).toEqual([join(data, "icons/1.json"), join(data, "icons/2.ndjson")]);
    const read = (name: string): string => readFileSync(join(data, "icons", name), "utf8");
    expect(read("1.json")).toBe(array.replace('\\u00e4"', `\\u00e4",${WRITTEN}`));
    expect(read("2.ndjson")).toBe(rows.replace('"d"', `"d",${WRITTEN}`));
    expect(statSync(join(data, "icons/1.json")).mode & 0o777).toBe(0o660);
    expect(statSync(join(data, "icons/3.json")).ino).toBe(ino);
    expect(readdirSync(join(data, "icons")).sort()).toEqual(["1.json", "2.ndjson", "3.json"]);
  });

  it("writes through a symbolic link and keeps it", async () => {
    const data = temporaryFolder({ "real/icons.ndjson": '{"id":"b"}\n' });
    symlinkSync("real/icons.ndjson", join(data, "linked.ndjson"));
    await recordHistory(join(data, "linked.ndjson"), ENTRIES);
    expect(lstatSync(join(data, "linked.ndjson")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(data, "real/icons.ndjson"), "utf8")).toBe(`{"id":"b",${WRITTEN}}\n`);
  });

  it("finds records beyond the first chunk of a large file", async () => {
    const filling = Array.from({ length: 30_000 }, (_, at) => `{"id":"filling-${at}","name":"${"ü".repeat(40)}"}`);
    const text = [...filling.slice(0, 20_000), '{"id":"b"}', ...filling.slice(20_000), '{"id":"d"}'].join("\n");
    const data = temporaryFolder({ "icons.ndjson": text });
    await recordHistory(join(data, "icons.ndjson"), ENTRIES);
    const expected = text.replace('{"id":"b"}', `{"id":"b",${WRITTEN}}`).replace('{"id":"d"}', `{"id":"d",${WRITTEN}}`);
    expect(readFileSync(join(data, "icons.ndjson"), "utf8") === expected).toBe(true);
  });

  it("changes no file if one can't be written", async () => {
    const data = temporaryFolder({ ...BUILT_OF, "icons/1.json": '[{"id":"b"}]', "icons/2.json": '[{"id":"d"}]' });
    // Occupies the path of the second file's temporary copy.
    mkdirSync(join(data, "icons/2.json.tmp"));
    await expect(recordHistory(data, ENTRIES)).rejects.toThrow("2.json.tmp");
    expect(readFileSync(join(data, "icons/1.json"), "utf8")).toBe('[{"id":"b"}]');
    expect(readdirSync(join(data, "icons")).filter((name) => name.startsWith("1"))).toEqual(["1.json"]);
  });

  it("removes the temporary copy of a killed run", async () => {
    const data = temporaryFolder({ ...BUILT_OF, "icons/1.json": '[{"id":"b"}]', "icons/1.json.tmp": "half" });
    await recordHistory(data, ENTRIES);
    expect(readdirSync(join(data, "icons"))).toEqual(["1.json"]);
    expect(readFileSync(join(data, "icons/1.json"), "utf8")).toBe(`[{"id":"b",${WRITTEN}}]`);
  });

  it("records a change once if two builds record at the same time", async () => {
    const image = (color: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="${color}"/></svg>`;
    const record = { id: "b", name: "B", developer: "D", category: "c", image: "b.svg" };
    const data = temporaryFolder({ ...BUILT_OF, "icons/1.json": [record], "b.svg": image("#1877f2") });
    const options = { data, out: join(data, "out"), jobs: 1 };
    await compile(options);
    writeFileSync(join(data, "b.svg"), image("#fb8c00"));
    const build = () => compileWithHistory(options, { date: ENTRY.date, record: true, limit: 10 });
    const recorded = (await Promise.all([build(), build()])).flatMap(({ recorded }) => recorded);
    expect(recorded).toEqual([join(data, "icons/1.json")]);
    expect(JSON.parse(readFileSync(join(data, "icons/1.json"), "utf8"))[0].versionHistory).toHaveLength(1);
  });

  it("leaves a file unchanged that was modified meanwhile", async () => {
    const path = join(temporaryFolder({ "icons.ndjson": '{"id":"b"}' }), "icons.ndjson");
    const beside = await stageInsertions(path, [{ at: 9, bytes: Buffer.from(",") }], await stampOf(path));
    writeFileSync(path, '{"id":"b","name":"edited"}');
    await expect(beside.replace()).rejects.toThrow(/changed while/);
    await beside.discard();
    expect(readFileSync(path, "utf8")).toBe('{"id":"b","name":"edited"}');
  });
});
