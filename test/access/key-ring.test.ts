import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { digestOf, generateKey } from "#src/access/key.js";
import { createKey, type KeyEntry, readKeyFile, revokeKey } from "#src/access/key-file.js";
import { type KeyRing, openKeyRing } from "#src/access/key-ring.js";
import { scratchFolder } from "../platform/scratch.js";
import { PATIENTLY } from "../support/patiently.js";

let ring: KeyRing;
afterEach(() => ring.close());

const keyFile = (): string => join(scratchFolder(), "keys.json");

describe("a key that was found before", () => {
  it("is found again, the same entry, and others are still told apart", async () => {
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

  it("stops when it is revoked", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    ring = openKeyRing(path);
    expect(ring.find(key)).toEqual(entry);
    await revokeKey(path, entry.id);
    await vi.waitFor(() => expect(ring.find(key)).toBeUndefined(), PATIENTLY);
  });

  it("stops at the moment it expires, though the file stays as it is", async () => {
    const path = keyFile();
    const key = generateKey();
    const expires = new Date(Date.now() + 1500).toISOString();
    const entry: KeyEntry = { id: "k_1", tier: "free", digest: digestOf(key), created: expires, expires };
    writeFileSync(path, JSON.stringify({ version: 1, keys: [entry] }));
    ring = openKeyRing(path);
    expect(ring.find(key)).toEqual(entry);
    expect(ring.find(key)).toEqual(entry);
    await vi.waitFor(() => expect(ring.find(key)).toBeUndefined(), PATIENTLY);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  });

  it("has another plan as soon as the file says so", async () => {
    const path = keyFile();
    const { key } = await createKey(path, "free");
    ring = openKeyRing(path);
    expect(ring.find(key)?.tier).toBe("free");
    const keys = readKeyFile(path).map((entry) => ({ ...entry, tier: "pro" }));
    writeFileSync(path, JSON.stringify({ version: 1, keys }));
    await vi.waitFor(() => expect(ring.find(key)?.tier).toBe("pro"), PATIENTLY);
  });

  it("counts on while the file can't be read, and the reason is told", async () => {
    const path = keyFile();
    const { key, entry } = await createKey(path, "pro");
    const refused: Error[] = [];
    ring = openKeyRing(path, { onFault: (error) => refused.push(error) });
    expect(ring.find(key)).toEqual(entry);
    writeFileSync(path, "nonsense");
    await vi.waitFor(() => expect(refused).toHaveLength(1), PATIENTLY);
    expect(ring.find(key)).toEqual(entry);
  });
});
