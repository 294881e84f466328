import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Appends the status to each body. */
const STATUS = "\\n%{http_code}\\n";
const MAX_BYTES = 64 * 1024 * 1024;

/** curl's output for the last response. */
export interface Printed {
  readonly status: number;
  readonly body: string;
}

/**
 * Runs a command that calls curl in a shell, exactly as printed. Only the connection is redirected: requests to port
 * 3000 of this machine go to another port, so the response still contains the original URL.
 *
 * @param folder the working directory of the command. @param key the value of `$ICONS_KEY`
 */
export async function runCurl(command: string, port: number, folder: string, key = ""): Promise<Printed> {
  const to = ["localhost", "127.0.0.1"].map((host) => `--connect-to ${host}:3000:127.0.0.1:${port}`).join(" ");
  const script = `curl() { command curl -q -sS ${to} -w '${STATUS}' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH ?? "", HOME: folder, ICONS_KEY: key };
  const { stdout } = await run("sh", ["-c", script], { cwd: folder, env, maxBuffer: MAX_BYTES });
  const lines = stdout.trimEnd().split("\n");
  // For a raw connection, curl prints the received bytes without a status.
  const bare = /^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1];
  return { status: Number(bare ?? lines.at(-1)), body: lines.at(-2) ?? "" };
}
