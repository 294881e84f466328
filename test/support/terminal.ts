import { execFile, execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { shippedArtifacts } from "./shipped-artifacts.js";

const RUN = fileURLToPath(new URL("terminal.py", import.meta.url));
const skipped = !hasPython() && !process.env.CI;

/** Terminals respond to the last query with their attributes. */
const LAST_RESPONSE = /\[\?[\d;]*c/;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["-c", "import fcntl, pty"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The simulated terminal of a command. */
export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default 100. */
  readonly columns?: number;
  /** Its response to queries; default: none. */
  readonly response?: string;
  /** A text in the output at which its mode is checked. */
  readonly awaited?: string;
  /** Keys pressed at that point; default: none. */
  readonly pressed?: string;
}

export interface Shown {
  /** Exit code, or the negative number of the signal that ended it. */
  readonly code: number;
  readonly shown: string;
  /** Whether the terminal was in raw mode when it was queried; null if it was not queried. */
  readonly rawWhenAsked: boolean | null;
  readonly rawWhenAwaited: boolean | null;
}

/** Runs the command line on a terminal and returns its output. */
export async function onTerminal(args: readonly string[], options: TerminalOptions = {}): Promise<Shown> {
  const { env = {}, columns = 100, response = "", awaited = "", pressed = "" } = options;
  const command = [process.execPath, "cli/icons.mjs", ...args];
  // A terminal that responds to everything may have to wait for a CPU.
  const waiting = LAST_RESPONSE.test(response) ? { ICONS_TERMINAL_WAIT_MS: "30000" } : {};
  const told = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      "python3",
      // Without site packages, which take longer to load than everything else.
      ["-I", "-S", RUN],
      { env: { PATH: process.env.PATH, TERM: "xterm-256color", ...waiting, ...env }, maxBuffer: 2 ** 26 },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
    child.stdin!.end(JSON.stringify({ columns, response, awaited, pressed, command }));
  });
  const seen = JSON.parse(told);
  return { ...seen, shown: Buffer.from(seen.shown, "base64").toString("utf8").replaceAll("\r\n", "\n") };
}

export interface AskOptions extends TerminalOptions {
  /** The artifacts folder to query; default: the shipped one. */
  readonly artifacts?: string;
}

/** Runs a command that queries an artifacts folder, on a terminal. */
export function askOnTerminal(
  args: readonly string[],
  { artifacts = shippedArtifacts, ...options }: AskOptions = {},
): Promise<Shown> {
  return onTerminal([...args, "--artifacts", artifacts], options);
}

/** Describes behavior on a terminal. Without Python, these tests are skipped with a note; under `CI`, they fail. */
export function describeOnTerminal(name: string, body: () => void): void {
  describe.skipIf(skipped)(skipped ? `${name} (skipped: no python3)` : name, body);
}
