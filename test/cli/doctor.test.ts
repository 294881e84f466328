import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly finding: string;
  readonly remedy?: string;
}

async function examine(folder: string, ...args: readonly string[]) {
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const { code, stdout } = await runHere(["doctor", "--json", ...files, ...args]);
  const findings: readonly Finding[] = JSON.parse(stdout);
  return { code, of: (check: string) => findings.find((finding) => finding.check === check) };
}

describe("icons doctor", () => {
  it("finds nothing wrong where a server would start", async () => {
    const folder = temporaryFolder();
    await runHere(["keys", "create", "--tier", "free", "--keys", join(folder, "keys.json")]);
    const port = String(await freePort());
    const { code, of } = await examine(folder, "--artifacts", shippedArtifacts, "--port", port);
    expect(code).toBe(0);
    for (const check of ["versions", "artifacts", "clock", "keys", "usage", "port", "mappings"])
      expect(of(check), check).toMatchObject({ state: "ok" });
    expect(of("artifacts")!.finding).toMatch(/\b4\d{3} icons/);
  });

  it("names each obstacle with its remedy", async () => {
    const folder = temporaryFolder();
    const holder = createServer();
    await once(holder.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as { port: number };
    const asked = ["--artifacts", join(folder, "none"), "--port", String(port), "--quota", "redis://127.0.0.1:1"];
    const { code, of } = await examine(folder, ...asked);
    expect(code).toBe(1);
    expect(of("artifacts")).toMatchObject({ state: "failed", remedy: expect.stringContaining("icons build") });
    expect(of("port")).toMatchObject({ state: "warning", finding: expect.stringContaining(`port ${port} on`) });
    expect(of("redis")).toMatchObject({ state: "failed", remedy: expect.stringContaining("--quota") });
  });

  it("reports damaged artifacts and key files that others may read", async () => {
    const folder = temporaryFolder();
    await runHere(["keys", "create", "--tier", "free", "--keys", join(folder, "keys.json")]);
    chmodSync(join(folder, "keys.json"), 0o640);
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out/CURRENT"), "0".repeat(32));
    const { of } = await examine(folder, "--artifacts", join(folder, "out"), "--port", "0");
    expect(of("artifacts")).toMatchObject({ state: "failed" });
    expect(of("keys")).toMatchObject({ state: "warning", remedy: `chmod 600 ${join(folder, "keys.json")}` });
  });
});
