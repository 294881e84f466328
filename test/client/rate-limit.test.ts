import { expect, it } from "vitest";
import type { Meta } from "#src/client/index.js";
import { readRateLimit } from "#src/client/rate-limit.js";

const NOW = Date.UTC(2030, 0, 1, 23, 0, 0, 352);
const FREE: Meta = { api_version: "v1", tier: "free", rate_limit: 100, rate_remaining: 40 };
const PRO: Meta = { api_version: "v1", tier: "pro", rate_limit: -1, rate_remaining: -1 };
const UNLIMITED = { limit: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY, resetsAt: undefined };

it.each([
  [
    "the headers, not from an older body",
    '"day";q=100;w=86400',
    '"day";r=39;t=3600',
    FREE,
    { limit: 100, remaining: 39, resetsAt: new Date("2030-01-02T00:00:00Z") },
  ],
  [
    "the day's policy among several policies",
    '"burst";q=9;w=1, "day";q=100',
    '"burst";r=1;t=1, "day"; r=39; t=60',
    FREE,
    { limit: 100, remaining: 39, resetsAt: new Date("2030-01-01T23:01:00Z") },
  ],
  ["the body if a proxy removed the headers", null, null, FREE, { limit: 100, remaining: 40, resetsAt: undefined }],
  ["an unlimited plan as unlimited", null, null, PRO, UNLIMITED],
  ["a response without a plan as unknown", null, null, { api_version: "v1" }, undefined],
  ["invalid headers as unknown", "nonsense", '"day"', undefined, undefined],
] as const)("reads the allowance from %s", (_name, policy, left, meta, expected) => {
  const headers = new Headers();
  if (policy !== null) headers.set("RateLimit-Policy", policy);
  if (left !== null) headers.set("RateLimit", left);
  expect(readRateLimit(headers, meta, NOW)).toEqual(expected);
});
