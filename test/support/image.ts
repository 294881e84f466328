import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** The content of an image and its command. */
export interface Image {
  /** The folder that represents its root. */
  readonly root: string;
  /** Relative to the root. */
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entryPoint: readonly string[];
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

interface Stage {
  root: string;
  workingFolder: string;
  environment: Record<string, string>;
  entryPoint: string[];
}

/** Commands that need a network or the image's own system, with replacements. Any other RUN command must be added. */
const RUNS: readonly (readonly [command: RegExp, run: (folder: string, command: string) => void])[] = [
  [/^npm ci --ignore-scripts\b/, (folder) => symlinkSync(resolve("node_modules"), join(folder, "node_modules"))],
  [/^npm ci --omit=dev\b/, installWithoutDev],
  [/^npx tsc /, (folder, command) => void execFileSync("sh", ["-c", command], { cwd: folder, stdio: "pipe" })],
  // Only sets ownership and modes.
  [/^install --directory /, () => undefined],
];

/**
 * Executes the file operations of a Dockerfile: its COPY instructions, with the files that `.dockerignore` admits, into
 * a folder for each stage. The modules are those that are installed here.
 *
 * @param folder for the stages
 * @throws Error for an unknown instruction or a missing file
 */
export function layOutImage(dockerfile: string, folder: string): Image {
  const stages = new Map<string, Stage>();
  const ignored = readIgnored(readFileSync(".dockerignore", "utf8"));
  let stage: Stage | undefined;
  for (const { name, rest } of readInstructions(readFileSync(dockerfile, "utf8"))) {
    if (name === "FROM") {
      const root = join(folder, String(stages.size));
      mkdirSync(root);
      stage = { root, workingFolder: root, environment: {}, entryPoint: [] };
      stages.set(/ AS (\S+)$/i.exec(rest)?.[1] ?? "", stage);
    } else if (stage === undefined) throw new Error(`${name} stands before FROM`);
    else if (name === "WORKDIR") {
      stage.workingFolder = join(stage.root, rest);
      mkdirSync(stage.workingFolder, { recursive: true });
    } else if (name === "ENV") {
      for (const [, variable, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.environment[variable!] = value!;
    } else if (name === "COPY") copy(rest, stage, stages, ignored);
    else if (name === "RUN") run(rest, stage.workingFolder);
    else if (name === "ENTRYPOINT") stage.entryPoint = JSON.parse(rest);
    else if (!["VOLUME", "USER", "EXPOSE", "HEALTHCHECK", "CMD"].includes(name))
      throw new Error(`${name} is not known here`);
  }
  if (stage === undefined) throw new Error(`${dockerfile} has no FROM`);
  return stage;
}

function readInstructions(text: string): Instruction[] {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const joined = lines.join("\n").replaceAll("\\\n", " ");
  return joined.split("\n").flatMap((line) => {
    const [, name, rest] = /^\s*(\S+)\s+(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.toUpperCase(), rest: rest! }];
  });
}

function copy(
  rest: string,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  isIgnored: (path: string) => boolean,
): void {
  const words = rest.split(/\s+/);
  const from = words[0]!.startsWith("--from=") ? stages.get(words.shift()!.slice("--from=".length)) : undefined;
  const to = words.pop()!;
  const target = join(to.startsWith("/") ? stage.root : stage.workingFolder, to);
  for (const word of words) {
    const source = from === undefined ? resolve(word) : join(from.root, word);
    if (!existsSync(source)) throw new Error(`COPY ${rest}: there is no ${word}`);
    const isFolder = lstatSync(source).isDirectory();
    const place = !isFolder && to.endsWith("/") ? join(target, basename(word)) : target;
    const leftOut = from === undefined ? (path: string) => isIgnored(relative(".", path)) : () => false;
    if (leftOut(source)) throw new Error(`COPY ${rest}: .dockerignore leaves ${word} out`);
    link(source, place, leftOut);
  }
}

function run(command: string, folder: string): void {
  const known = RUNS.find(([pattern]) => pattern.test(command));
  if (known === undefined) throw new Error(`RUN ${command}: add to RUNS what it does to files`);
  known[1](folder, command);
}

/** Copies the packages of a production install individually, so that no others can be resolved. */
function installWithoutDev(folder: string): void {
  const args = ["ls", "--omit=dev", "--all", "--parseable"];
  const listed = execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .trim()
    .split("\n");
  // The first is this package. Nested packages are listed, and copied, separately.
  for (const path of listed.slice(1))
    link(path, join(folder, relative(".", path)), (inside) => basename(inside) === "node_modules" && inside !== path);
}

/** Copies a tree as hard links, if the file system supports them. */
function link(source: string, target: string, leftOut: (path: string) => boolean): void {
  if (lstatSync(source).isDirectory()) {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(source))
      if (!leftOut(join(source, name))) link(join(source, name), join(target, name), leftOut);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(source, target);
  }
}

/** The rules of `.dockerignore`: the last pattern that matches a path or a parent folder decides. */
function readIgnored(text: string): (path: string) => boolean {
  const rules = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const pattern = line.replace(/^!/, "").replace(/^\/|\/$/g, "");
      const source = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*\*\/?|\*|\?/g, (glob) => {
        if (glob.startsWith("**")) return ".*";
        return glob === "*" ? "[^/]*" : "[^/]";
      });
      return { fits: new RegExp(`^${source}(?:/|$)`), ignores: !line.startsWith("!") };
    });
  return (path) => rules.findLast(({ fits }) => fits.test(path))?.ignores ?? false;
}
