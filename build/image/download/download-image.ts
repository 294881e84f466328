import { open, readFile, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Agent } from "node:https";
import { parseUrl } from "#src/platform/parse-url.js";
import type { ImageStore, PartialImage, StoredImage } from "./image-store.js";
import { requestImage } from "./request-image.js";
import { DownloadError, type DownloadRules } from "./rules.js";

/** Statuses of temporary failures. */
const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** Signatures of the formats that the build decodes: first bytes, or those after a length of four bytes. */
const SIGNATURES: readonly (readonly [at: number, bytes: string])[] = [
  [0, "\x89PNG\r\n\x1a\n"],
  [0, "\xff\xd8\xff"],
  [0, "GIF8"],
  [8, "WEBP"],
  [4, "ftypavif"],
  [4, "ftypavis"],
  [4, "ftypmif1"],
  [0, "II*\0"],
  [0, "MM\0*"],
  [0, "\0\0\x01\0"],
  [0, "\0\0\x02\0"],
  [0, "icns"],
];
/** A drawing's root element is within this many bytes. */
const DRAWING_HEAD = 64 * 1024;

/** The parameters of one attempt. */
export interface Download {
  readonly url: URL;
  readonly store: ImageStore;
  readonly agent: Agent;
  readonly rules: DownloadRules;
  readonly round: string;
  /** Aborts the attempt if the build ends. */
  readonly ended: AbortSignal;
}

/**
 * Requests an image once and stores it. No-op if the host reports that the stored one is still current; fetches only
 * the rest if an earlier attempt was interrupted and the host confirms the same version.
 *
 * @throws DownloadError if the host can't be reached, refuses, or sends something that is not an image, too large or
 * too slow
 */
export async function download({ url, store, agent, rules, round, ended }: Download): Promise<void> {
  const address = url.href;
  const known = await store.find(address);
  const part = await store.partOf(address);
  const had = part.validator === undefined ? 0 : await sizeOf(part.path);
  const headers = { ...revalidation(known), ...resumption(had, part.validator) };
  // Not AbortSignal.timeout: garbage collection may take its signal out of a combined one, which then never aborts.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), rules.maxSeconds * 1000);
  const signal = AbortSignal.any([ended, late.signal]);
  let response: IncomingMessage | undefined;
  try {
    response = await requestImage(url, headers, agent, rules, signal);
    if (response.statusCode === 304 && known !== undefined) {
      await store.note({ ...known, round });
      await store.dropPart(address);
    } else await take(response, { had, part, address, round }, url, store, rules);
  } catch (error) {
    throw explain(error, signal, response, rules);
  } finally {
    clearTimeout(timer);
    response?.destroy();
  }
}

interface Expected {
  readonly address: string;
  readonly round: string;
  readonly part: PartialImage;
  /** Size of the resumable part in bytes. */
  readonly had: number;
}

async function take(
  response: IncomingMessage,
  { had, part, address, round }: Expected,
  url: URL,
  store: ImageStore,
  { maxBytes }: DownloadRules,
): Promise<void> {
  const { statusCode: status, headers } = response;
  const resumed = status === 206 && resumesAt(response, had, part.validator);
  if (status === 416 || (status === 206 && !resumed)) {
    await store.dropPart(address);
    throw new DownloadError(`${url.host} sent a different range than requested; try again later`, { passing: true });
  }
  if (status !== 200 && status !== 206) throw refusal(url, response);
  const { etag, "last-modified": lastModified, "content-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity")
    throw new DownloadError(
      `${url.host} sent it compressed (${encoding}) without a request for that; store the file in the dataset`,
    );
  if (!resumed) await store.beginPart(address, strong(etag) ?? lastModified);
  await receive(response, part.path, resumed ? had : 0, maxBytes);
  const bytes = await readFile(part.path);
  if (!looksLikeImage(bytes)) {
    await store.dropPart(address);
    throw new DownloadError("the host did not send an image; give the address of the image itself");
  }
  await store.complete(bytes, part, { address, etag, lastModified, round });
}

function revalidation(known: StoredImage | undefined): Record<string, string> {
  if (known?.etag !== undefined) return { "if-none-match": known.etag };
  return known?.lastModified === undefined ? {} : { "if-modified-since": known.lastModified };
}

function resumption(had: number, validator: string | undefined): Record<string, string> {
  return had > 0 && validator !== undefined ? { range: `bytes=${had}-`, "if-range": validator } : {};
}

function resumesAt({ headers }: IncomingMessage, had: number, validator: string | undefined): boolean {
  const start = /^bytes (\d+)-/.exec(headers["content-range"] ?? "")?.[1];
  return start === String(had) && [undefined, validator].includes(strong(headers.etag) ?? headers["last-modified"]);
}

/** A weak validator does not guarantee equal bytes. */
function strong(etag: string | undefined): string | undefined {
  return etag?.startsWith('"') ? etag : undefined;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

async function receive(response: IncomingMessage, path: string, had: number, maxBytes: number): Promise<void> {
  const tooLarge = (): never => {
    throw new DownloadError(`the image has more than ${maxBytes} bytes; make it smaller, or store a smaller one`);
  };
  let size = had;
  if (size + Number(response.headers["content-length"] ?? 0) > maxBytes) tooLarge();
  const file = await open(path, "a");
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) tooLarge();
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
}

function refusal(url: URL, { statusCode, headers }: IncomingMessage): DownloadError {
  const status = statusCode as number;
  if (headers.location !== undefined && status >= 300 && status < 400) {
    const target = parseUrl(headers.location, url.href)?.href ?? "nowhere";
    return new DownloadError(`the host redirects to ${target}; if that is right, use that address in the record`);
  }
  const gone = status === 404 || status === 410;
  const retryAfterSeconds = readRetryAfter(headers["retry-after"], Date.now());
  const remedy = gone ? "correct the address" : "try again later, or store the file";
  return new DownloadError(`${url.host} responds with ${status}; ${remedy}`, {
    gone,
    passing: PASSING.includes(status),
    retryAfterSeconds,
  });
}

/** Converts a failure to an error of the image; errors of the local disk stay unchanged. */
function explain(
  error: unknown,
  signal: AbortSignal,
  response: IncomingMessage | undefined,
  rules: DownloadRules,
): unknown {
  if (signal.aborted)
    return new DownloadError(`the download takes more than ${rules.maxSeconds} seconds; store the file`, {
      slow: true,
    });
  const broken = !(error instanceof DownloadError) && response !== undefined && response.errored === error;
  if (!broken) return error;
  return new DownloadError(`the connection broke (${(error as Error).message}); try again later`, { passing: true });
}

/**
 * Delay that a host requests, in seconds, from a number or a date. Source: RFC 9110, section 10.2.3.
 *
 * @param header the value of `Retry-After`; if it is undefined or has another form, the result is undefined
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || /^\d+$/.test(header)) return header === undefined ? undefined : Number(header);
  const at = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** Whether bytes begin like an image, regardless of their declared type. */
function looksLikeImage(bytes: Buffer): boolean {
  const begins = ([at, signature]: (typeof SIGNATURES)[number]): boolean =>
    bytes.toString("latin1", at, at + signature.length) === signature;
  return SIGNATURES.some(begins) || isDrawing(bytes.toString("utf8", 0, DRAWING_HEAD));
}

function isDrawing(text: string): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE(?!\s+html)|svg)/i.test(text) && /<(?:\w+:)?svg[\s>]/.test(text);
}
