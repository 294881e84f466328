import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const DOCS = readFileSync("docs/client.md", "utf8");
const SHOWN = /```js\n(import[^`]*"icon-data-api\/client"[\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))![1]!;
const [first, ...examples] = [...DOCS.matchAll(/```js\n([\s\S]*?)```(?:\n\nprints\n\n```text\n([\s\S]*?)```)?/g)];

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

describe("examples of the client", () => {
  it.each(examples.map(([, code, printed]) => ({ code, printed, name: code!.split("\n")[0] })))(
    "prints the documented output of the client example in docs/client.md: $name",
    async ({ code, printed }) => {
      expect(await run(`${first![1]}${code}`)).toBe(printed);
    },
  );

  it("prints the icons of the color and category in the README", async () => {
    expect(await run(SHOWN)).toBe("Spotify\nPro Tools\nLMMS\nBeatport\n");
  });
});

/** The output of a program that uses the service. */
async function run(program: string): Promise<string> {
  // Inside the package, so that the package's own name can be resolved.
  const file = `dist/client-example-${process.pid}.mjs`;
  writeFileSync(file, program.replaceAll("http://localhost:3000", `http://127.0.0.1:${service.port}`));
  try {
    const env = { ...process.env, ICONS_KEY: service.free };
    return (await promisify(execFile)(process.execPath, [file], { env })).stdout;
  } finally {
    rmSync(file);
  }
}
