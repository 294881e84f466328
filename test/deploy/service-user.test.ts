import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openUsageFile } from "#src/access/usage-file.js";
import { readCurrent, readManifest } from "#src/catalog/generation/generation.js";
import { parseStoreAddress } from "#src/store/address.js";
import { withBuildLock } from "#src/store/build-lock.js";
import { fetchGeneration } from "#src/store/fetch-generation.js";
import { makeLive } from "#src/store/go-live.js";
import { openRemoteStore } from "#src/store/remote-store.js";
import { icons, type Running, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";
import { PATIENTLY } from "../support/patiently.js";
import { publishInto } from "../support/published.js";
import { startStoreServer } from "../support/store-server.js";

const UNIT = readFileSync("deploy/systemd/icons.service", "utf8");
/** The folders that the unit names. */
const STATE = "/var/lib/icons";
const PROGRAM = "/opt/icons/bin/icons";

/** All values of a setting of the unit. */
const settingsOf = (name: string): string[] =>
  [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value!);

/** An empty folder of the service's user, with the same mode and subfolders as the unit's `StateDirectory`. */
function stateFolder(): string {
  const above = temporaryFolder();
  chmodSync(above, 0o755);
  const [folders] = settingsOf("StateDirectory").map((names) => names.split(" "));
  for (const name of folders!) {
    const folder = join(above, name);
    mkdirSync(folder);
    chmodSync(folder, Number.parseInt(settingsOf("StateDirectoryMode")[0]!, 8));
    chownSync(folder, OTHER_USER, OTHER_USER);
  }
  return join(above, folders![0]!);
}

/** Starts what the unit starts, as the user and with the mask of the service. */
async function startUnit(state: string): Promise<Running & { readonly port: number }> {
  const [program, ...args] = settingsOf("ExecStart")[0]!.replace(STATE, state).split(" ");
  expect(program).toBe(PROGRAM);
  const settings = settingsOf("Environment").map((line) => line.replace(STATE, state).split("=") as [string, string]);
  const mask = process.umask(Number.parseInt(settingsOf("UMask")[0]!, 8));
  onTestFinished(() => void process.umask(mask));
  const starting = serve(args, { ...Object.fromEntries(settings), HOME: "/tmp" }, { cwd: "/", uid: OTHER_USER });
  process.umask(mask);
  return starting;
}

/** Runs the unit's command that makes a key, as root. @returns the key */
function makeKey(state: string): string {
  const [command] = /^#\s+(ICONS_KEYS=.* keys create .*)$/m.exec(UNIT)!.slice(1);
  const main = `${process.execPath} ${resolve("cli/icons.mjs")}`;
  const line = command!.replace(PROGRAM, main).replaceAll(STATE, state);
  return execFileSync("sh", ["-c", line], { encoding: "utf8", stdio: "pipe" }).trim();
}

const statusOf = async (port: number, key: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/api/v1/icons`, { headers: { "x-api-key": key } })).status;

/** Everything in a folder that its owner does not own. */
const foreignIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => statSync(join(folder, name)).uid !== statSync(folder).uid,
  );

describe("service that runs as another user than root", () => {
  itAsOther("starts with a usage file and keys of root, made by the command in the systemd unit", async () => {
    const state = stateFolder();
    const before = makeKey(state);
    openUsageFile(join(state, "usage.bin")).close();
    const first = await startUnit(state);
    // 503: the key is accepted, but nothing is built yet.
    expect(await statusOf(first.port, before)).toBe(503);
    const meanwhile = makeKey(state);
    await vi.waitFor(async () => expect(await statusOf(first.port, meanwhile)).toBe(503), PATIENTLY);
    expect(await first.stop()).toBe(0);
    const after = makeKey(state);
    const second = await startUnit(state);
    for (const key of [before, meanwhile, after]) expect(await statusOf(second.port, key)).toBe(503);
    expect(await statusOf(second.port, `${after}x`)).toBe(401);
    expect(await second.stop()).toBe(0);
    expect(readdirSync(state).toSorted()).toEqual(["artifacts", "keys.json", "keys.json.lock", "usage.bin"]);
    expect(foreignIn(state)).toEqual([]);
    expect(statSync(join(state, "keys.json")).mode & 0o777).toBe(0o600);
  });

  itAsOther("updates and removes generations that root has built, rolled back and half fetched", async () => {
    const state = stateFolder();
    chmodSync(state, 0o755);
    const artifacts = join(state, "artifacts");
    const runAsService = async (...args: string[]): Promise<void> =>
      expect(await icons(args, { HOME: "/tmp" }, { cwd: "/", uid: OTHER_USER })).toMatchObject({ code: 0 });
    const data = join(state, "data.json");
    const write = (name: string): void => {
      writeFileSync(data, JSON.stringify([{ id: "icon", name, developer: "D", category: "c" }]));
      chmodSync(data, 0o644);
    };
    const mask = process.umask(0o077);
    onTestFinished(() => void process.umask(mask));
    write("first");
    const { generation: first } = await compile({ data, out: artifacts, jobs: 1 });
    const published = temporaryFolder();
    await publishInto(published, artifacts);
    const { files } = readManifest(artifacts, first)!;
    const cards = `files/${files.find(({ name }) => name === "cards-0000.json")!.sha256}`;

    write("second");
    await runAsService("build", data, "--out", artifacts);
    await withBuildLock(artifacts, () => makeLive(artifacts, first));
    write("third");
    await runAsService("build", data, "--out", artifacts, "--keep", "1");
    expect(readdirSync(artifacts)).not.toContain(first);

    const store = await startStoreServer(published);
    store.faults.set(cards, "cut");
    const remote = openRemoteStore(parseStoreAddress(store.url, {}));
    await expect(fetchGeneration(remote, first, artifacts, 1)).rejects.toThrow(cards);
    store.faults.clear();
    await runAsService("fetch", store.url, "--out", artifacts, "--keep", "1");
    expect(readCurrent(artifacts)).toBe(first);
    expect(foreignIn(artifacts)).toEqual([]);
  });
});
