import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IconApiError, type IconApiErrorCode } from "#src/client/index.js";
import { readRetryAfter } from "#src/client/request.js";
import { retryDelayMs } from "#src/client/retry.js";

const LIMITS = { attempts: 10, maxDelayMs: 10_000 };

const failing = (code: IconApiErrorCode, status?: number, retryAfterSeconds?: number): IconApiError =>
  new IconApiError(code, "", { status, retryAfterSeconds });

describe("delay before a retry", () => {
  it.each([
    ["network_error", undefined, undefined, 1, [125, 250]],
    ["network_error", undefined, undefined, 2, [250, 500]],
    ["timeout", undefined, undefined, 3, [500, 1000]],
    ["network_error", undefined, undefined, 9, [5000, 10_000]],
    ["network_error", undefined, undefined, 10, undefined],
    ["unavailable", 503, 2, 1, [2000, 2250]],
    ["unavailable", 503, 10, 5, [10_000, 10_000]],
    ["unavailable", 503, 11, 1, undefined],
    ["unavailable", 503, undefined, 1, [125, 250]],
    ["unexpected_response", 502, undefined, 1, [125, 250]],
    ["unexpected_response", 504, 0, 1, [0, 250]],
    ["rate_limit_exceeded", 429, 1, 1, [1000, 1250]],
    ["rate_limit_exceeded", 429, 3600, 1, undefined],
    ["rate_limit_exceeded", 429, undefined, 1, undefined],
    ["unexpected_response", 200, undefined, 1, undefined],
    ["unexpected_response", 301, 1, 1, undefined],
    ["internal_error", 500, undefined, 1, undefined],
    ["request_timeout", 408, undefined, 1, undefined],
    ["invalid_api_key", 401, 1, 1, undefined],
  ] as const)(
    "waits after %s, %s, Retry-After %s, attempt %i for %j ms",
    (code, status, seconds, attempt, expected) => {
      const failure = failing(code, status, seconds);
      const range = [0, 1].map((random) => retryDelayMs(failure, attempt, LIMITS, random));
      expect(range).toEqual(expected ?? [undefined, undefined]);
    },
  );

  it("limits the delay to the maximum, the server's Retry-After and the largest timer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(failing("network_error"), failing("unavailable", 503), failing("unavailable", 503, 3)),
        fc.integer({ min: 1, max: 2000 }),
        fc.oneof(fc.nat(100_000), fc.constant(Number.POSITIVE_INFINITY)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failure, attempt, maxDelayMs, random) => {
          const delay = retryDelayMs(failure, attempt, { attempts: 3000, maxDelayMs }, random);
          const { retryAfterSeconds = 0 } = failure;
          if (delay === undefined) expect(retryAfterSeconds * 1000).toBeGreaterThan(maxDelayMs);
          else {
            expect(delay).toBeGreaterThanOrEqual(retryAfterSeconds * 1000);
            expect(delay).toBeLessThanOrEqual(Math.min(maxDelayMs, 2 ** 31 - 1));
          }
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  it.each([
    ["120", 120],
    ["0", 0],
    ["Fri, 31 Dec 1999 23:59:59 GMT", 0],
    ["Tue, 01 Jan 2030 00:00:10 GMT", 10],
    ["soon", undefined],
    ["-5", undefined],
    [null, undefined],
  ])("parses %s as %s seconds", (header, seconds) => {
    expect(readRetryAfter(header, Date.UTC(2030, 0, 1))).toBe(seconds);
  });
});
