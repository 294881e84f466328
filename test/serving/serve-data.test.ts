import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { BUILDER_VARIABLE } from "#cli/building/builder-channel.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { icons, type Running, serve } from "../support/cli.js";
import { drawing, drawnDataset } from "../support/drawings.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";
import { PATIENTLY } from "../support/patiently.js";
import { workersOf } from "../support/workers.js";

type Server = Running & { readonly port: number };

const until = (check: () => Promise<void> | void): Promise<void> => vi.waitFor(check, PATIENTLY);
const statusOf = async ({ port }: Server, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;
const nameOf = async ({ port }: Server, id = "icon-0"): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons/${id}`);
  return ((await response.json()) as { data: { name: string } }).data.name;
};
const pollOf = async ({ port }: Server): Promise<object | undefined> => {
  const { polls } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { polls: { name: string }[] };
  return polls.find(({ name }) => name === "dataset");
};

/** A dataset of drawings with the flags that serve it, and edits of its first icon. */
function setting(count = 3) {
  const folder = drawnDataset(count);
  const [data, artifacts, file] = [join(folder, "data"), join(folder, "out"), join(folder, "data/icons/a.json")];
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
  const good = readFileSync(file, "utf8");
  return {
    folder,
    data,
    artifacts,
    args: ["serve", artifacts, "--data", data, ...own],
    rename: (name: string) => writeFileSync(file, good.replace('"Icon 0"', JSON.stringify(name))),
    spoil: () => writeFileSync(file, good.replace('"category"', '"catgory"')),
  };
}

describe("icons serve --data", () => {
  it("builds, follows edits, reports a bad one once, and survives the end of its builder", async () => {
    const { args, rename, spoil, data } = setting();
    mkdirSync(join(data, "custom"));
    const server = await serve([...args, "--custom", "custom", "--layout", "dashboard-icons"]);
    expect(await nameOf(server)).toBe("Icon 0");
    rename("First");
    await until(async () => expect(await nameOf(server)).toBe("First"));
    spoil();
    await until(async () => expect(await pollOf(server)).toMatchObject({ status: "failing", code: "INVALID" }));
    expect(await nameOf(server)).toBe("First");
    const builder = workersOf(server).find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--watch"))!;
    rename("Second");
    process.kill(builder, "SIGKILL");
    await until(async () => expect(await nameOf(server)).toBe("Second"));
    await until(async () => expect(await pollOf(server)).toEqual({ name: "dataset", status: "ok" }));
    writeFileSync(join(data, "custom/mine.svg"), drawing("#123456"));
    await until(async () => expect(await statusOf(server, "/svg/mine.svg")).toBe(200));
    writeFileSync(join(data, "custom/icon-1.svg"), drawing("#123456"));
    await until(() => expect(server.stdout()).toContain('the id \\"icon-1\\" is already used; rename the file'));
    expect(readdirSync(join(data, "icons"))).toEqual(["a.json"]);
    expect(await server.stop()).toBe(0);
    const failures = server.stdout().match(/^.*build failed.*$/gm) ?? [];
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain("Did you mean category?");
  });

  it("leaves no builder behind that was still starting when the server ended", async () => {
    const { data, artifacts } = setting();
    for (const delay of [0, 100, 200]) {
      const builder = fork("cli/icons.mjs", ["build", data, "--out", artifacts, "--allow-removals", "--watch"], {
        env: { ...process.env, [BUILDER_VARIABLE]: "serve" },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
      const ended = once(builder, "exit");
      await sleep(delay);
      builder.disconnect();
      expect(await ended).toEqual([null, "SIGKILL"]);
    }
  });

  it("serves with workers, whose supervisor builds at SIGHUP what no event reported", async () => {
    const { args, rename, artifacts } = setting();
    const server = await serve([...args, "--workers", "2"]);
    rename("By an event");
    await until(async () => expect(await nameOf(server)).toBe("By an event"));
    rmSync(join(artifacts, "CURRENT"));
    server.process.kill("SIGHUP");
    await until(() => expect(readCurrent(artifacts)).toBeDefined());
    expect(await nameOf(server)).toBe("By an event");
    expect(await server.stop()).toBe(0);
  });

  it("ends with the reason if nothing can be served, else serves the last good generation", async () => {
    const { args, spoil, artifacts, folder } = setting();
    spoil();
    const failed = await icons([...args, "--port", "0"]);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("has no generation to serve") });
    expect(failed.stdout).toContain("Did you mean category?");
    const missing = await icons(["serve", artifacts, "--data", join(folder, "nowhere"), "--port", "0"]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("nowhere does not exist");
    const other = setting();
    await icons(["build", other.data, "--out", artifacts]);
    const server = await serve(args);
    expect(await nameOf(server)).toBe("Icon 0");
    await until(async () => expect(await pollOf(server)).toMatchObject({ status: "failing" }));
    expect(await server.stop()).toBe(0);
  });

  it("takes generations from a dataset or from a store", async () => {
    const { code, stderr } = await icons(["serve", "--data", "data", "--from", "https://store.example.com"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("omit one of them")]);
  });

  itAsOther("serves as a user that can write neither dataset nor artifacts, from a temporary folder", async () => {
    const { data, folder, rename } = setting();
    for (const path of [folder, data]) chmodSync(path, 0o755);
    const state = join(folder, "state");
    mkdirSync(state);
    chownSync(state, OTHER_USER, OTHER_USER);
    const own = ["--usage", join(state, "usage.bin"), "--keys", join(state, "keys.json"), "--anonymous", "pro"];
    const args = ["serve", "--data", data, ...own, "--workers", "2"];
    const server = await serve(args, { TMPDIR: state, HOME: "/tmp" }, { cwd: folder, uid: OTHER_USER });
    expect(await nameOf(server)).toBe("Icon 0");
    rename("Edited");
    await until(async () => expect(await nameOf(server)).toBe("Edited"));
    expect(server.stdout()).toContain("artifacts can't be written; building into a temporary folder");
    expect(readdirSync(folder).toSorted()).toEqual(["data", "state"]);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(state).filter((name) => name.startsWith("icons-serve-"))).toEqual([]);
    expect(tmpdir()).not.toBe(state);
  });
});
