import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secondsToEndOf, windowOf } from "#src/access/quota-window.js";

const at = (text: string): number => Date.parse(text);

describe("UTC day", () => {
  it("starts a UTC day at midnight, to the millisecond", () => {
    const day = windowOf(at("2026-03-01T12:00:00Z"));
    expect(windowOf(at("2026-03-01T00:00:00.000Z"))).toBe(day);
    expect(windowOf(at("2026-03-01T23:59:59.999Z"))).toBe(day);
    expect(windowOf(at("2026-02-28T23:59:59.999Z"))).toBe(day - 1);
    expect(windowOf(at("2026-03-02T00:00:00.000Z"))).toBe(day + 1);
  });

  it("numbers days from 1970 in 16 bits until 2149", () => {
    expect(windowOf(0)).toBe(0);
    expect(windowOf(at("2149-06-06T23:59:59Z"))).toBe(65_535);
  });

  it.each([
    ["2026-03-01T00:00:00.000Z", 86_400],
    ["2026-03-01T00:00:00.001Z", 86_400],
    ["2026-03-01T23:59:00.000Z", 60],
    ["2026-03-01T23:59:59.000Z", 1],
    ["2026-03-01T23:59:59.999Z", 1],
  ])("ends the day of %s plus %i seconds", (time, seconds) => {
    expect(secondsToEndOf(windowOf(at(time)), at(time))).toBe(seconds);
  });

  it("ends a day once its remaining seconds have passed, and not a second earlier", () => {
    fc.assert(
      fc.property(fc.nat(5e12), (now) => {
        const seconds = secondsToEndOf(windowOf(now), now);
        expect(windowOf(now + seconds * 1000)).toBe(windowOf(now) + 1);
        expect(windowOf(now + (seconds - 1) * 1000)).toBe(windowOf(now));
      }),
    );
  });

  it("returns an end in the future even for a past day, and a later one for a day ahead", () => {
    const now = at("2026-03-01T12:00:00Z");
    expect(secondsToEndOf(windowOf(now) - 3, now)).toBe(1);
    expect(secondsToEndOf(windowOf(now) + 1, now)).toBe(43_200 + 86_400);
  });
});
