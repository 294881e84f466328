import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Prints what a server and a build derive from the versions of the renderers. */
const PROGRAM = `import { createServer, openCatalog } from "icon-data-api";
import { analysisKey } from "#build/cache/analysis-key.js";
const app = await createServer({ catalog: openCatalog(process.argv[2]), anonymous: "pro" });
const ask = async (query) => (await app.inject("/images/spotify" + query)).headers;
const { etag } = await ask("?format=svg");
const { "cache-control": caching } = await ask("?format=svg&v=" + process.argv[3]);
await app.close();
const key = analysisKey({ kind: "svg", bytes: Buffer.from("drawing") }, { padding: 0 });
console.log(JSON.stringify({ etag, caching, key }));
`;
const MODULES = "node_modules";
const LIBVIPS = `@img/${readdirSync(join(MODULES, "@img")).find((name) => name.startsWith("sharp-libvips-"))}`;
/** The packages whose files name versions. */
const COPIED = ["sharp", "@resvg/resvg-js", LIBVIPS];

interface Derived {
  readonly etag: string;
  readonly caching: string;
  readonly key: string;
}

/** A change of a file: text in it, and its replacement. */
type Change = readonly [file: string, from: RegExp, to: string];

it("derives ETags, `v=` and the keys of analyses from the versions of all renderers", async () => {
  const folder = copyOfPackage();
  const first = await derivedIn(folder, "0123456789abcdef");
  const version = /^W\/"([0-9a-f]{16})"$/.exec(first.etag)![1]!;
  expect(await derivedIn(folder, version)).toEqual({ ...first, caching: "public, max-age=31536000, immutable" });

  const seen = [first];
  const changes: readonly Change[] = [
    [join(MODULES, "sharp/package.json"), /"version": "[^"]+"/, '"version": "99.0.0"'],
    [join(MODULES, "@resvg/resvg-js/package.json"), /"version": "[^"]+"/, '"version": "99.0.0"'],
    [join(MODULES, LIBVIPS, "versions.json"), /"rsvg": "[^"]+"/, '"rsvg": "99.0.0"'],
    ["dist/src/images/renderers.js", /FONT_VERSION = "[^"]+"/, 'FONT_VERSION = "99"'],
    ["dist/src/images/renderers.js", /RENDERING_VERSION = \d+/, "RENDERING_VERSION = 99"],
  ];
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).toMatch(from);
    writeFileSync(join(folder, file), text.replace(from, to));
    const derived = await derivedIn(folder, version);
    expect(derived.caching, file).toBe("public, max-age=3600");
    for (const { etag, key } of seen) {
      expect(derived.etag, file).not.toBe(etag);
      expect(derived.key, file).not.toBe(key);
    }
    seen.push(derived);
  }
});

/** A copy of the compiled package and of the packages whose files name versions; other packages are linked. */
function copyOfPackage(): string {
  const folder = temporaryFolder({ "program.mjs": PROGRAM });
  const scopes = new Set(COPIED.filter((name) => name.includes("/")).map((name) => name.split("/")[0]!));
  for (const scope of ["", ...scopes]) {
    mkdirSync(join(folder, MODULES, scope), { recursive: true });
    for (const name of readdirSync(join(MODULES, scope))) {
      const path = join(scope, name);
      if (!scopes.has(path) && !COPIED.includes(path))
        symlinkSync(realpathSync(join(MODULES, path)), join(folder, MODULES, path));
    }
  }
  const isSmall = (path: string): boolean => !/\.(?:map|d\.ts)$|\.so\b|\.dylib$/.test(path);
  const paths = ["dist/src", "dist/build/cache", "dist/build/analysis", ...COPIED.map((name) => join(MODULES, name))];
  for (const path of ["package.json", ...paths]) cpSync(path, join(folder, path), { recursive: true, filter: isSmall });
  return folder;
}

/** Runs the program in a process of its own. @param version an image is requested with this `v=` */
async function derivedIn(folder: string, version: string): Promise<Derived> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(folder, "program.mjs"), shippedArtifacts, version],
    { cwd: folder },
  );
  return JSON.parse(stdout);
}
