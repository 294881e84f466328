import type { IncomingMessage } from "node:http";
import type { StoreAddress } from "./address.js";
import { StoreError } from "./errors.js";
import { send } from "./send.js";

/** A small object, read in full. */
export interface SmallObject {
  readonly bytes: Buffer;
  readonly etag?: string;
  /** When it was stored, as the store says. */
  readonly modified?: Date;
}

/** A large object that is being read. */
export interface ObjectStream {
  /** Offset of the first byte that comes: the one asked for, or 0 where the store can't begin elsewhere. */
  readonly start: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** A store that is read over HTTP. Everything it says is doubted: lengths are bounded, checksums are the caller's. */
export interface RemoteStore {
  readonly address: StoreAddress;
  /**
   * Reads an object of at most `maxBytes`.
   *
   * @param etag of the object that is known; undefined is returned when it is still that one
   * @throws StoreError when it is not there, too long, or cut off
   */
  read(path: string, maxBytes: number, etag?: string): Promise<SmallObject | undefined>;
  /** Starts to read an object at an offset. @throws StoreError when it is not there; reading throws when it is cut off */
  stream(path: string, offset: number): Promise<ObjectStream>;
}

/** @param signal ends all that is under way */
export function openRemoteStore(address: StoreAddress, signal?: AbortSignal): RemoteStore {
  const get = async (
    path: string,
    headers: Record<string, string>,
    expected: readonly number[],
  ): Promise<IncomingMessage> => {
    const answer = await send(address, path, { method: "GET", headers, ...(signal === undefined ? {} : { signal }) });
    if (expected.includes(answer.statusCode!)) return answer;
    answer.destroy();
    throw new StoreError(`${address.base}${path}: answered ${answer.statusCode}`);
  };
  return {
    address,
    async read(path, maxBytes, etag) {
      const known = etag === undefined ? {} : { "if-none-match": etag };
      const answer = await get(path, known, etag === undefined ? [200] : [200, 304]);
      if (answer.statusCode === 304) {
        answer.resume();
        return undefined;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of chunksOf(answer, `${address.base}${path}`)) {
        size += chunk.length;
        if (size > maxBytes) throw new StoreError(`${address.base}${path}: has more than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
      const { etag: newTag, "last-modified": modified } = answer.headers;
      return {
        bytes: Buffer.concat(chunks),
        ...(newTag === undefined ? {} : { etag: newTag }),
        ...(modified === undefined ? {} : { modified: new Date(modified) }),
      };
    },
    async stream(path, offset) {
      const range = offset === 0 ? {} : { range: `bytes=${offset}-` };
      const answer = await get(path, range, offset === 0 ? [200] : [200, 206]);
      const chunks = chunksOf(answer, `${address.base}${path}`);
      if (answer.statusCode === 200) return { start: 0, chunks };
      if (answer.headers["content-range"]?.startsWith(`bytes ${offset}-`)) return { start: offset, chunks };
      answer.destroy();
      throw new StoreError(`${address.base}${path}: answered another range than bytes ${offset} and on`);
    },
  };
}

/** Leaving the loop early closes the connection. */
async function* chunksOf(answer: IncomingMessage, url: string): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (error) {
    throw new StoreError(`${url}: ${(error as Error).message}`);
  }
}
