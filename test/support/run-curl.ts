import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Puts the status behind each body. */
const STATUS = "\\n%{http_code}\\n";
const MAX_BYTES = 64 * 1024 * 1024;

/** What curl printed of the last answer. */
export interface Printed {
  readonly status: number;
  readonly body: string;
}

/**
 * Runs a command that calls curl in a shell, letter for letter as it is printed. Only where it connects to is turned: what is asked of
 * port 3000 of this machine goes to another port, so the answer still names the address that was asked.
 *
 * @param folder where the command runs and leaves its files. @param key what `$ICONS_KEY` stands for
 */
export async function runCurl(command: string, port: number, folder: string, key = ""): Promise<Printed> {
  const to = ["localhost", "127.0.0.1"].map((host) => `--connect-to ${host}:3000:127.0.0.1:${port}`).join(" ");
  const script = `curl() { command curl -q -sS ${to} -w '${STATUS}' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH ?? "", HOME: folder, ICONS_KEY: key };
  const { stdout } = await run("sh", ["-c", script], { cwd: folder, env, maxBuffer: MAX_BYTES });
  const lines = stdout.trimEnd().split("\n");
  // Over a bare connection curl prints what came and knows no status.
  const bare = /^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1];
  return { status: Number(bare ?? lines.at(-1)), body: lines.at(-2) ?? "" };
}
