import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKey } from "#src/access/key-file.js";
import { freePort, icons, serve, start } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { PATIENTLY } from "../../support/patiently.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";
import { describeOnTerminal, onTerminal } from "../../support/terminal.js";

const folder = mkdtempSync(join(tmpdir(), "icons-top-"));
const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
let server: Awaited<ReturnType<typeof serve>>;
let top: string[] = [];
let id = "";
let timer: NodeJS.Timeout;

/** A server that continuously receives requests with one key. */
beforeAll(async () => {
  const made = await createKey(join(folder, "keys.json"), "pro", "web");
  id = made.entry.id;
  const address = `127.0.0.1:${await freePort()}`;
  top = ["top", "--metrics", `http://${address}`, ...files];
  server = await serve(["serve", shippedArtifacts, "--metrics", address, ...files], {}, { kept: true });
  timer = setInterval(() => {
    for (const path of ["categories", "icons/no-such-icon"])
      fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, { headers: { "X-API-Key": made.key } }).then(
        (answer) => answer.text(),
        () => undefined,
      );
  }, 50);
});
afterAll(async () => {
  clearInterval(timer);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describeOnTerminal("icons top on a terminal", () => {
  it.each([
    ["q", "q"],
    ["Ctrl-C", "\u0003"],
  ])("redraws in place, exits on %s and restores the terminal", async (_name, key) => {
    const { code, shown } = await onTerminal(top, { awaited: id, pressed: key, env: { NO_COLOR: "1" } });
    expect(code).toBe(0);
    expect(shown.startsWith("\u001b[?1049h\u001b[?25l")).toBe(true);
    expect(shown).toMatch(/requests +[\d,.]+\/s/);
    expect(shown).toContain("/api/v1/categories");
    expect(shown.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
  });
});

describe("icons top", () => {
  it("prints the server's activity and the busiest key as JSON and to a pipe", async () => {
    const piped = start(top);
    const { code, stdout } = await icons([...top, "--once", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.requests.perSecond).toBeGreaterThan(0);
    expect(report.requests.p99).toBeGreaterThan(0);
    expect(report.statuses["404"]).toBeGreaterThan(0);
    expect(report.errors).toEqual({ icon_not_found: report.statuses["404"] });
    expect(report.generation.icons).toBeGreaterThan(1000);
    expect(report.keys).toMatchObject([{ id, name: "web", tier: "pro" }]);
    expect(report.keys[0].perSecond).toBeGreaterThan(0);

    await vi.waitFor(() => expect(piped.stdout().split("\n").length).toBeGreaterThan(3), PATIENTLY);
    await piped.stop();
    const [head, first] = piped
      .stdout()
      .split("\n")
      .map((line) => line.split("\t"));
    expect(head!.slice(0, 3)).toEqual(["time", "requests/s", "p50 ms"]);
    expect(first).toHaveLength(head!.length);
    expect(Number(first![1])).toBeGreaterThan(0);
    expect(first!.at(-1)).toBe(id);
  });

  it("names the address if nothing or another program answers there", async () => {
    const port = await freePort();
    const alone = await icons(["top", "--metrics", `127.0.0.1:${port}`]);
    expect(alone).toMatchObject({ code: 1, stdout: "" });
    expect(alone.stderr).toContain(`no metrics at http://127.0.0.1:${port}/metrics: `);
    expect((await icons(["top", "--metrics", "off"])).stderr).toContain("Give the metrics address of the server");
  });

  it("continues after the server was unreachable, and creates no files", async () => {
    const nowhere = join(temporaryFolder(), "usage.bin");
    const watching = start([...top.slice(0, 3), "--usage", nowhere, "--keys", nowhere]);
    await vi.waitFor(() => expect(watching.stdout().split("\n").length).toBeGreaterThan(2), PATIENTLY);
    expect(await server.stop()).toBe(0);
    await vi.waitFor(() => expect(watching.stderr()).toContain("no metrics at http://127.0.0.1"), PATIENTLY);
    expect(watching.process.exitCode).toBeNull();
    await watching.stop();
    expect(existsSync(nowhere)).toBe(false);
  });
});
