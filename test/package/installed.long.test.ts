import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished, vi } from "vitest";
import { requestEveryRoute } from "../support/every-route.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";

const COLORS = ["#e53935", "#1e88e5", "#43a047", "#fdd835", "#8e24aa"];
/** Installs nearly two hundred packages four times, possibly while other tests run. */
const INSTALLING_MS = 600_000;
const FORMATS = ["svg", "png", "webp", "jpeg"] as const;

/** The other Node versions that people run, in full 22, 24 and 26. */
const NODE_VERSIONS = (process.env.INSTALLED_NODE_VERSIONS ?? "26").split(",");

/** Uses the client: as JavaScript, and, with the text after it, as TypeScript. */
const CLIENT_PROGRAM = `import { createClient, IconApiError } from "icon-data-api/client";
const client = createClient({ baseUrl: process.argv[2] });
const list = await client.icons({ q: "app", color: ["yellow"] });
const failure = await client.icon("nothing").catch((error) => error);
console.log(list.total, list.data[0]?.id, failure instanceof IconApiError && failure.code === "icon_not_found");
`;

const CLIENT_TYPES = `declare const process: { argv: [string, string, string] };
const tier: "free" | "pro" | undefined = list._meta.tier;
// @ts-expect-error no field has this name
list.data[0].nmae;
`;

const RESOLUTIONS = [
  ["--module", "nodenext"],
  ["--module", "esnext", "--moduleResolution", "bundler"],
];

/** Twenty images: five colors in four formats, each with a different mark. */
async function writePictures(folder: string): Promise<void> {
  mkdirSync(folder);
  for (const [at, color] of COLORS.entries()) {
    for (const [step, format] of FORMATS.entries()) {
      const mark = `<circle cx="${20 + step * 15}" cy="${30 + at * 10}" r="14" fill="#ffffff"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${color}"/>${mark}</svg>`;
      const bytes = format === "svg" ? svg : await sharp(Buffer.from(svg)).resize(200, 200).toFormat(format).toBuffer();
      writeFileSync(join(folder, `app-${at}-${step}.${format === "jpeg" ? "jpg" : format}`), bytes);
    }
  }
}

it(
  "builds and serves a dataset of icons init with the packed npm package in an empty folder",
  async () => {
    const folder = temporaryFolder({ "package.json": { name: "elsewhere", private: true, type: "module" } });
    const run = (command: string, ...args: string[]): string =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { encoding: "utf8" });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
    const install = `npm install --no-audit --no-fund ./${tarball} @types/node@20 2>&1`;
    expect(warningsIn(run("bash", "-c", install))).toEqual([]);
    await writePictures(join(folder, "pictures"));

    const icons = join(folder, "node_modules/.bin/icons");
    run(icons, "init", "pictures", "--developer", "Acme", "--category", "tools");
    expect(JSON.parse(run(icons, "build", "pictures", "--strict", "--json"))).toMatchObject({ icons: 20, skipped: [] });

    const server = spawn(icons, ["serve", "--anonymous", "pro", "--port", "0"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void server.kill("SIGTERM"));
    let log = "";
    server.stdout.on("data", (chunk) => {
      log += chunk;
    });
    const address = /Server listening at (http:[^"]+)"/;
    await vi.waitFor(() => expect(log).toMatch(address), PATIENTLY);
    const base = address.exec(log)![1];
    const response = await fetch(`${base}/api/v1/icons?q=app&color=yellow`);
    expect(await response.json()).toMatchObject({ success: true, total: 4 });
    // The reference's example requests are for icons of the shipped data.
    const first = (await (await fetch(`${base}/api/v1/icons?limit=1`)).json()) as { data: [{ id: string }] };
    const { id } = first.data[0];
    const requested = await requestEveryRoute(base!, (path) => {
      const own = path.replaceAll("spotify", id).replace(/(?<=^\/stack\..*ids=)[^&]*|(?<=^\/r\/)[^.]*/, id);
      return /^\/(?:logos\/|images\?)/.test(own) ? `${own}${own.includes("?") ? "&" : "?"}fallback=monogram` : own;
    });
    expect(requested.length).toBeGreaterThan(40);
    writeFileSync(join(folder, "ask-server.mjs"), CLIENT_PROGRAM);
    expect(run(process.execPath, "ask-server.mjs", base!)).toBe("4 app-3-0 true\n");
    server.kill("SIGTERM");
    await once(server, "close");

    writeFileSync(
      join(folder, "ask.ts"),
      'import { openCatalog } from "icon-data-api";\nimport { hashFile } from "icon-data-api/build";\n' +
        'const total: number = openCatalog("artifacts").size;\nconst hash: Promise<string> = hashFile("a.png");\nconsole.log(total, hash);\n',
    );
    writeFileSync(
      join(folder, "ask.mjs"),
      'import { openCatalog } from "icon-data-api";\nimport { hashFile } from "icon-data-api/build";\n' +
        'console.log(openCatalog("artifacts").size, await hashFile("pictures/app-0-1.png"));\n',
    );
    expect(run(process.execPath, "ask.mjs")).toMatch(/^20 [0-9a-f]{16}\n$/);
    const tsc = join(process.cwd(), "node_modules/.bin/tsc");
    const strictest = "--noEmit --strict --skipLibCheck false --target es2022 --types node".split(" ");
    for (const resolution of RESOLUTIONS) run(tsc, ...strictest, ...resolution, "ask.ts");
    writeFileSync(join(folder, "ask-server.ts"), CLIENT_PROGRAM + CLIENT_TYPES);
    const strict = "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom".split(" ");
    for (const resolution of RESOLUTIONS) run(tsc, ...strict, "--types", "", ...resolution, "ask-server.ts");

    for (const version of NODE_VERSIONS) {
      rmSync(join(folder, "node_modules"), { recursive: true });
      rmSync(join(folder, "package-lock.json"));
      const onVersion = (command: string): string => run("npx", "-y", "-p", `node@${version}`, "-c", command);
      expect(onVersion("node --version")).toMatch(new RegExp(`^v${version}\\.`));
      expect(warningsIn(onVersion(install)), version).toEqual([]);
      expect(onVersion(`node ${icons} search app --limit 1 --json`)).toMatch(/"total":\s*20/);
    }
  },
  INSTALLING_MS,
);

it(
  "installs from Git, globally and in a project, by the commands of docs/assistants.md without a warning or prompt",
  async () => {
    const page = readFileSync("docs/assistants.md", "utf8");
    const documented = (pattern: RegExp): string => {
      const [, command] = pattern.exec(page)!;
      return command!.replace("git+https://git.example.com/icon-data-api.git", `git+file://${process.cwd()}`);
    };
    const folder = temporaryFolder({ "project/package.json": { name: "elsewhere", private: true } });
    const run = (line: string, cwd = folder): string => {
      // Without the list of packed files, some of whose names look like warnings.
      const env = { ...process.env, npm_config_prefix: join(folder, "global"), npm_config_loglevel: "warn" };
      return execFileSync("bash", ["-c", line], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    };
    await writePictures(join(folder, "pictures"));

    expect(warningsIn(run(`${documented(/`(npm pack git\+[^`]*)`/)} 2>&1`))).toEqual([]);
    expect(warningsIn(run(`${documented(/`(npm install --global \.[^`]*)`/)} 2>&1`))).toEqual([]);
    const project = join(folder, "project");
    expect(warningsIn(run(`${documented(/`(npm install git\+[^`]*)`/)} 2>&1`, project))).toEqual([]);

    const icons = join(folder, "global/bin/icon-data-api");
    run(`${icons} init pictures --developer Acme --category tools`);
    expect(JSON.parse(run(`${icons} build pictures --strict --json`))).toMatchObject({ icons: 20, skipped: [] });
    expect(run("npx icon-data-api search app --limit 1 --json --artifacts ../artifacts", project)).toMatch(
      /"total":\s*20/,
    );
  },
  2 * INSTALLING_MS,
);

/** @returns the warnings of npm, but for one about a setting that some machines have for native modules */
function warningsIn(output: string): string[] {
  return output.split("\n").filter((line) => /warn|deprecated/i.test(line) && !line.includes('"nodedir"'));
}
