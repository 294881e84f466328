import fc from "fast-check";
import { Gauge, Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { parseMetrics } from "#cli/top/snapshot.js";

describe("Prometheus text format", () => {
  it("parses the output of prom-client with any labels", async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true }).map((double) => double + 0),
      fc.integer(),
      fc.constant(Number.NaN),
    );
    const label = fc.string({
      unit: fc.constantFrom("a", '"', "\\", "\n", "n", ",", "{", "}", "=", " ", "#", "é", "😀"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(label, label, value), { minLength: 1 }), async (rows) => {
        const registry = new Registry();
        const gauge = new Gauge({ name: "x_y", help: "h\\\n#", labelNames: ["one", "two"], registers: [registry] });
        for (const [one, two, figure] of rows) gauge.set({ one, two }, figure);
        const written = new Map(rows.map(([one, two, figure]) => [JSON.stringify([one, two]), figure]));
        const read = parseMetrics(await registry.metrics()).map(
          ({ name, labels, value }) => [name, JSON.stringify([labels.get("one"), labels.get("two")]), value] as const,
        );
        expect(new Set(read)).toEqual(new Set([...written].map(([labels, figure]) => ["x_y", labels, figure])));
      }),
    );
  });

  it.each([
    ["up 1", "up", {}, 1],
    ["up 1 1395066363000", "up", {}, 1],
    ['b{le="+Inf"} 1e3', "b", { le: "+Inf" }, 1000],
    ['b{ le = "x" , c="" , } -Inf', "b", { le: "x", c: "" }, -Infinity],
    ["a:b{} .5", "a:b", {}, 0.5],
  ])("parses the metrics line %s", (line, name, labels, value) => {
    expect(parseMetrics(`# HELP up\n\n${line}\n`)).toEqual([{ name, labels: new Map(Object.entries(labels)), value }]);
  });

  it.each(["<html>", "up", "up one", 'up{a="b} 1', 'up{a="b"c="d"} 1', "up{a=b} 1", '{"json": 1}', "up 1 2 3"])(
    "rejects the metrics line %s and names it",
    (line) => expect(() => parseMetrics(`ok 1\n${line}`)).toThrow(line),
  );
});
