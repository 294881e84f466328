import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { icons } from "../support/cli.js";
import { runCurl } from "../support/run-curl.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const README = readFileSync("README.md", "utf8");

it("runs the README's library example with the printed result", async () => {
  const [, code] = /```js\n(import \{ createServer[\s\S]*?)```/.exec(README)!;
  // Inside the package, so that the package's own name can be resolved.
  const file = `dist/readme-example-${process.pid}.mjs`;
  writeFileSync(file, code!.replace('"artifacts"', JSON.stringify(shippedArtifacts)));
  try {
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [file], (error, out) => (error ? reject(error) : resolve(out)));
    });
    expect(stdout).toBe("1 icon for spotify, the most similar one is Brave\n200\n");
  } finally {
    rmSync(file);
  }
});

it("prints the documented output of the commands in README and docs/search.md", async () => {
  const shown = [
    ...(README + readFileSync("docs/search.md", "utf8")).matchAll(/\$ npx icon-data-api ([^\n]+)\n([\s\S]*?)```/g),
  ];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, args, output] of shown) {
    expect((await icons([...args!.split(" "), "--artifacts", shippedArtifacts])).stdout).toBe(output);
  }
});

/** Files that contain requests, and each command with the output line below it, if any. */
const FILES = ["README.md", ...readdirSync("docs", { encoding: "utf8" }).flatMap(inDocs)];
const COMMANDS = FILES.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/^(\$ )?(curl .+)(?:\n(\{.*))?/gm)].map(
    ([, , command, printed]) => [file, command!, printed] as const,
  ),
);

it("finds requests in README and docs", () => {
  expect(COMMANDS.length).toBeGreaterThan(0);
});

it.each(COMMANDS)("runs the request in %s: %s", async (_file, command, printed) => {
  const service = await startService(shippedArtifacts, { anonymous: "pro" });
  try {
    const { status, body } = await runCurl(command, service.port, service.folder, service.pro);
    expect(status).toBe(200);
    if (printed !== undefined) expect(body).toBe(printed);
  } finally {
    await service.close();
  }
});

function inDocs(name: string): string[] {
  return name.endsWith(".md") ? [`docs/${name}`] : [];
}
