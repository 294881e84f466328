/**
 * Paths in a store, the same in a folder, a bucket and on a web server. Objects are named after their content and never
 * change, except `CURRENT`, which is written last.
 */

/** The name of the generation to serve, and a newline. */
export const CURRENT_OBJECT = "CURRENT";

/** Folder of the manifests. */
export const MANIFESTS = "generations";

/** Folder of the files of all generations. */
export const FILES = "files";

/** A generation's manifest, byte for byte as built: its SHA-256 begins with the generation's name. */
export function manifestObject(generation: string): string {
  return `${MANIFESTS}/${generation}.json`;
}

/** A file of any number of generations. @param sha256 of its content, 64 hex digits */
export function fileObject(sha256: string): string {
  return `${FILES}/${sha256}`;
}
