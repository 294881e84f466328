import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PROGRAM = `import { createClient, IconApiError } from "icon-data-api-client";
const client = createClient({ baseUrl: process.argv[2], apiKey: process.argv[3] });
const list = await client.icons({ q: "spotfy" });
const failure = await client.icon("nothing").catch((error) => error);
console.log(list.data[0]?.id, list._meta.did_you_mean, failure instanceof IconApiError && failure.code);
`;
const TYPES = `declare const process: { argv: [string, string, string, string] };
const tier: "free" | "pro" | undefined = list._meta.tier;
// @ts-expect-error no field has this name
list.data[0].nmae;
`;

let service: Service;
beforeAll(async () => {
  execFileSync(process.execPath, ["tools/make-client-package.mjs"]);
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

describe("icon-data-api-client", () => {
  it(
    "installs without a registry or scripts, and works as a module and with types",
    async () => {
      const folder = temporaryFolder({ "package.json": { name: "elsewhere", private: true, type: "module" } });
      const run = (command: string, ...args: string[]): string =>
        execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
      const built = join(process.cwd(), "dist/icon-data-api-client");
      run("npm", "pack", "--silent", built);
      const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
      run("npm", "install", "--silent", "--offline", "--ignore-scripts", `./${tarball}`);
      expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
        "icon-data-api-client",
      ]);

      writeFileSync(join(folder, "ask.mjs"), PROGRAM);
      const asked = ["ask.mjs", `http://127.0.0.1:${service.port}`, service.free];
      const { stdout } = await promisify(execFile)(process.execPath, asked, { cwd: folder });
      expect(stdout).toBe("spotify spotify icon_not_found\n");

      writeFileSync(join(folder, "ask.ts"), PROGRAM + TYPES);
      const tsc = join(process.cwd(), "node_modules/.bin/tsc");
      const strict = "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom".split(" ");
      for (const resolution of [
        ["--module", "nodenext"],
        ["--module", "esnext", "--moduleResolution", "bundler"],
      ])
        run(tsc, ...strict, "--types", "", ...resolution, "ask.ts");
    },
    PATIENTLY.timeout,
  );

  it("has the version of the server, and neither dependencies nor scripts", () => {
    const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
    const own = read("dist/icon-data-api-client/package.json");
    expect(own.version).toBe(read("package.json").version);
    expect(Object.keys(own).filter((key) => /dependencies|scripts/i.test(key))).toEqual([]);
  });

  it("imports nothing but its own files, and neither does its declaration of types", () => {
    const folder = "dist/icon-data-api-client";
    for (const file of readdirSync(folder).filter((name) => /\.(?:js|d\.ts)$/.test(name))) {
      const text = readFileSync(join(folder, file), "utf8");
      for (const [, name] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g))
        expect(name, file).toMatch(/^\.\/[\w-]+\.js$/);
    }
  });
});

it("the main package does not ask a registry for the client", () => {
  const { dependencies, optionalDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
  expect({ ...dependencies, ...optionalDependencies }).not.toHaveProperty("icon-data-api-client");
});

it("src/client has the types of the API's schemas", async () => {
  // @ts-expect-error the tool has no types
  const { clientTypes } = (await import("../../tools/make-client-types.mjs")) as { clientTypes(): [string, string][] };
  for (const [file, input] of clientTypes()) {
    const path = `src/client/${file}`;
    const written = execFileSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${path}`], { input });
    expect(written.toString()).toBe(readFileSync(path, "utf8"));
  }
});
