import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { forwardLines } from "#src/platform/forward-lines.js";

it("passes on whole lines, parts of endless ones, and at last the rest", async () => {
  const long = 100_000;
  const code = `
    const { writeSync } = require("node:fs");
    const text = Buffer.from("one\\ntwö\\nthree");
    for (const byte of text) writeSync(1, Buffer.of(byte));
    writeSync(1, "\\n" + "x".repeat(${long}) + "rest");
  `;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const to = new PassThrough({ encoding: "utf8" });
  const written: string[] = [];
  to.on("data", (text: string) => written.push(text));
  forwardLines(child.stdout, to);
  await once(child, "close");
  const all = written.join("");
  expect(all).toBe(`one\ntwö\nthree\n${"x".repeat(long)}rest`);
  for (const text of written.slice(0, -1)) expect(text.endsWith("\n") || text.length > 65_536).toBe(true);
  expect(() => forwardLines(undefined, to)).not.toThrow();
});
