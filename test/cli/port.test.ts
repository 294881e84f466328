import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { describeOnTerminal, onTerminal } from "../support/terminal.js";

const holder = createServer();
let port = 0;

beforeAll(async () => {
  port = await freePort();
  await new Promise<void>((resolve) => holder.listen(port, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => holder.close(resolve)));

/** A dataset and where a command keeps its files. */
function place(): { readonly data: string; readonly out: string; readonly flags: readonly string[] } {
  const folder = temporaryFolder({
    "data.json": [{ id: "one", name: "One", developer: "D", category: "c", phash: "abc5e83aa4b5c1ca" }],
  });
  const flags = ["--port", String(port), "--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  return { data: join(folder, "data.json"), out: join(folder, "out"), flags };
}

/** Only Linux says who listens. */
const owner = process.platform === "linux" ? `process ${process.pid} (` : "another process";

it.each([["1"], ["2"]])("icons serve names who holds its port, and the remedy (%s workers)", async (workers) => {
  const { code, stdout, stderr } = await icons(["serve", shippedArtifacts, "--workers", workers, ...place().flags]);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(`port ${port} on 127.0.0.1 is in use by ${owner}`);
  expect(stdout + stderr).toContain("choose another port with --port");
});

it.each([
  ["json", /^\{"level":"info","time":"\d{4}-\d\d-\d\dT[\d:.]+Z","pid":\d+,"version":"[^"]+",.*"msg":"starting"\}$/],
  ["logfmt", /^level=info time=\d{4}-\d\d-\d\dT[\d:.]+Z pid=\d+ version=\S+ .*config\.port=\d+ .*msg=starting$/],
  ["pretty", /^\[\d\d:\d\d:\d\d\] INFO: starting$/],
])("icons serve --log-format %s writes one line per event with an ISO time and a named level", async (format, line) => {
  const { stdout } = await icons(["serve", shippedArtifacts, "--log-format", format, ...place().flags]);
  expect(stdout.split("\n")[0]).toMatch(line);
});

it("icons dev reports a port in use before it builds", async () => {
  const { data, out, flags } = place();
  const { code, stderr } = await icons(["dev", data, "--out", out, ...flags]);
  expect(code).toBe(1);
  expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use by ${owner}`);
  expect(existsSync(out)).toBe(false);
});

describeOnTerminal("icons dev on a terminal", () => {
  it("serves on the next free port and says so", async () => {
    const { data, out, flags } = place();
    const args = ["dev", data, "--out", out, "--no-watch", ...flags];
    const { shown, code } = await onTerminal(args, { env: { NO_COLOR: "1" }, awaited: "curl", pressed: "\u0003" });
    const used = Number(/is in use by .*; using port (\d+)/.exec(shown)?.[1]);
    expect(used).toBeGreaterThan(port);
    expect(shown).toContain(`Open http://127.0.0.1:${used}`);
    expect(code).toBe(0);
  });
});
