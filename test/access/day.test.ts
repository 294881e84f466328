import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, secondsToEndOf } from "#src/access/day.js";

const at = (text: string): number => Date.parse(text);

describe("UTC day", () => {
  it("starts a UTC day at midnight, to the millisecond", () => {
    const day = dayOf(at("2026-03-01T12:00:00Z"));
    expect(dayOf(at("2026-03-01T00:00:00.000Z"))).toBe(day);
    expect(dayOf(at("2026-03-01T23:59:59.999Z"))).toBe(day);
    expect(dayOf(at("2026-02-28T23:59:59.999Z"))).toBe(day - 1);
    expect(dayOf(at("2026-03-02T00:00:00.000Z"))).toBe(day + 1);
  });

  it("numbers days from 1970 in 16 bits until 2149", () => {
    expect(dayOf(0)).toBe(0);
    expect(dayOf(at("2149-06-06T23:59:59Z"))).toBe(65_535);
  });

  it.each([
    ["2026-03-01T00:00:00.000Z", 86_400],
    ["2026-03-01T00:00:00.001Z", 86_400],
    ["2026-03-01T23:59:00.000Z", 60],
    ["2026-03-01T23:59:59.000Z", 1],
    ["2026-03-01T23:59:59.999Z", 1],
  ])("ends the day of %s plus %i seconds", (time, seconds) => {
    expect(secondsToEndOf(dayOf(at(time)), at(time))).toBe(seconds);
  });

  it("ends a day once its remaining seconds have passed, and not a second earlier", () => {
    fc.assert(
      fc.property(fc.nat(5e12), (now) => {
        const seconds = secondsToEndOf(dayOf(now), now);
        expect(dayOf(now + seconds * 1000)).toBe(dayOf(now) + 1);
        expect(dayOf(now + (seconds - 1) * 1000)).toBe(dayOf(now));
      }),
    );
  });

  it("returns an end in the future even for a past day, and a later one for a day ahead", () => {
    const now = at("2026-03-01T12:00:00Z");
    expect(secondsToEndOf(dayOf(now) - 3, now)).toBe(1);
    expect(secondsToEndOf(dayOf(now) + 1, now)).toBe(43_200 + 86_400);
  });
});
