import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

/** A symbol that is not symmetric. @param turn in degrees */
const symbol = (color: string, turn = 0): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g fill="${color}" transform="rotate(${turn} 12 12)"><path d="M3 2h6v12l9-9 3 3-9 9h9v5H3z"/><circle cx="18" cy="4" r="2"/></g></svg>`;

it("groups near duplicates and redrawings as table, as JSON and on a page", async () => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  mkdirSync(data);
  const images = {
    first: symbol("#1565c0"),
    copy: symbol("#1564bf"),
    other: symbol("#1565c0", 180),
    gray: symbol("#9e9e9e", 180),
    single: symbol("#1565c0", 67),
  };
  for (const [id, image] of Object.entries(images)) writeFileSync(join(data, `${id}.svg`), image);
  const records = Object.keys(images).map((id) => ({
    id,
    name: `<b>${id}</b>`,
    developer: "Acme",
    category: "tools",
    image: `${id}.svg`,
  }));
  writeFileSync(join(data, "icons.json"), JSON.stringify(records));
  const page = join(folder, "page.html");

  const { stdout } = await runHere(["duplicates", join(data, "icons.json"), "--json", "--html", page]);
  const report = JSON.parse(stdout);
  const ids = report.groups.map(({ kind, icons }: { kind: string; icons: { id: string }[] }) => [
    kind,
    ...icons.map(({ id }) => id),
  ]);
  expect(ids).toEqual([
    ["near", "first", "copy"],
    ["redrawn", "other", "gray"],
  ]);
  expect(report).toMatchObject({ icons: 5, total: 2 });
  expect(report.groups[0].icons[0].toFirst).toBeUndefined();
  expect(report.groups[1].icons[1].toFirst).toMatchObject({ shapeDistance: 0, distance: expect.any(Number) });

  const html = readFileSync(page, "utf8");
  expect(html.match(/src="data:image\/svg\+xml;base64,/g)).toHaveLength(4);
  expect(html).not.toMatch(/<b>|<script|https?:/);

  const table = await runHere(["duplicates", join(data, "icons.json"), "--limit", "1"]);
  expect(table.stdout.split("\n").map((line) => line.split("\t").slice(0, 3))).toEqual([
    ["group", "kind", "id"],
    ["1", "near", "first"],
    ["1", "near", "copy"],
    [""],
  ]);
});
