import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, generateKey, isWellFormed } from "#src/access/key.js";
import { randomRuns } from "../support/random-runs.js";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("new API key", () => {
  it("creates keys of the form icn_, 28 characters, and a CRC-32 in base 62", () => {
    for (let run = 0; run < 200; run++) {
      const key = generateKey();
      expect(key).toMatch(/^icn_[0-9A-Za-z]{34}$/);
      const sum = [...key.slice(-6)].reduce((value, character) => value * 62 + ALPHABET.indexOf(character), 0);
      expect(sum).toBe(crc32(key.slice(0, -6)));
      expect(isWellFormed(key)).toBe(true);
    }
  });

  it("creates unique keys that use all 62 characters evenly", () => {
    const keys = Array.from({ length: 2000 }, generateKey);
    expect(new Set(keys).size).toBe(keys.length);
    const counts = new Map<string, number>();
    for (const character of keys.flatMap((key) => [...key.slice(4, 32)])) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    // 56,000 draws: 903 of each, standard deviation 30. Without rejection sampling, the bias would be 25 %.
    expect([...counts.keys()].sort().join("")).toBe([...ALPHABET].sort().join(""));
    for (const count of counts.values()) expect(Math.abs(count - 903)).toBeLessThan(200);
  });
});

describe("malformed API key", () => {
  const key = generateKey();

  it("detects a key with any single letter mistyped", () => {
    for (let at = 0; at < key.length; at++) {
      for (const letter of ALPHABET) {
        const typo = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isWellFormed(typo)).toBe(typo === key);
      }
    }
  });

  it("detects a key with two neighboring letters swapped", () => {
    for (let at = 0; at + 1 < key.length; at++) {
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      expect(isWellFormed(swapped)).toBe(swapped === key);
    }
  });

  it("detects a key that is truncated, extended or in another letter case", () => {
    for (let length = 0; length < key.length; length++) expect(isWellFormed(key.slice(0, length))).toBe(false);
    for (const other of [`${key}\n`, ` ${key}`, `${key}0`, key.toLowerCase(), key.toUpperCase()]) {
      expect(isWellFormed(other)).toBe(false);
    }
  });

  it("rejects any other text as a key", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^icn_[0-9A-Za-z]{34}$/)), (text) => {
        expect(isWellFormed(text)).toBe(false);
      }),
      randomRuns(1000),
    );
  });
});

describe("key digest", () => {
  it("digests a key to its SHA-256 in hex", () => {
    expect(digestOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
