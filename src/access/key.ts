import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** The plans that a key can have. */
export const TIERS = ["free", "pro"] as const;

export type Tier = (typeof TIERS)[number];

const PREFIX = "icn_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 28 characters of 62 carry 166 bits. */
const RANDOM_LENGTH = 28;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new API key: `icn_`, 28 random base-62 characters, and six that encode the CRC-32 of everything before them. With
 * the checksum, scanners can find leaked keys and typos are detected without a lookup.
 */
export function generateKey(): string {
  let random = "";
  while (random.length < RANDOM_LENGTH) {
    // 248 = 4 · 62: larger bytes would bias the result toward the first letters.
    for (const byte of randomBytes(RANDOM_LENGTH)) if (byte < 248) random += ALPHABET[byte % 62];
  }
  const body = PREFIX + random.slice(0, RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether text has the form of a key and a correct checksum. Doesn't check whether the key exists. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** SHA-256 of a key in hex, the only part of a key that is ever stored. */
export function digestOf(key: string): string {
  return hash("sha256", key, "hex");
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
