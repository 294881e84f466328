import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed } from "../support/published.js";
import { runHere } from "../support/run-here.js";

const work = mkdtempSync(join(tmpdir(), "icons-damaged-"));
const built = join(work, "out");
/** Offset in the section table of a file; changing it moves a section far outside. */
const PLACE_OF_A_SECTION = 29;
let older = "";
let live = "";

beforeAll(async () => {
  older = await buildNamed(work, built, "old");
  live = await buildNamed(work, built, "new");
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** An artifacts folder with an older and a live generation. */
function artifactsFolder(): string {
  const out = join(temporaryFolder(), "out");
  cpSync(built, out, { recursive: true, preserveTimestamps: true });
  return out;
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 0x77;
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

const own = (out: string): string[] => ["--keys", `${out}.keys.json`, "--usage", `${out}.usage.bin`];

describe("damaged file of a generation", () => {
  const damaged = (out: string): RegExp =>
    new RegExp(
      `${out}/${live}/ids\\.bin: section 0 .* does not lie inside the file; generation ${live} is damaged: build or fetch it again, or go back with \`icons rollback\`; \`icons verify\` lists`,
    );

  it.each<[string, (out: string) => string[]]>([
    ["search", (out) => ["search", "new", "--artifacts", out]],
    ["show", (out) => ["show", "icon-1", "--artifacts", out]],
    ["similar", (out) => ["similar", "icon-1", "--artifacts", out]],
    ["categories", (out) => ["categories", "--artifacts", out]],
    ["stats", (out) => ["stats", "--artifacts", out]],
    ["diff", (out) => ["diff", "--artifacts", out]],
    ["mcp", (out) => ["mcp", "--artifacts", out]],
    ["publish", (out) => ["publish", join(out, "../store"), "--artifacts", out]],
  ])("reports a damaged file with its generation and a remedy in icons %s", async (_, args) => {
    const out = artifactsFolder();
    flip(join(out, live, "ids.bin"), PLACE_OF_A_SECTION);
    const { code, stderr } = await runHere(args(out));
    expect(stderr).toMatch(damaged(out));
    expect(code).toBe(1);
  });

  it("reports a damaged file in the library, in a server, and in a rollback to its generation", async () => {
    const out = artifactsFolder();
    flip(join(out, live, "ids.bin"), PLACE_OF_A_SECTION);
    expect(() => openCatalog(out)).toThrow(damaged(out));
    const server = await serve(["serve", out, ...own(out)]);
    await vi.waitFor(() => expect(server.stdout()).toMatch(damaged(out)), PATIENTLY);
    expect(await (await fetch(`http://127.0.0.1:${server.port}/readyz`)).json()).toMatchObject({ generation: older });
    await server.stop();
    writeFileSync(join(out, "CURRENT"), older);
    const { code, stderr } = await icons(["rollback", "--artifacts", out, "--to", live]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(damaged(out))]);
    expect(stderr).toContain(`Generation ${older} stays live`);
  });

  it("lists all damaged files with icons verify, including missing files and pipes", async () => {
    const out = artifactsFolder();
    flip(join(out, live, "ids.bin"), PLACE_OF_A_SECTION);
    rmSync(join(out, live, "names.bin"));
    rmSync(join(out, live, "terms.bin"));
    execFileSync("mkfifo", [join(out, live, "terms.bin")]);
    const { code, stdout } = await runHere(["verify", "--artifacts", out, "--json"]);
    expect(code).toBe(1);
    const { damaged: found } = JSON.parse(stdout) as { damaged: { name: string; found: string }[] };
    expect(found.map(({ name, found }) => [name, found.replace(/^[0-9a-f]{64}$/, "other")])).toEqual([
      ["ids.bin", "other"],
      ["names.bin", "is missing"],
      ["terms.bin", "is a named pipe, not a regular file"],
    ]);
    expect((await runHere(["verify", "--artifacts", out])).stdout).toMatch(
      /damaged generation .*build or fetch it again/,
    );
  });
});

describe("icons serve", () => {
  it.each<[string, (path: string) => void, RegExp]>([
    [
      "is not there",
      () => undefined,
      /typo: there is no such folder; give the folder that `icons build --out` wrote, or fetch into it/,
    ],
    ["is a file", (path) => writeFileSync(path, ""), /typo: is not a folder/],
  ])("exits immediately with a clear message if the artifacts folder %s", async (_, make, message) => {
    const path = join(temporaryFolder(), "typo");
    make(path);
    for (const workers of ["1", "2"]) {
      const { code, stderr } = await icons(["serve", path, "--workers", workers, "--port", "0", ...own(path)]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  it("waits for a build into an empty folder", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    mkdirSync(out);
    const server = await serve(["serve", out, ...own(out)]);
    const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status;
    expect(await ready()).toBe(503);
    await buildNamed(folder, out, "first");
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENTLY);
    await server.stop();
  });
});
