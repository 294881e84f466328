/** Version of the algorithm; stored in each table of descriptors. */
export const SHAPE_VERSION = 1;

/** Bytes of a descriptor: one for each cell. */
export const SHAPE_BYTES = 64;

/** The text form of a descriptor: 128 hex digits in upper or lower case. */
export const SHAPE_PATTERN = /^[0-9a-fA-F]{128}$/;

/** The canonical form: 128 lower-case hex digits. */
export function formatShape(descriptor: Uint8Array): string {
  return Array.from(descriptor, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns undefined if `text` is not 128 hex digits */
export function parseShape(text: string): Uint8Array | undefined {
  if (!SHAPE_PATTERN.test(text)) return undefined;
  return Uint8Array.from({ length: SHAPE_BYTES }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
