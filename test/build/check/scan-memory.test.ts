import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScanMemory } from "#build/check/dataset-scan.js";

describe("scan results kept between builds", () => {
  it("keeps exactly the results that the last build used", () => {
    const uses = fc.array(fc.array(fc.integer({ min: 0, max: 9 })), { maxLength: 8 });
    fc.assert(
      fc.property(uses, (builds) => {
        const memory = createScanMemory<number>(() => 1, 100);
        let before = new Set<number>();
        for (const used of builds) {
          const now = new Set<number>();
          for (const key of used) {
            expect(memory.get(`${key}`)).toBe(before.has(key) || now.has(key) ? key : undefined);
            memory.set(`${key}`, key);
            now.add(key);
          }
          memory.endBuild();
          before = now;
        }
      }),
    );
  });

  it("keeps the results across a failed build", () => {
    const memory = createScanMemory<string>(() => 1, 100);
    memory.set("a", "A");
    memory.endBuild();
    memory.set("b", "B");
    // The first iteration stopped early; the next one reads both.
    expect([memory.get("b"), memory.get("a")]).toEqual(["B", "A"]);
    memory.endBuild();
    expect([memory.get("b"), memory.get("a")]).toEqual(["B", "A"]);
  });

  it("limits the memory of kept scan results", () => {
    const memory = createScanMemory<string>(({ length }) => length, 10);
    for (const key of ["a", "b", "c"]) memory.set(key, key.repeat(4));
    memory.endBuild();
    expect(["a", "b", "c"].map((key) => memory.get(key))).toEqual(["aaaa", "bbbb", undefined]);
    memory.set("d", "dd");
    memory.endBuild();
    expect(memory.get("d")).toBe("dd");
  });
});
