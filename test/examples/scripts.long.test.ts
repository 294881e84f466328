import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const CHECK = "similarity-check.mjs";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example as described in its header. */
function run(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`examples/${file}`, ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode!, stdout, stderr }),
    );
  });
}

describe("catalog.mjs", () => {
  it("prints ten icons of a category with their most similar icon", async () => {
    const { code, stdout } = await run("catalog.mjs", [shippedArtifacts, "music"]);
    expect(code).toBe(0);
    const rows = stdout.trim().split("\n").slice(4);
    expect(rows).toHaveLength(10);
    const catalog = openCatalog(shippedArtifacts);
    const [match] = catalog.similar({ id: "spotify", limit: 1 }).matches;
    const { name } = catalog.record(match!.ordinal);
    expect(rows).toContain(`| Spotify | Spotify | green | ${name} | ${match!.distance} |`);
  });
});

describe(CHECK, () => {
  let service: Service;
  let copied: string;
  let framed: string;
  let other: string;
  let plain: string;

  beforeAll(async () => {
    service = await startService(shippedArtifacts);
  });
  afterAll(() => service.close());

  /** Writes a known icon, the same icon with a margin, an unrelated drawing, and an even area. */
  async function writePictures(): Promise<void> {
    const folder = temporaryFolder();
    const image = (await openCatalog(shippedArtifacts).image("spotify"))!;
    const border = { top: 20, bottom: 12, left: 16, right: 16, background: "#ffffff" };
    const drawing = "M0 0h1v9h-1zM2 3h7v1h-7zM4 6h2v3h-2z";
    copied = join(folder, "copied.webp");
    framed = join(folder, "framed.png");
    other = join(folder, "other.svg");
    plain = join(folder, "plain.png");
    writeFileSync(copied, image);
    writeFileSync(
      plain,
      await sharp({ create: { width: 64, height: 64, channels: 3, background: "#1db954" } })
        .png()
        .toBuffer(),
    );
    writeFileSync(framed, await sharp(image).extend(border).png().toBuffer());
    writeFileSync(
      other,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#7a1fa2" d="${drawing}"/></svg>`,
    );
  }

  it.each([
    ["the artifacts", () => ["--artifacts", shippedArtifacts]],
    ["the API", () => ["--api", `http://127.0.0.1:${service.port}`]],
  ])(
    "checks images against %s and exits with 1 and the names of similar icons, or with 0 without any",
    async (_name, where) => {
      await writePictures();
      const env = { ICONS_API_KEY: service.pro };
      const near = await run(CHECK, [framed, ...where()], env);
      expect(near.stdout).toMatch(/^\S+: score (1|0\.9\d) with Spotify \(spotify\)\n/);
      expect(near.code).toBe(1);
      const far = await run(CHECK, [other, ...where()], env);
      expect(far).toEqual({ code: 0, stdout: `${other}: no similar icon\n`, stderr: "" });
      const all = await run(CHECK, [other, "--min-score", "0", ...where()], env);
      expect(all.stdout.trim().split("\n").length).toBeGreaterThanOrEqual(20);

      const byHash = ["--by", "phash", ...where()];
      const nearest = await run(CHECK, [framed, ...byHash], env);
      expect(nearest.stdout).toMatch(/: \d bits from Spotify \(spotify\)\n/);
      expect(nearest.code).toBe(1);
      expect((await run(CHECK, [other, ...byHash], env)).code).toBe(0);
      const unlimited = await run(CHECK, [other, "--max-distance", "64", ...byHash], env);
      expect(unlimited.stdout.trim().split("\n").length).toBeGreaterThanOrEqual(20);
    },
  );

  it("lists the same icons with the same scores over the API as in the artifacts", async () => {
    await writePictures();
    const [inArtifacts, overApi] = await Promise.all(
      [
        ["--artifacts", shippedArtifacts],
        ["--api", `http://127.0.0.1:${service.port}`],
      ].map((where) => run(CHECK, [framed, "--min-score", "0.2", ...where], { ICONS_API_KEY: service.pro })),
    );
    expect(overApi).toEqual(inArtifacts);
  });

  it("exits the similarity check with 2 on errors", async () => {
    await writePictures();
    const artifacts = ["--artifacts", shippedArtifacts];
    const cases: readonly (readonly [args: readonly string[], said: string])[] = [
      [[], "Give an image file"],
      [["package.json", ...artifacts], "package.json: "],
      [[copied, "--by", "color", ...artifacts], "--by look or --by phash"],
      [[copied, "--min-score", "near", ...artifacts], "a score from 0 to 1"],
      [[copied, "--min-score", "2", ...artifacts], "a score from 0 to 1"],
      [[copied, "--max-distance", "8", ...artifacts], "--by phash"],
      [[copied, "--by", "phash", "--min-score", "1", ...artifacts], "--max-distance instead"],
      [[copied, "--by", "phash", "--max-distance", "near", ...artifacts], "from 0 to 64"],
      [[plain, ...artifacts], "shows no edges"],
      [[copied, "--artifacts", "nowhere"], "contains no generation"],
      [[copied, "--api", `http://127.0.0.1:${service.port}`], "key"],
    ];
    for (const [args, said] of cases) {
      const { code, stderr } = await run(CHECK, args);
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    }
  });

  it("runs the check with the flags of the workflow", async () => {
    await writePictures();
    const workflow = readFileSync("examples/similarity-check.yml", "utf8");
    const [, flags = ""] = /similarity-check\.mjs logo\.svg (.*)/.exec(workflow)!;
    const here = flags.replace(/https:\S+/, `http://127.0.0.1:${service.port}`).split(" ");
    expect((await run(CHECK, [copied, ...here], { ICONS_API_KEY: service.pro })).code).toBe(1);
  });
});

it("lists every example in examples/README.md", () => {
  const table = readFileSync("examples/README.md", "utf8");
  const linked = [...table.matchAll(/^\| \[.+?\]\((.+?)\)/gm)].map(([, file]) => file!);
  expect([...linked, "README.md"].sort()).toEqual(readdirSync("examples").sort());
});
