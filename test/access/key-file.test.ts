import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestOf, isWellFormed } from "#src/access/key.js";
import { createKey, KeyFileError, readKeyFile, revokeKey, rotateKey } from "#src/access/key-file.js";
import { fileStamp } from "#src/platform/file-version.js";
import { scratchFolder } from "../platform/scratch.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";

const keyFile = (): string => join(scratchFolder(), "keys.json");

describe("key file", () => {
  it("reads no keys while the key file does not exist", () => {
    const path = keyFile();
    expect(readKeyFile(path)).toEqual([]);
    expect(fileStamp(path)).toBeUndefined();
  });

  it("stores a new key's digest, never the key, readable by the owner only", async () => {
    const path = keyFile();
    const { entry, key } = await createKey(path, "pro", "Billing");
    expect(isWellFormed(key)).toBe(true);
    expect(entry).toMatchObject({ tier: "pro", digest: digestOf(key), name: "Billing" });
    expect(Math.abs(Date.parse(entry.created) - Date.now())).toBeLessThan(60_000);
    expect(readKeyFile(path)).toEqual([entry]);
    expect(readFileSync(path, "utf8")).not.toContain(key.slice(4));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("loses no key when many are created at once", async () => {
    const path = keyFile();
    const created = await Promise.all(Array.from({ length: 8 }, (_, at) => createKey(path, "free", `key ${at}`)));
    const stored = readKeyFile(path);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(8);
    expect(stored.map(({ digest }) => digest).sort()).toEqual(created.map(({ key }) => digestOf(key)).sort());
    expect(readdirSync(join(path, "..")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("marks one key as revoked and leaves the others; a second revocation keeps the first time", async () => {
    const path = keyFile();
    const { entry: kept } = await createKey(path, "free");
    const { entry } = await createKey(path, "free");
    const first = await revokeKey(path, entry.id);
    expect(first).toEqual({ ...entry, revoked: expect.any(String) });
    expect(await revokeKey(path, entry.id)).toEqual(first);
    expect(readKeyFile(path)).toEqual([kept, first]);
  });

  it("reports that there is no such key to revoke and leaves the file unchanged", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    await expect(revokeKey(path, "k_0000000000")).rejects.toThrow(KeyFileError);
    expect(readKeyFile(path)).toEqual([entry]);
  });

  it("changes the stamp of the key file with every replacement, and only then", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    const stamp = fileStamp(path);
    expect(fileStamp(path)).toBe(stamp);
    await revokeKey(path, entry.id);
    expect(fileStamp(path)).not.toBe(stamp);
  });
});

describe("key rotation", () => {
  it("keeps the id, plan, name, limits and counting digest of a rotated key", async () => {
    const path = keyFile();
    const limits = { expires: new Date("2030-01-31T00:00:00Z"), origins: ["https://a.example"] };
    const { entry: first } = await createKey(path, "free", "web", limits);
    const { entry: other } = await createKey(path, "pro");
    const { entry: second, key } = await rotateKey(path, first.id, 60_000);
    const previous = [{ digest: first.digest, expires: expect.any(String) }];
    expect(second).toEqual({ ...first, digest: digestOf(key), previous, countedUnder: first.digest });
    expect(Math.abs(Date.parse(second.previous![0]!.expires) - Date.now())).toBeLessThan(60_001);
    const { entry: third } = await rotateKey(path, first.id, 1000);
    expect(third.countedUnder).toBe(first.digest);
    expect(third.previous!.map(({ digest }) => digest)).toEqual([first.digest, second.digest]);
    expect(third.previous![0]!.expires).toBe(third.previous![1]!.expires);
    expect((await rotateKey(path, first.id, 0)).entry.previous).toEqual([]);
    expect(readKeyFile(path)[1]).toEqual(other);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["is revoked", { revoked: "2026-01-01T00:00:00Z" }, "is revoked; create a new one"],
    ["is expired", { expires: "2026-01-01T00:00:00Z" }, "is expired; create a new one"],
  ])("refuses to rotate a key that %s", async (_name, change, said) => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    const content = JSON.stringify({ version: 1, keys: [{ ...entry, ...change }] });
    writeFileSync(path, content);
    await expect(rotateKey(path, entry.id, 0)).rejects.toThrow(said);
    await expect(rotateKey(path, "k_0000000000", 0)).rejects.toThrow("icons keys list");
    expect(readFileSync(path, "utf8")).toBe(content);
  });
});

describe("key file of another user", () => {
  itAsOther(
    "keeps owner, group and mode of the key file when keys are created, revoked and rotated, and gives the lock file the same owner",
    async () => {
      const path = keyFile();
      const { entry } = await createKey(path, "free");
      rmSync(`${path}.lock`);
      chownSync(path, OTHER_USER, 12_345);
      chmodSync(path, 0o640);
      await revokeKey(path, entry.id);
      const { entry: second } = await createKey(path, "pro");
      await rotateKey(path, second.id, 0);
      const { uid, gid, mode } = statSync(path);
      expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: OTHER_USER, gid: 12_345, mode: 0o640 });
      expect(statSync(`${path}.lock`).uid).toBe(OTHER_USER);
      expect(readKeyFile(path)).toHaveLength(2);
    },
  );

  itAsOther("leaves the key file unchanged if the user of the command may not give a file to its owner", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    chmodSync(path, 0o644);
    chmodSync(join(path, ".."), 0o777);
    const before = readFileSync(path, "utf8");
    const ran = asUser(OTHER_USER, ["keys", "revoke", entry.id, "--keys", path]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain(`${path} is unchanged: it belongs to uid 0, gid 0`);
    expect(ran.stderr).toContain("Run the command as uid 0 or as root");
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(statSync(path).uid).toBe(0);
    expect(readdirSync(join(path, "..")).sort()).toEqual(["keys.json", "keys.json.lock"]);
  });

  itAsOther(
    "reports an unreadable key file with its owner, its mode and the command to run, without advice to remove it",
    async () => {
      const path = keyFile();
      await createKey(path, "free");
      chmodSync(join(path, ".."), 0o755);
      const { code, stderr } = asUser(OTHER_USER, ["keys", "list", "--keys", path]);
      expect(code).toBe(1);
      expect(stderr).toContain("EACCES: permission denied");
      expect(stderr).toMatch(/belongs to uid 0, gid 0, mode 0600\. This process runs as uid 65534/);
      expect(stderr).toContain(`\`chown 65534:65534 ${path}\``);
      expect(stderr).not.toMatch(/remove|is not JSON/i);
      chmodSync(join(path, ".."), 0o700);
      expect(asUser(OTHER_USER, ["keys", "list", "--keys", path]).stderr).toMatch(
        /The folder .* belongs to uid 0, gid 0, mode 0700/,
      );
    },
  );

  itAsOther("warns when root creates the key file, since another user can't read it", async () => {
    const path = keyFile();
    const first = asUser(0, ["keys", "create", "--tier", "free", "--keys", path]);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(`\`chown USER ${path}\``) });
    expect(asUser(0, ["keys", "create", "--tier", "free", "--keys", path])).toMatchObject({ code: 0, stderr: "" });
  });

  it("replaces the target of a symbolic link and keeps the link", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    const link = join(scratchFolder(), "keys.json");
    symlinkSync(path, link);
    await revokeKey(link, entry.id);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readKeyFile(path)[0]).toHaveProperty("revoked");
  });
});

/** Runs the command line as another user. */
function asUser(uid: number, args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["cli/icons.mjs", ...args], {
    uid,
    gid: uid,
    env: { PATH: process.env.PATH, HOME: "/tmp" },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}
