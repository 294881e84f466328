import { FormatError } from "./format-error.js";

/**
 * Decodes an item of a file.
 *
 * @param file path or name of the artifact file
 * @param ordinal of the item's icon
 * @param decode may throw any error if the bytes are invalid
 * @throws FormatError naming file and item if `decode` throws
 */
export function decodeItem<T>(file: string, ordinal: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new FormatError(file, `item ${ordinal} can't be decoded: ${(error as Error).message}`);
  }
}
