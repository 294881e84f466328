import { run } from "#cli/run-command-line.js";
import type { Ran } from "./cli.js";

/**
 * Runs a command line to completion in this process, with only `env` as its environment, at a fraction of the cost of a
 * process. For tests of a command's output and exit code; one at a time, and not for servers.
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> = {},
  place: { readonly cwd?: string } = {},
): Promise<Ran> {
  const { env: ownEnv, stdout, stderr } = process;
  const ownFolder = process.cwd();
  const written = { stdout: "", stderr: "" };
  const streams = [stdout.write, stderr.write] as const;
  stdout.write = (text: Uint8Array | string) => add("stdout", text);
  stderr.write = (text: Uint8Array | string) => add("stderr", text);
  process.chdir(place.cwd ?? ownFolder);
  process.env = { PATH: ownEnv.PATH, HOME: ownEnv.HOME, ...env };
  try {
    const code = await run(args);
    return { ...written, code: code ?? Number(process.exitCode ?? 0) };
  } finally {
    process.exitCode = undefined;
    process.chdir(ownFolder);
    process.env = ownEnv;
    [stdout.write, stderr.write] = streams;
  }

  function add(stream: keyof typeof written, text: Uint8Array | string): true {
    written[stream] += Buffer.from(text as string).toString();
    return true;
  }
}
