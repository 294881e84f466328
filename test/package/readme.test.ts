import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { icons } from "../support/cli.js";
import { startService } from "../support/service.js";

const README = readFileSync("README.md", "utf8");

it("the library example runs as printed", async () => {
  const [, code] = /```js\n(import \{ createServer[\s\S]*?)```/.exec(README)!;
  // Inside the package, so that its own name resolves to it.
  const file = `dist/readme-example-${process.pid}.mjs`;
  writeFileSync(file, code!.replace('"artifacts"', JSON.stringify(inject("artifacts"))));
  try {
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [file], (error, out) => (error ? reject(error) : resolve(out)));
    });
    expect(stdout).toBe("Spotify by Spotify\n1 icon for spotify, the first look-alike is Brave\n200\n");
  } finally {
    rmSync(file);
  }
});

it("the commands print what it and docs/search.md show", async () => {
  const shown = [
    ...(README + readFileSync("docs/search.md", "utf8")).matchAll(/\$ npx icons ([^\n]+)\n([\s\S]*?)```/g),
  ];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, args, output] of shown) {
    expect((await icons([...args!.split(" "), "--artifacts", inject("artifacts")])).stdout).toBe(output);
  }
});

it("the service answers what it shows", async () => {
  const service = await startService(inject("artifacts"), { anonymous: "pro", publicUrl: "http://localhost:3000" });
  const shown = [...README.matchAll(/\$ curl 'localhost:3000([^']+)'\n([^\n]+)\n/g)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, path, output] of shown) expect((await service.ask(path!)).bytes.toString()).toBe(output);
  await service.close();
});
