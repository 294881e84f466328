import { FormatError } from "./errors.js";

/**
 * Decodes an item of a file.
 *
 * @param file path or name of the artifact file
 * @param ordinal of the icon that the item is about
 * @param decode may throw anything where the bytes are not what they should be
 * @throws FormatError naming file and item then
 */
export function decodeItem<T>(file: string, ordinal: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new FormatError(file, `item ${ordinal} can't be decoded: ${(error as Error).message}`);
  }
}
