import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "../support/service.js";

const DATES = [
  "2026-01-01",
  "2026-01-01T00:00:00Z",
  "2026-02-03T10:00:00+02:00",
  "2026-02-03",
  "2026-05-11",
  "2030-01-01",
];
const dateOf = (at: number): string | undefined => DATES[at % (DATES.length + 1)];
const RECORDS = Array.from({ length: 40 }, (_, n) => ({
  ...{ id: `icon-${n}`, name: `Icon ${n}`, developer: "D", category: "c" },
  ...(n % 3 === 0 ? {} : { createdAt: n % 5 === 0 ? "2025-12-31" : dateOf(n) }),
  ...(n % 2 === 0 && n % 5 !== 1 ? { updatedAt: dateOf(n * 3 + 1) } : {}),
  ...(n % 7 === 0 ? { formerIds: [`old-${n}`] } : {}),
}));
const REMOVED = Array.from({ length: 25 }, (_, n) => ({
  ...{ id: `gone-${String(n).padStart(2, "0")}`, date: DATES[n % DATES.length]!, reason: `reason ${n}` },
  ...(n % 4 === 0 ? { successor: "icon-1" } : {}),
})).reverse();

/** The changes since a time, by sorting all of them. */
function changesSince(since: number): object[] {
  const icons = RECORDS.map(({ id, name, createdAt, updatedAt, formerIds }) => ({
    time: Date.parse(updatedAt ?? createdAt ?? "never"),
    entry: {
      ...{
        change: Date.parse(createdAt ?? "never") >= since ? "added" : "changed",
        id,
        date: updatedAt ?? createdAt,
        name,
      },
      ...(formerIds === undefined ? {} : { formerIds }),
    },
  }));
  const removed = [...REMOVED]
    .reverse()
    .map((icon) => ({ time: Date.parse(icon.date), entry: { change: "removed", ...icon } }));
  const all = [...icons, ...removed].filter(({ time }) => time >= since);
  return all.sort((a, b) => b.time - a.time).map(({ entry }) => entry);
}

let folder: string;
let service: Service;
let generation: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-changes-"));
  mkdirSync(join(folder, "icons"));
  const write = (path: string, content: unknown): void => writeFileSync(join(folder, path), JSON.stringify(content));
  write("dataset.json", { name: "Changes" });
  write("icons/icons.json", RECORDS);
  write("removed.json", REMOVED);
  ({ generation } = await compile({ data: folder, out: `${folder}/out`, jobs: 1 }));
  service = await startService(`${folder}/out`);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe("GET /api/v1/changes", () => {
  it.each([...DATES, "1970-01-01", "2026-02-03T08:00:01Z", "2040-01-01"])(
    "lists all changes since %s, page by page",
    async (since) => {
      const expected = changesSince(Date.parse(since));
      for (const limit of [1, 7, 20]) {
        const pages = Math.ceil(expected.length / limit);
        const found: object[] = [];
        for (let page = 1; page <= pages + 1; page++) {
          const { body } = await service.ask(
            `/api/v1/changes?since=${encodeURIComponent(since)}&limit=${limit}&page=${page}`,
            { "X-API-Key": service.pro },
          );
          expect(body).toMatchObject({ total: expected.length, page, limit, totalPages: pages });
          expect(body).toMatchObject({
            since: new Date(since).toISOString(),
            undated: RECORDS.filter(({ createdAt, updatedAt }) => !createdAt && !updatedAt).length,
          });
          found.push(...body.data);
        }
        expect(found).toEqual(expected);
      }
    },
  );

  it("takes the day of a generation's build, and limits pages to those of the plan", async () => {
    const { body } = await service.ask(`/api/v1/changes?since=${generation}&limit=100`, { "X-API-Key": service.free });
    const today = new Date().toISOString().slice(0, 10);
    expect([body.since.slice(0, 10) <= today, body.since.slice(10), body.limit]).toEqual([true, "T00:00:00.000Z", 20]);
    expect(body.data).toEqual(changesSince(Date.parse(body.since)).slice(0, 20));
  });

  it.each([
    ["", "missing_parameter", "since is required"],
    ["?since=2026-02-30", "invalid_parameter", "not a date of the calendar"],
    ["?since=yesterday", "invalid_parameter", "since"],
    [`?since=${"0".repeat(32)}`, "invalid_parameter", "a generation that this server does not have"],
  ])("rejects %s", async (query, code, message) => {
    const { status, body } = await service.ask(`/api/v1/changes${query}`, { "X-API-Key": service.pro });
    expect([status, body.error.code, body.error.param]).toEqual([400, code, "since"]);
    expect(body.error.message).toContain(message);
  });
});
