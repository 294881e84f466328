import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestOf, isWellFormed } from "#src/access/key.js";
import { createKey, KeyFileError, readKeyFile, revokeKey, rotateKey } from "#src/access/key-file.js";
import { fileStamp } from "#src/platform/file-version.js";
import { scratchFolder } from "../platform/scratch.js";

const keyFile = (): string => join(scratchFolder(), "keys.json");

describe("a key file", () => {
  it("holds no keys while it does not exist", () => {
    const path = keyFile();
    expect(readKeyFile(path)).toEqual([]);
    expect(fileStamp(path)).toBeUndefined();
  });

  it("stores a new key's digest, never the key, for the owner's eyes only", async () => {
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

  it("marks one key as revoked and leaves the others; revoking twice keeps the first time", async () => {
    const path = keyFile();
    const { entry: kept } = await createKey(path, "free");
    const { entry } = await createKey(path, "free");
    const first = await revokeKey(path, entry.id);
    expect(first).toEqual({ ...entry, revoked: expect.any(String) });
    expect(await revokeKey(path, entry.id)).toEqual(first);
    expect(readKeyFile(path)).toEqual([kept, first]);
  });

  it("says so when there is no such key to revoke, and stays as it is", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    await expect(revokeKey(path, "k_0000000000")).rejects.toThrow(KeyFileError);
    expect(readKeyFile(path)).toEqual([entry]);
  });

  it("has another stamp whenever it is replaced, and the same until then", async () => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    const stamp = fileStamp(path);
    expect(fileStamp(path)).toBe(stamp);
    await revokeKey(path, entry.id);
    expect(fileStamp(path)).not.toBe(stamp);
  });
});

describe("a rotated key", () => {
  it("keeps its id, plan, name and limits, and the digest that it is counted under", async () => {
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
  ])("can't be one that %s", async (_name, change, said) => {
    const path = keyFile();
    const { entry } = await createKey(path, "free");
    const content = JSON.stringify({ version: 1, keys: [{ ...entry, ...change }] });
    writeFileSync(path, content);
    await expect(rotateKey(path, entry.id, 0)).rejects.toThrow(said);
    await expect(rotateKey(path, "k_0000000000", 0)).rejects.toThrow("icons keys list");
    expect(readFileSync(path, "utf8")).toBe(content);
  });
});

describe("a damaged key file", () => {
  const digest = "0".repeat(64);
  const withKey = (key: unknown): string => JSON.stringify({ version: 1, keys: [key] });

  it.each([
    ["is empty", ""],
    ["is cut off", '{"version":1,"keys":['],
    ["is null", "null"],
    ["is a list", "[]"],
    ["has a future version", '{"version":2,"keys":[]}'],
    ["has no list of keys", '{"version":1,"keys":{}}'],
    ["holds an empty place", withKey(null)],
    ["holds a key without id", withKey({ tier: "free", digest })],
    ["holds a key with an unknown tier", withKey({ id: "k_1", tier: "gold", digest })],
    ["holds a key with a cut digest", withKey({ id: "k_1", tier: "free", digest: digest.slice(1) })],
    [
      "holds a key with origins in one text",
      withKey({ id: "k_1", tier: "free", digest, origins: "https://a.example" }),
    ],
    [
      "holds a key that was none",
      withKey({ id: "k_1", tier: "free", digest, previous: [{ digest: "0", expires: "2030" }] }),
    ],
    ["holds a replaced key without an end", withKey({ id: "k_1", tier: "free", digest, previous: [{ digest }] })],
    ["holds a key counted under no digest", withKey({ id: "k_1", tier: "free", digest, countedUnder: "k_1" })],
    ["holds a key with a digest in capitals", withKey({ id: "k_1", tier: "free", digest: "A".repeat(64) })],
  ])("is refused when it %s, and not overwritten", async (_, content) => {
    const path = keyFile();
    writeFileSync(path, content);
    expect(() => readKeyFile(path)).toThrow(KeyFileError);
    await expect(createKey(path, "free")).rejects.toThrow(KeyFileError);
    expect(readFileSync(path, "utf8")).toBe(content);
  });
});
