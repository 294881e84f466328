import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { digestOf, generateKey } from "#src/access/key.js";
import { createKey, type KeyEntry, readKeyFile, revokeKey } from "#src/access/key-file.js";
import { type KeyRing, KeysUnavailableError } from "#src/access/key-ring.js";
import { openKeyRing } from "#src/access/open-key-ring.js";
import { scratchFolder } from "../platform/scratch.js";
import { PATIENTLY } from "../support/patiently.js";

let ring: KeyRing;
afterEach(() => ring.close());

const keyFile = (): string => join(scratchFolder(), "keys.json");

describe("known key", () => {
  it("resolves a known key to the same entry again, and still distinguishes other keys", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const other = await createKey(path, "free");
    ring = openKeyRing(path);
    for (let again = 0; again < 3; again++) {
      expect(ring.find(key)).toEqual(entry);
      expect(ring.find(other.key)).toEqual(other.entry);
      for (const wrong of [generateKey(), key.slice(0, -1), `${key}x`, key.toLowerCase(), "", "__proto__"])
        expect(ring.find(wrong)).toBeUndefined();
    }
  });

  it("stops accepting a key when it is revoked", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    ring = openKeyRing(path);
    expect(ring.find(key)).toEqual(entry);
    expect(ring.hasValidKey()).toBe(true);
    await revokeKey(path, entry.id);
    await vi.waitFor(() => expect(ring.find(key)).toBeUndefined(), PATIENTLY);
    expect(ring.hasValidKey()).toBe(false);
  });

  it("stops accepting a key at its expiry time without a change of the file", async () => {
    const path = keyFile();
    const key = generateKey();
    const expires = new Date(Date.now() + 60_000).toISOString();
    const entry: KeyEntry = { id: "k_1", tier: "free", digest: digestOf(key), created: expires, expires };
    writeFileSync(path, JSON.stringify({ version: 1, keys: [entry] }));
    ring = openKeyRing(path);
    expect(ring.find(key)).toEqual(entry);
    expect(ring.find(key)).toEqual(entry);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expires) - 1 });
    onTestFinished(() => void vi.useRealTimers());
    expect(ring.find(key)).toEqual(entry);
    expect(ring.hasValidKey()).toBe(true);
    vi.setSystemTime(Date.parse(expires));
    expect(ring.find(key)).toBeUndefined();
    expect(ring.hasValidKey()).toBe(false);
  });

  it("gives a key another plan as soon as the file changes", async () => {
    const path = keyFile();
    const { key } = await createKey(path, "free");
    ring = openKeyRing(path);
    expect(ring.find(key)?.tier).toBe("free");
    const keys = readKeyFile(path).map((entry) => ({ ...entry, tier: "pro" }));
    writeFileSync(path, JSON.stringify({ version: 1, keys }));
    await vi.waitFor(() => expect(ring.find(key)?.tier).toBe("pro"), PATIENTLY);
  });

  it("keeps accepting keys while the file can't be read, and reports the reason once", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const refused: Error[] = [];
    ring = openKeyRing(path, { onFault: (error) => refused.push(error) });
    expect(ring.find(key)).toEqual(entry);
    writeFileSync(path, "nonsense");
    await vi.waitFor(() => expect(ring.status().fault?.failures).toBeGreaterThan(1), PATIENTLY);
    expect(ring.find(key)).toEqual(entry);
    expect(refused).toHaveLength(1);
    expect(ring.status()).toMatchObject({ name: "key file", fault: { error: { code: "INVALID" } } });
  });

  it("stops accepting a revoked key once the file can be read again", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const recovered = vi.fn();
    ring = openKeyRing(path, { onRecovered: recovered });
    expect(ring.find(key)).toEqual(entry);
    await revokeKey(path, entry.id);
    // The same file returns with unchanged inode, size and modification time.
    renameSync(path, `${path}.away`);
    mkdirSync(path);
    await vi.waitFor(() => expect(ring.status().fault?.failures).toBeGreaterThan(1), PATIENTLY);
    rmdirSync(path);
    renameSync(`${path}.away`, path);
    await vi.waitFor(() => expect(ring.find(key)).toBeUndefined(), PATIENTLY);
    await vi.waitFor(() => expect(recovered).toHaveBeenCalledOnce(), PATIENTLY);
    expect(ring.status()).toEqual({ name: "key file", totalFailures: expect.any(Number) });
  });

  it("stops accepting keys when the file is removed, and reports that until the file is back", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    ring = openKeyRing(path);
    expect(ring.find(key)).toEqual(entry);
    renameSync(path, `${path}.away`);
    await vi.waitFor(() => expect(ring.find(key)).toBeUndefined(), PATIENTLY);
    expect(ring.status().fault?.error.message).toMatch(/is missing, so every key is rejected\. Restore it/);
    renameSync(`${path}.away`, path);
    await vi.waitFor(() => expect(ring.find(key)).toEqual(entry), PATIENTLY);
    await vi.waitFor(() => expect(ring.status().fault).toBeUndefined(), PATIENTLY);
  });

  it("knows no key and reports no fault as long as there has never been a key file", async () => {
    const path = keyFile();
    ring = openKeyRing(path);
    expect(ring.find(generateKey())).toBeUndefined();
    const { key, entry } = await createKey(path, "pro");
    await vi.waitFor(() => expect(ring.find(key)).toEqual(entry), PATIENTLY);
    expect(ring.status()).toEqual({ name: "key file", totalFailures: 0 });
  });

  it("reloads the file if it changes twice within one time step of the file system", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "free");
    const [free, pro] = ["free", "pro"].map((tier) => JSON.stringify({ version: 1, keys: [{ ...entry, tier }] }));
    writeFileSync(path, free!);
    ring = openKeyRing(path);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, pro!.padEnd(free!.length));
    utimesSync(path, atime, mtime);
    await vi.waitFor(() => expect(ring.find(key)?.tier).toBe("pro"), PATIENTLY);
  });

  it("neither accepts nor rejects keys until a file that is unreadable at startup has been read", async () => {
    const path = keyFile();
    mkdirSync(path);
    expect(() => openKeyRing(path)).toThrow("is a folder");
    ring = openKeyRing(path, { startUnread: true });
    const wellFormed = generateKey();
    expect(() => ring.find(wellFormed)).toThrow(KeysUnavailableError);
    expect(ring.find("icn_mistyped")).toBeUndefined();
    rmdirSync(path);
    const { key, entry } = await createKey(path, "pro");
    await ring.ready;
    expect(ring.find(key)).toEqual(entry);
    expect(ring.find(wellFormed)).toBeUndefined();
  });
});

describe("key file mounted as a single file", () => {
  it("reports a mounted key file as outdated if it is replaced at its source, since the mount shows the old file", async ({
    skip,
  }) => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const mounted = keyFile();
    writeFileSync(mounted, "");
    try {
      execFileSync("mount", ["--bind", path, mounted], { stdio: "ignore" });
    } catch {
      skip("nothing may be mounted here");
    }
    onTestFinished(() => void execFileSync("umount", ["--lazy", mounted]));
    ring = openKeyRing(mounted);
    await revokeKey(path, entry.id);
    await vi.waitFor(() => expect(ring.status().fault).toBeDefined(), PATIENTLY);
    expect(ring.status().fault?.error.message).toContain("Mount its folder instead of the file, and restart");
    expect(ring.find(key)).toEqual(entry);
  });
});

describe("key ring without free file descriptors", () => {
  it("stops accepting a revoked key without free file descriptors", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const exhausted = fork("test/access/exhausted.mjs", [path, key], { execArgv: [] });
    onTestFinished(() => void exhausted.kill("SIGKILL"));
    expect((await once(exhausted, "message"))[0]).toMatchObject({ code: "EMFILE", found: true });
    await revokeKey(path, entry.id);
    await vi.waitFor(async () => {
      exhausted.send("found?");
      expect((await once(exhausted, "message"))[0]).toMatchObject({ code: "EMFILE", found: false });
    }, PATIENTLY);
  });
});
