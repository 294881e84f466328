import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openBucketWriter } from "#build/publish/bucket-writer.js";
import { openFolderWriter } from "#build/publish/folder-writer.js";
import type { NewObject, StoreWriter } from "#build/publish/store-writer.js";
import { parseStoreAddress } from "#src/store/address.js";
import { fileObject } from "#src/store/layout.js";
import { temporaryFolder } from "../support/folder.js";
import { CREDENTIALS, startStoreServer } from "../support/store-server.js";

/** A writer, and the folder that contains its objects as files. */
interface Opened {
  readonly writer: StoreWriter;
  readonly folder: string;
}

const objectOf = (bytes: Buffer): NewObject & { readonly path: string } => {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const open = (): Readable => Readable.from([bytes]);
  return { size: bytes.length, sha256, modified: new Date("2026-03-01"), open, path: fileObject(sha256) };
};

/** The contract of every implementation of `StoreWriter`. Each test opens its own. */
function describeStoreWriter(open: () => Promise<Opened>): void {
  it("writes empty objects and objects of several megabytes unchanged", async () => {
    const { writer, folder } = await open();
    for (const bytes of [Buffer.alloc(0), Buffer.from("a"), randomBytes(3 * 2 ** 20)]) {
      const object = objectOf(bytes);
      await writer.exclusively(() => writer.put(object.path, object));
      expect(readFileSync(join(folder, object.path)).equals(bytes)).toBe(true);
    }
  });

  it("reports an object as present only if it has the given size", async () => {
    const { writer } = await open();
    const object = objectOf(Buffer.from("some bytes"));
    await writer.exclusively(async () => {
      expect(await writer.has(object.path, object.size)).toBe(false);
      await writer.put(object.path, object);
      expect(await writer.has(object.path, object.size)).toBe(true);
      expect(await writer.has(object.path, object.size + 1)).toBe(false);
    });
  });

  it("leaves no partial object if its bytes can't be read to the end", async () => {
    const { writer, folder } = await open();
    const object = objectOf(randomBytes(100_000));
    const broken = (): Readable =>
      Readable.from(
        (function* () {
          yield randomBytes(50_000);
          throw new Error("the disk is gone");
        })(),
      );
    await expect(writer.exclusively(() => writer.put(object.path, { ...object, open: broken }))).rejects.toThrow();
    expect(existsSync(join(folder, object.path))).toBe(false);
    expect(await writer.has(object.path, object.size)).toBe(false);
    await writer.put(object.path, object);
    expect(await writer.has(object.path, object.size)).toBe(true);
  });

  it("returns the generation that was made current last", async () => {
    const { writer, folder } = await open();
    for (const generation of ["0".repeat(32), "1".repeat(32)]) {
      await writer.exclusively(() => writer.setCurrent(generation));
      expect(readFileSync(join(folder, "CURRENT"), "utf8")).toBe(`${generation}\n`);
    }
  });

  it("returns the result of the exclusive work and rethrows its errors", async () => {
    const { writer } = await open();
    expect(await writer.exclusively(async () => 7)).toBe(7);
    await expect(writer.exclusively(() => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
    expect(await writer.exclusively(async () => 8)).toBe(8);
  });
}

describe("folder writer", () => {
  describeStoreWriter(async () => {
    const folder = temporaryFolder();
    return { writer: openFolderWriter(folder), folder };
  });
});

describe("bucket writer", () => {
  describeStoreWriter(async () => {
    const folder = temporaryFolder();
    const server = await startStoreServer(folder, "icons");
    const address = parseStoreAddress("s3://icons/live", { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: server.url });
    return { writer: openBucketWriter(address, "s3://icons/live"), folder: join(folder, "live") };
  });
});
