import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { freePort, icons, serve, start } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { PATIENTLY } from "../../support/patiently.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";
import { describeOnTerminal, onTerminal } from "../../support/terminal.js";

/** A server that is asked all the time by one key. */
async function serveBusy() {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const made = await icons(["keys", "create", "--tier", "pro", "--name", "web", "--json", ...files.slice(0, 2)]);
  const { id, key } = JSON.parse(made.stdout);
  const address = `127.0.0.1:${await freePort()}`;
  const server = await serve(["serve", shippedArtifacts, "--metrics", address, ...files]);
  const timer = setInterval(() => {
    for (const path of ["categories", "icons/no-such-icon"])
      fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, { headers: { "X-API-Key": key } }).then(
        (answer) => answer.text(),
        () => undefined,
      );
  }, 20);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await server.stop();
  };
  return { id, top: ["top", "--metrics", `http://${address}`, ...files], server, stop };
}

describe("icons top", () => {
  it("prints the server's activity and the busiest key as JSON and to a pipe", async () => {
    const { id, top, stop } = await serveBusy();
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

    const piped = start(top);
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
    await stop();
  });

  it("continues after the server was unreachable, and creates no files", async () => {
    const { server, top, stop } = await serveBusy();
    const nowhere = join(temporaryFolder(), "usage.bin");
    const watching = start([...top.slice(0, 3), "--usage", nowhere, "--keys", nowhere]);
    await vi.waitFor(() => expect(watching.stdout().split("\n").length).toBeGreaterThan(2), PATIENTLY);
    await stop();
    await vi.waitFor(() => expect(watching.stderr()).toContain("no metrics at http://127.0.0.1"), PATIENTLY);
    expect(watching.process.exitCode).toBeNull();
    await watching.stop();
    expect(server.process.exitCode).toBe(0);
    expect(existsSync(nowhere)).toBe(false);
  });

  it("names the address if nothing or another program answers there", async () => {
    const port = await freePort();
    const alone = await icons(["top", "--metrics", `127.0.0.1:${port}`]);
    expect(alone).toMatchObject({ code: 1, stdout: "" });
    expect(alone.stderr).toContain(`no metrics at http://127.0.0.1:${port}/metrics: `);
    expect((await icons(["top", "--metrics", "off"])).stderr).toContain("Give the metrics address of the server");
  });
});

describeOnTerminal("icons top on a terminal", () => {
  it.each([
    ["q", "q"],
    ["Ctrl-C", "\u0003"],
  ])("redraws in place, exits on %s and restores the terminal", async (_name, key) => {
    const { id, top, stop } = await serveBusy();
    const { code, shown } = await onTerminal(top, { awaited: id, pressed: key, env: { NO_COLOR: "1" } });
    expect(code).toBe(0);
    expect(shown.startsWith("\u001b[?1049h\u001b[?25l")).toBe(true);
    expect(shown).toMatch(/requests +[\d,.]+\/s/);
    expect(shown).toContain("/api/v1/categories");
    expect(shown.endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
    await stop();
  });
});
