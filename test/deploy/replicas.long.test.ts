import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { describeWith } from "../support/debian.js";

describeWith(["haproxy"], "three replicas behind HAProxy", () => {
  it("fails no request while one replica is killed, one restarted, and all load another generation", async () => {
    const stdout = await new Promise<string>((resolve, reject) => {
      const args = ["bench/replicas.mjs", "--rounds", "1", "--clients", "8"];
      execFile(process.execPath, args, (error, out) =>
        error ? reject(new Error(`${error.message}\n${out}`)) : resolve(out),
      );
    });
    expect(stdout).toMatch(/^rounds +responses +failed/m);
  }, 300_000);
});
