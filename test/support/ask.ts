import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { unpack } from "msgpackr";
import { expect } from "vitest";
import {
  CategoryList,
  ChangeList,
  ErrorResponse,
  IconDetail,
  IconList,
  ResolvedList,
  SimilarList,
} from "#src/http/contract/response-schemas.js";

export interface ApiResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The body, decompressed. */
  readonly bytes: Buffer;
  /** Size of the body as received. */
  readonly wireBytes: number;
  /** The parsed JSON body, or undefined if there is none. */
  readonly body: ResponseBody;
}

/** Loosely typed: the schemas below check the shape of every response, the tests its values. */
// biome-ignore lint/suspicious/noExplicitAny: which operation responds is known from the path at run time only, so a type would need an assertion at each of a hundred reads
export type ResponseBody = any;

const RESPONSE_TYPE = /^application\/(json; charset=utf-8|(vnd\.)?msgpack)$/;
const ajv = new Ajv({ strict: true });
const checks = [
  { path: /^\/api\/v1\/icons$/, check: ajv.compile(IconList) },
  { path: /^\/api\/v1\/icons\/./, check: ajv.compile(IconDetail) },
  { path: /^\/api\/v1\/categories$/, check: ajv.compile(CategoryList) },
  { path: /^\/api\/v1\/changes$/, check: ajv.compile(ChangeList) },
  { path: /^\/api\/v1\/resolve$/, check: ajv.compile(ResolvedList) },
  { path: /^\/api\/v1\/similar$/, check: ajv.compile(SimilarList) },
];
const checkError = ajv.compile(ErrorResponse);

/** Sends a request byte for byte and checks the response's body and headers against the contract. */
export async function askOver(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<ApiResponse> {
  const response = await send(port, path, headers, method);
  checkResponse(path.split("?")[0]!, response, method);
  return response;
}

function send(port: number, path: string, headers: Record<string, string>, method: string): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve(toApiResponse(response.statusCode!, flat, Buffer.concat(chunks)));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** @param raw the body as received */
export function toApiResponse(status: number, headers: Record<string, string>, raw: Buffer): ApiResponse {
  const bytes = decode(raw, headers["content-encoding"]);
  const body = bytes.length === 0 ? undefined : parse(bytes, headers["content-type"]);
  return { status, headers, bytes, wireBytes: raw.length, body };
}

function parse(bytes: Buffer, type = ""): ResponseBody {
  if (type.startsWith("application/json")) return JSON.parse(bytes.toString());
  return type.includes("msgpack") ? unpack(bytes) : undefined;
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

/**
 * Checks body and headers against the contract. @param path without query; for requests without a known path, pass an
 * empty one
 */
export function checkResponse(path: string, { status, headers, body }: ApiResponse, method: string): void {
  const context = `${method} ${path} ${status}`;
  expect(headers["x-request-id"], context).toBeTruthy();
  expect(headers["access-control-allow-origin"], context).toBe("*");
  if (status >= 400 && method !== "HEAD") {
    expect(checkError(body) || checkError.errors, context).toBe(true);
    expect(headers["content-type"], context).toMatch(RESPONSE_TYPE);
  }
  if (!path.startsWith("/api/v1/")) return;
  expect(headers["cache-control"], context).toBe("private, max-age=0, must-revalidate");
  expect(headers.vary, context).toBe("X-API-Key, Accept, Accept-Encoding");
  if (status === 200) {
    expect(headers["content-type"], context).toMatch(RESPONSE_TYPE);
    expect(headers.etag, context).toMatch(/^W\/"[\w-]+"$/);
    if (method === "HEAD") return;
    const { check } = checks.find((candidate) => candidate.path.test(path))!;
    expect(check(body) || check.errors, context).toBe(true);
  }
  const meta = body?._meta;
  if (meta?.rate_limit > 0) {
    expect(headers["ratelimit-policy"], context).toBe(`"day";q=${meta.rate_limit};w=86400`);
    expect(headers.ratelimit, context).toMatch(new RegExp(`^"day";r=${meta.rate_remaining};t=\\d+$`));
  } else if (meta !== undefined) expect(headers.ratelimit, context).toBeUndefined();
}
