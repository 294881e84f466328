import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { NewObject } from "./store-writer.js";

/** A small object from memory. */
export function bytesObject(bytes: Buffer, modified: Date): NewObject {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, sha256, modified, open: () => Readable.from([bytes]) };
}
