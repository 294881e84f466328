import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Ran } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const drawing = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="${color}"/></svg>`;

const DESKTOP = "[Desktop Entry]\nType=Application\nName=Kite\nIcon=kite\nExec=kite\nCategories=Game;\n";

/** The suggested commands of a command's output. */
function suggestedIn({ stdout, stderr }: Ran): string[] {
  return [...`${stdout}\n${stderr}`.matchAll(/`(icons [^`]+)`|^Next[^:\n]*: (icons .+)$/gm)].map(
    ([, quoted, next]) => (quoted ?? next)!,
  );
}

/** Runs a command in a shell as printed; a server until it listens. @returns the exit code and the output */
async function runAsPrinted(command: string, cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  const bin = temporaryFolder();
  symlinkSync(resolve("cli/icons.mjs"), join(bin, "icons"));
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: cwd, ICONS_PORT: "0" };
  const child = spawn("sh", ["-c", `exec ${command}`], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  let output = "";
  const hear = (chunk: Buffer): void => {
    output += chunk;
    if (output.includes("Try:\n  curl")) child.kill("SIGTERM");
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const [code] = await once(child, "close");
  return { code, output };
}

/** A folder whose name a shell would split, and a dataset in it whose icon has changed since its build. */
async function changedDataset(): Promise<{ readonly cwd: string; readonly build: readonly string[] }> {
  const cwd = temporaryFolder({
    "my icons/dataset.json": { name: "Mine" },
    "my icons/icons/a.json": [{ id: "kite", name: "Kite", developer: "D", category: "c", image: "kite.svg" }],
    "my icons/kite.svg": drawing("#1877f2"),
  });
  const build = ["build", "my icons", "--out", "built here"];
  expect((await runHere(build, {}, { cwd })).code).toBe(0);
  writeFileSync(join(cwd, "my icons/kite.svg"), drawing("#d32f2f"));
  return { cwd, build };
}

const recorded = (cwd: string): string => readFileSync(join(cwd, "my icons/icons/a.json"), "utf8");

it("icons build --dry-run suggests the command that records the entries it proposes", async () => {
  const { cwd, build } = await changedDataset();
  const [command, ...others] = suggestedIn(await runHere([...build, "--dry-run", "--date", "2026-05-11"], {}, { cwd }));
  expect(others).toEqual([]);
  const { code, output } = await runAsPrinted(command!, cwd);
  expect(code, output).toBe(0);
  expect(output).toContain("recorded 1 history entry in my icons");
  expect(recorded(cwd)).toContain('"2026-05-11"');
  expect(readdirSync(cwd).sort()).toEqual(["built here", "my icons"]);
});

it("icons build suggests the commands that record entries afterwards", async () => {
  const { cwd, build } = await changedDataset();
  const commands = suggestedIn(await runHere(build, {}, { cwd }));
  // The last one serves until it is stopped.
  expect(commands.at(-1)).toContain("serve");
  expect(commands).toHaveLength(4);
  for (const command of commands.slice(0, -1)) {
    const { code, output } = await runAsPrinted(command, cwd);
    expect(code, output).toBe(0);
  }
  expect(recorded(cwd)).toContain("versionHistory");
});

it("icons verify suggests the command that replaces the damaged generation", async () => {
  const { cwd, build } = await changedDataset();
  expect((await runHere(build, {}, { cwd })).code).toBe(0);
  const live = readFileSync(join(cwd, "built here/CURRENT"), "utf8").trim();
  appendFileSync(join(cwd, "built here", live, "ids.bin"), "more");
  const verified = await runHere(["verify", "--artifacts", "built here"], {}, { cwd });
  expect(verified.code).toBe(1);
  const commands = suggestedIn(verified);
  expect(commands).toHaveLength(1);
  const { code, output } = await runAsPrinted(commands[0]!, cwd);
  expect(code, output).toBe(0);
  expect((await runHere(["verify", "--artifacts", "built here"], {}, { cwd })).code).toBe(0);
});

const STARTS: readonly [command: string, args: readonly string[], count: number][] = [
  ["init", ["init", "my images"], 2],
  ["import iconify", ["import", "iconify", "set.json", "--out", "my icons"], 1],
  ["import app-store", ["import", "app-store", "apps.json", "--out", "my icons", "--images", "my images"], 1],
  ["import freedesktop", ["import", "freedesktop", "share", "--out", "my icons"], 1],
];

it.each(STARTS)("icons %s suggests commands that work on what it wrote", async (_command, args, count) => {
  const cwd = temporaryFolder({
    "my images/7.svg": drawing("#1877f2"),
    "set.json": { prefix: "tiny", icons: { dot: { body: '<circle cx="8" cy="8" r="5" fill="#1877f2"/>' } } },
    "apps.json": { resultCount: 1, results: [{ trackId: 7, trackName: "Kite", artistName: "D" }] },
    "share/applications/kite.desktop": DESKTOP,
    "share/icons/hicolor/scalable/apps/kite.svg": drawing("#1877f2"),
  });
  const started = await runHere(args, {}, { cwd });
  expect(started.code, started.stderr).toBe(0);
  const commands = suggestedIn(started);
  expect(commands).toHaveLength(count);
  for (const command of commands) {
    const { code, output } = await runAsPrinted(command, cwd);
    expect(code, output).toBe(0);
  }
});
