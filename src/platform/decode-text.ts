import { readRegularFile } from "./read-regular-file.js";

/** The beginning of the small text file that stands for a file in a checkout without Git LFS. */
const POINTER = Buffer.from("version https://git-lfs.github.com/spec/v1\n");

/** What is wrong with a Git LFS pointer, as the end of a sentence that begins with the file, and what to do. */
export const POINTER_FAULT = {
  message: "is a Git LFS pointer, not the file itself",
  remedy: "Run `git lfs pull` where it was checked out.",
} as const;

/** The same as the end of one sentence. */
export const POINTER_PROBLEM = `${POINTER_FAULT.message}; run \`git lfs pull\` where it was checked out`;

/** Whether bytes are not a file but its Git LFS pointer. */
export function isPointer(bytes: Uint8Array): boolean {
  return POINTER.equals(bytes.subarray(0, POINTER.length));
}

/**
 * The text of a file that people or their programs write: UTF-8, or UTF-16 with a byte order mark. The mark is not part
 * of the text.
 *
 * @param isStrict whether other encodings are refused instead of decoded with replacement characters
 * @throws Error if it is a Git LFS pointer; TypeError for another encoding
 */
export function decodeText(bytes: Uint8Array, isStrict = false): string {
  if (isPointer(bytes)) throw new Error(POINTER_PROBLEM);
  return new TextDecoder(encodingOf(bytes), { fatal: isStrict }).decode(bytes);
}

/** Reads such a file. @throws like `decodeText` and `readRegularFile` */
export function readText(path: string, maxBytes: number): string {
  return decodeText(readRegularFile(path, maxBytes));
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
