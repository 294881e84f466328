import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { requestEveryRoute } from "../support/every-route.js";
import { type Image, layOutImage } from "../support/image.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

describe("Docker image", () => {
  let image: Image;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "icons-image-"));
    image = layOutImage("deploy/docker/Dockerfile", folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("serves every route from the files that its Dockerfile copies", async () => {
    const { environment, entryPoint, workingFolder } = image;
    const [program, ...args] = entryPoint;
    expect(program).toBe("node");
    const child = spawn(process.execPath, [...args, "serve", shippedArtifacts, "--anonymous", "pro"], {
      cwd: workingFolder,
      env: {
        PATH: process.env.PATH,
        ...environment,
        ICONS_HOST: "127.0.0.1",
        ICONS_PORT: "0",
        ICONS_KEYS: join(folder, "keys.json"),
        ICONS_USAGE: join(folder, "usage.bin"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
    const address = /Server listening at (http:[^"]+)"/;
    await vi.waitFor(() => expect(log).toMatch(address), PATIENTLY);
    const requested = await requestEveryRoute(address.exec(log)![1]!);
    expect(requested.length).toBeGreaterThan(60);
    expect(log).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it("contains no sources, tests or development modules", () => {
    for (const path of ["dist/src/http", "dist/src/pages", "src/images/font", "node_modules/fastify"])
      expect(existsSync(join(image.workingFolder, path)), path).toBe(true);
    for (const path of ["test", "src/http/server/server.ts", "build", "node_modules/vitest", "node_modules/typescript"])
      expect(existsSync(join(image.workingFolder, path)), path).toBe(false);
  });
});
