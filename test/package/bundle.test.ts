import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const BUNDLE = "dist/command";
const copy = mkdtempSync(join(tmpdir(), "icons-bundle-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("bundle of the command", () => {
  const files = readdirSync(BUNDLE);

  it("names workers, programs and files that exist", () => {
    const named = files.flatMap((file) => {
      const code = readFileSync(join(BUNDLE, file), "utf8");
      const addresses = code.matchAll(/new URL\(("[^"]+"|`[^`$]+`), (?:new URL\("([^"]+)", )?import\.meta\.url/g);
      return [...addresses].map(([, path, module = file]) => {
        const from = new URL(module, `file://${join(process.cwd(), BUNDLE)}/`);
        return { path, exists: existsSync(from) && existsSync(new URL(path!.slice(1, -1), from)) };
      });
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ exists }) => !exists)).toEqual([]);
  });

  it("leaves no address of a module relative to the bundle", () => {
    for (const file of files) {
      const code = readFileSync(join(BUNDLE, file), "utf8");
      expect(
        code.replaceAll(/new URL\("\.\.\/(?:src|cli|build)\/[^"]+\.js", import\.meta\.url\)\.href/g, ""),
      ).not.toContain("import.meta.url");
    }
  });

  it("loads no compiled module twice: in the bundle and outside of it", () => {
    for (const file of files)
      expect(readFileSync(join(BUNDLE, file), "utf8")).not.toMatch(
        /(?:from|import\(|import) ?"(?:\.\.\/|#)(?:src|cli|build)\//,
      );
  });
});

describe("cli/icons.mjs", () => {
  for (const folder of ["cli", "dist/cli", "dist/command"]) mkdirSync(join(copy, folder), { recursive: true });
  copyFileSync("cli/icons.mjs", join(copy, "cli/icons.mjs"));
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }');
  const write = (path: string, seconds: number): void => {
    writeFileSync(join(copy, path), `export const run = async () => console.log(${JSON.stringify(path)});`);
    utimesSync(join(copy, path), seconds, seconds);
  };
  const ran = (): string => execFileSync(process.execPath, [join(copy, "cli/icons.mjs")], { encoding: "utf8" }).trim();
  const compiled = "dist/cli/run-command-line.js";
  const bundle = "dist/command/run-command-line.js";
  const buildInfo = "dist/tsconfig.tsbuildinfo";

  it("runs the bundle of a package, and what was compiled if the bundle is missing or older", () => {
    write(compiled, 1000);
    expect(ran()).toBe(compiled);
    write(bundle, 1000);
    expect(ran()).toBe(bundle);
    write(buildInfo, 2000);
    expect(ran()).toBe(compiled);
    write(bundle, 2001);
    expect(ran()).toBe(bundle);
  });
});
