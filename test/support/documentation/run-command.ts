import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { type Ran, serve, start } from "../cli.js";
import { PATIENTLY } from "../patiently.js";
import { runHere } from "../run-here.js";

/**
 * Passes on what the shell makes of a command line of this program: arguments, and variables set before them. Finds no
 * other programs, since documents may name some that change the machine.
 */
const SHELL = `
path=$PATH PATH=
npx() { [ "$1" = icon-data-api ] && shift && icons "$@"; }
icon-data-api() { icons "$@"; }
icons() { printf '%s\\0' "$@" >&3; PATH=$path env -0 >&4; }
dpkg-deb() { PATH=$path command dpkg-deb "$@"; }
`;

/** Notes on standard error about root's files and about slow machines. */
const NOTES = /^(?:keys\.json is new and only root can read it|built \d+ of \d+).*\n/gm;

/** How commands that run until they are stopped are run: until they are ready, or without serving and watching. */
export type Lasting = "started" | "checked";

/**
 * Runs a command as the shell would in a folder, with the program compiled here for `npx icon-data-api`, `icons` and
 * `icon-data-api`.
 *
 * @returns its output, with exit code 0 for servers that stop cleanly
 */
export async function runCommand(
  line: string,
  folder: string,
  lasting: Lasting,
  env: Record<string, string> = {},
): Promise<Ran> {
  const own = { PATH: process.env.PATH ?? "", HOME: folder };
  const shell = spawnSync("bash", ["-c", `${SHELL}${line}`], {
    cwd: folder,
    env: own,
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    encoding: "utf8",
  });
  const [args, exported] = shell.output.slice(3).map((text) => text!.split("\0").slice(0, -1));
  if (shell.status !== 0 || args!.length === 0) return { ...shell, code: shell.status };
  const {
    PWD: cwd,
    SHLVL: _level,
    OLDPWD: _before,
    _,
    ...set
  } = Object.fromEntries(exported!.map((each) => each.split(/=(.*)/s)));
  const variables = { ...env, ...set };
  const { stdout, stderr, code } =
    isLasting(line) && lasting === "started"
      ? await startIcons(args!, variables, cwd)
      : await runHere(isLasting(line) ? withoutLasting(args!) : args!, variables, { cwd });
  const [, file] = / > (\S+)$/.exec(line) ?? [];
  if (file !== undefined) writeFileSync(join(cwd, file), stdout);
  return { stdout, stderr: stderr.replace(NOTES, ""), code };
}

/** Whether a command runs until it is stopped. */
export function isLasting(line: string): boolean {
  return / (serve|dev) | --watch\b/.test(`${line} `);
}

async function startIcons(args: readonly string[], env: Record<string, string>, cwd: string): Promise<Ran> {
  if (args[0] === "build") {
    const build = start(args, env, { cwd });
    await vi.waitFor(() => {
      if (build.process.exitCode === null && !build.stdout().includes("generation")) throw new Error(build.stderr());
    }, PATIENTLY);
    return { code: await build.stop(), stdout: build.stdout(), stderr: build.stderr() };
  }
  const server = await serve(args, env, { cwd });
  await vi.waitFor(async () => {
    // A connection that stays open delays the end.
    const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`, { headers: { connection: "close" } });
    if (!ready.ok) throw new Error(server.stdout() + server.stderr());
  }, PATIENTLY);
  return { code: await server.stop(), stdout: server.stdout(), stderr: server.stderr() };
}

/** The arguments of a command that ends, with the same checks of the rest. */
function withoutLasting(args: readonly string[]): string[] {
  return args[0] === "build" ? args.filter((arg) => arg !== "--watch") : [...args, "--print-config"];
}
