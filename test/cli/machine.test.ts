import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const run = promisify(execFile);

/** Lets `require` find none of koffi's program files, as after `npm install --omit=optional`. */
const WITHOUT_PROGRAM = `
const Module = require("node:module");
const load = Module._load;
Module._load = (request, ...rest) => {
  if (request.includes("@koromix")) throw new Error("not installed");
  return load(request, ...rest);
};`;

describe("machine", () => {
  it("without the program file of koffi shows help, and says what to install for the rest", async () => {
    const blocker = join(temporaryFolder(), "without-program.cjs");
    writeFileSync(blocker, WITHOUT_PROGRAM);
    const env = { NODE_OPTIONS: `--require=${blocker}` };
    const help = await icons(["--help"], env);
    expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Usage: icons") });
    const search = await icons(["search", "spotify", "--artifacts", shippedArtifacts], env);
    expect(search.code).toBe(1);
    expect(search.stderr).toMatch(/^error: the program file of koffi for \S+ is missing: .*optional dependencies\.\n$/);
  });

  it.skipIf(process.platform !== "linux")("with a small address space does not start a server", async () => {
    const serve = `ulimit -v 1500000; exec ${process.execPath} ${resolve("cli/icons.mjs")} serve ${shippedArtifacts} --port 0`;
    await expect(run("bash", ["-c", serve])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the address space is limited to 1.5 GB, and a server needs 3.0 GB"),
    });
  });
});
