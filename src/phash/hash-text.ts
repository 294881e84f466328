/** What a hash looks like: 16 hex digits, in any case. */
export const HASH_PATTERN = /^[0-9a-fA-F]{16}$/;

/** The canonical form: 16 lower-case hex digits. */
export function formatHash(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}

/** @returns undefined when `text` is not 16 hex digits */
export function parseHash(text: string): bigint | undefined {
  return HASH_PATTERN.test(text) ? BigInt(`0x${text}`) : undefined;
}
