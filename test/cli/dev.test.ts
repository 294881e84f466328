import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { runCurl } from "../support/run-curl.js";

const PICTURE = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="${color}"/></svg>`;

it("icons dev shows edits that were made during its first build", async () => {
  const icons = Array.from({ length: 60 }, (_, n) => ({
    id: `icon-${n}`,
    name: "Before",
    developer: "D",
    category: "c",
    image: `${n}.svg`,
  }));
  const pictures = icons.map((_, n) => [`data/${n}.svg`, PICTURE(`#1db9${n + 10}`)] as const);
  const folder = temporaryFolder({
    "data/dataset.json": { name: "Dev" },
    "data/icons/a.json": icons,
    ...Object.fromEntries(pictures),
  });
  const file = join(folder, "data/icons/a.json");
  const out = join(folder, "out");
  const starting = serve(["dev", join(folder, "data"), "--out", out, "--keys", join(folder, "keys.json")]);
  // At this point, the dataset has been read and images are being analyzed.
  await vi.waitFor(() => expect(readdirSync(join(out, "cache")).length).toBeGreaterThan(0), PATIENTLY);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("Before", "After"));
  const server = await starting;
  await vi.waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/icons/icon-0`);
    const { data } = (await response.json()) as { data: { name: string } };
    expect(data.name).toBe("After");
  }, PATIENTLY);
  expect(await server.stop()).toBe(0);
});

it("icons dev shows an edit, reports a problem while it serves the last good generation, and recovers", async () => {
  const folder = temporaryFolder({
    "data/dataset.json": { name: "Dev" },
    "data/icons/a.json": [{ id: "one", name: "One", developer: "D", category: "c", image: "one.svg" }],
    "data/one.svg": PICTURE("#1db954"),
  });
  const file = join(folder, "data/icons/a.json");
  const flags = [
    "--keys",
    join(folder, "keys.json"),
    "--usage",
    join(folder, "usage.bin"),
    "--out",
    join(folder, "out"),
  ];
  const server = await serve(["dev", join(folder, "data"), ...flags]);
  const detail = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/icons/one`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { name: string; colors: string[] } }).data;
  };
  const comesTrue = (check: () => Promise<boolean> | boolean): Promise<void> =>
    vi.waitFor(async () => expect(await check()).toBe(true), PATIENTLY);

  await comesTrue(() => server.stdout().split("curl ").length === 3 && server.stdout().endsWith("\n"));
  const [doing, did, address] = server.stdout().split("\n");
  expect(doing).toMatch(/^Building .*data for the first time: /);
  expect(did).toMatch(/^built Dev: generation \w+ in .* \(1 icon, 1 image analyzed, [\d.]+ s\)$/);
  expect(address).toBe(`Open http://127.0.0.1:${server.port}`);
  expect(server.stdout()).toMatch(/curl 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/icons\?q=one'/);
  const commands = [...server.stdout().matchAll(/^ {2}(curl .+)$/gm)].map(([, command]) => command!);
  expect(commands).toHaveLength(2);
  for (const command of commands) expect((await runCurl(command, server.port, folder)).status).toBe(200);
  expect(await detail()).toMatchObject({ name: "One", colors: ["green"] });

  writeFileSync(join(folder, "data/Dropped In.svg"), PICTURE("#1db954"));
  await comesTrue(async () => (await fetch(`http://127.0.0.1:${server.port}/images/dropped-in.svg`)).status === 200);
  expect(server.stdout()).toContain(`added dropped-in for Dropped In.svg to ${file}\n`);

  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace('"One"', '"Changed"'));
  await comesTrue(async () => (await detail()).name === "Changed");

  writeFileSync(join(folder, "data/one.svg"), PICTURE("#e53935"));
  await comesTrue(async () => (await detail()).colors[0] === "red");

  writeFileSync(file, good.replace('"category"', '"catgory"'));
  await comesTrue(() => server.stderr().includes("Did you mean category?"));
  expect(server.stderr()).toContain(`${file}:`);
  await comesTrue(() => server.stdout().includes("the last good generation stays live"));
  expect((await detail()).name).toBe("Changed");

  writeFileSync(file, good.replace('"One"', '"Mended"'));
  await comesTrue(async () => (await detail()).name === "Mended");
  expect(await server.stop()).toBe(0);
});

it("icons dev reports images that disappear or break, and parts removed from drawings, after each edit as at the start", async () => {
  const icons = ["one", "two", "gone"].map((id) => ({
    id,
    name: id,
    developer: "D",
    category: "c",
    image: `${id}.svg`,
  }));
  const styled = PICTURE("#1db954").replace("<rect", "<style>@font-face{font-family:a}rect{fill:red}</style><rect");
  const folder = temporaryFolder({
    "data/dataset.json": { name: "Dev" },
    "data/icons/a.json": icons,
    "data/one.svg": PICTURE("#1db954"),
    "data/two.svg": styled,
  });
  const out = join(folder, "out");
  const server = await serve(["dev", join(folder, "data"), "--out", out, "--keys", join(folder, "keys.json")]);
  /** The last lines on standard output. */
  const says = (...lines: readonly string[]): Promise<void> =>
    vi.waitFor(() => {
      const said = server.stdout().trimEnd().split("\n").slice(-lines.length);
      for (const [at, line] of lines.entries()) expect(said[at]).toMatch(new RegExp(line));
    }, PATIENTLY);
  const skipped = (count: number, ...lines: readonly string[]) => [
    `skipped ${count} images?; their icons have no hash and no image`,
    ...lines,
    "^  gone: gone.svg: the file gone.svg does not exist",
  ];
  const removed = ["^removed parts of 1 drawing,", "^  <style> with @font-face in two$"];
  await vi.waitFor(() => expect(server.stdout()).toContain("Try:"), PATIENTLY);
  for (const line of [...skipped(1), ...removed]) expect(server.stdout()).toMatch(new RegExp(line, "m"));

  rmSync(join(folder, "data/one.svg"));
  await says("rebuilt 3 icons", ...skipped(2, "^  one: one.svg: the file one.svg does not exist"), ...removed);
  writeFileSync(join(folder, "data/one.svg"), "<svg>");
  // The same generation as before.
  await says(...skipped(2, "^  one: one.svg: it is not well-formed XML"), ...removed);
  writeFileSync(join(folder, "data/one.svg"), PICTURE("#e53935"));
  await says("rebuilt 3 icons", ...skipped(1), ...removed);
  writeFileSync(join(folder, "data/two.svg"), PICTURE("#e53936"));
  await says("rebuilt 3 icons", ...skipped(1));
  expect(await server.stop()).toBe(0);
});
