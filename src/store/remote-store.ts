import { quote } from "../format/quote.js";
import type { StoreAddress } from "./address.js";
import { type StoreAccess, type StoreResponse, send } from "./send.js";
import { StoreError } from "./store-error.js";

/** A small object, read in full. */
export interface SmallObject {
  readonly bytes: Buffer;
  readonly etag?: string;
  /** Time of storage, as reported by the store. */
  readonly modified?: Date;
}

/** A large object that is being read. */
export interface ObjectStream {
  /** Offset of the first received byte: the requested one, or 0 if the store only sends whole objects. */
  readonly start: number;
  /** Length announced by the store, if any. */
  readonly announced: number | undefined;
  readonly chunks: AsyncIterable<Buffer>;
  /** Closes the connection, if it is still open. */
  discard(): void;
}

/**
 * A store that is read over HTTP. Its responses are untrusted: lengths and times are bounded; the caller verifies
 * checksums.
 */
export interface RemoteStore {
  readonly address: StoreAddress;
  /**
   * Reads an object of at most `maxBytes`.
   *
   * @param etag of the known object; if it is unchanged, undefined is returned
   * @throws StoreError if it is missing, too long, cut off, or takes too long
   */
  read(path: string, maxBytes: number, etag?: string): Promise<SmallObject | undefined>;
  /**
   * Starts to read an object of `size` bytes at an offset.
   *
   * @throws StoreError if it is missing; reading throws if it is cut off or too slow
   */
  stream(path: string, offset: number, size: number): Promise<ObjectStream>;
}

/** @param access default: no signal, `STORE_DEADLINES` */
export function openRemoteStore(address: StoreAddress, access: StoreAccess = {}): RemoteStore {
  const get = async (
    path: string,
    headers: Record<string, string>,
    expected: readonly number[],
  ): Promise<StoreResponse> => {
    const response = await send(address, path, { method: "GET", headers, ...access });
    const problem = problemOf(response, expected);
    if (problem === undefined) return response;
    response.discard();
    throw new StoreError(`${address.base}${path}: ${problem}`);
  };
  return {
    address,
    async read(path, maxBytes, etag) {
      const known = etag === undefined ? {} : { "if-none-match": etag };
      const response = await get(path, known, etag === undefined ? [200] : [200, 304]);
      if (response.status === 304) {
        await response.read(0);
        return undefined;
      }
      const bytes = await response.read(maxBytes);
      const { etag: newTag, "last-modified": modified } = response.headers;
      return {
        bytes,
        ...(newTag === undefined ? {} : { etag: newTag }),
        ...(modified === undefined ? {} : { modified: new Date(modified) }),
      };
    },
    async stream(path, offset, size) {
      const range = offset === 0 ? {} : { range: `bytes=${offset}-` };
      const response = await get(path, range, offset === 0 ? [200] : [200, 206]);
      if (response.status === 200) return begin(response, 0, size);
      const { "content-range": sent } = response.headers;
      if (sent?.startsWith(`bytes ${offset}-`)) return begin(response, offset, size - offset);
      response.discard();
      throw new StoreError(
        `${address.base}${path}: responded with a range other than bytes ${offset} to the end: ${quote(sent ?? null)}`,
      );
    },
  };
}

function begin({ headers, stream, discard }: StoreResponse, start: number, size: number): ObjectStream {
  const { "content-length": length } = headers;
  return { start, announced: length === undefined ? undefined : Number(length), chunks: stream(size), discard };
}

function problemOf({ status, headers }: StoreResponse, expected: readonly number[]): string | undefined {
  const { location, "content-encoding": encoding = "identity" } = headers;
  if (status >= 300 && status < 400 && location !== undefined)
    return `responded with ${status}, a redirect to ${quote(location)}; redirects are not followed; give the final address`;
  if (!expected.includes(status)) return `responded with ${status}`;
  // A 304 has the headers of the object it represents, but no body.
  if (encoding === "identity" || status === 304) return undefined;
  return `is sent compressed (${quote(encoding)}), which was not requested; configure the store to send files uncompressed`;
}
