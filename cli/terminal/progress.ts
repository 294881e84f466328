import cliProgress from "cli-progress";
import type { BuildProgress } from "../../build/compile/options.js";
import { printError } from "./output.js";

const LINE_EVERY_MS = 5000;

/** Progress of a long-running command. */
export interface Progress extends Omit<BuildProgress, "phase"> {
  readonly phase:
    | BuildProgress["phase"]
    | "lint"
    | "fetch"
    | "import"
    | "read"
    | "publish"
    | "export"
    | "analyze"
    | "compare"
    | "merge";
}

const WORDS: Readonly<Record<Progress["phase"], { doing: string; did: string; unit: string }>> = {
  check: { doing: "checking", did: "checked", unit: "icons" },
  build: { doing: "building", did: "built", unit: "icons" },
  lint: { doing: "linting", did: "linted", unit: "icons" },
  import: { doing: "importing", did: "imported", unit: "sets" },
  read: { doing: "reading", did: "read", unit: "sources" },
  publish: { doing: "publishing", did: "published", unit: "files" },
  download: { doing: "downloading", did: "downloaded", unit: "images" },
  export: { doing: "exporting", did: "exported", unit: "icons" },
  analyze: { doing: "analyzing", did: "analyzed", unit: "icons" },
  compare: { doing: "comparing", did: "compared", unit: "icons" },
  merge: { doing: "merging", did: "merged", unit: "icons" },
  fetch: { doing: "fetching", did: "fetched", unit: "files" },
};

/** Shows progress on standard error: a bar on a terminal, an occasional line when piped. */
export interface ProgressView {
  update(progress: Progress): void;
  stop(): void;
}

export function createProgressView(quiet: boolean): ProgressView {
  if (quiet) return { update: () => undefined, stop: () => undefined };
  return process.stderr.isTTY ? createBar() : createLines();
}

/** Runs work that reports progress, and shows it on standard error. */
export async function showingProgress<T>(
  quiet: boolean,
  work: (onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const view = createProgressView(quiet);
  try {
    return await work((progress) => view.update(progress));
  } finally {
    view.stop();
  }
}

function createBar(): ProgressView {
  const plain = Boolean(process.env.NO_COLOR);
  const { barCompleteChar, barIncompleteChar } = cliProgress.Presets.shades_classic;
  const bar = new cliProgress.SingleBar({
    format: "{doing} {bar} {value}/{total} {unit}, {rate}/s, {eta_formatted} left",
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 200,
    barsize: 30,
    barCompleteChar: plain ? "#" : barCompleteChar!,
    barIncompleteChar: plain ? "-" : barIncompleteChar!,
  });
  let shown: Progress["phase"] | undefined;
  let started = 0;
  return {
    update({ phase, done, total }) {
      // The total is unknown while records are checked, which takes only a moment.
      if (total === undefined) return;
      if (phase !== shown) {
        if (shown !== undefined) bar.stop();
        shown = phase;
        started = Date.now();
        bar.start(total, done, { ...WORDS[phase], rate: 0 });
      }
      bar.update(done, { rate: Math.round((done * 1000) / Math.max(1, Date.now() - started)) });
    },
    stop: () => bar.stop(),
  };
}

function createLines(): ProgressView {
  let phase: Progress["phase"] | undefined;
  let started = 0;
  let last = Date.now();
  return {
    update(progress) {
      const now = Date.now();
      if (progress.phase !== phase) {
        phase = progress.phase;
        started = now;
      }
      if (now - last < LINE_EVERY_MS) return;
      last = now;
      const { done, total } = progress;
      const rate = Math.round((done * 1000) / Math.max(1, now - started));
      const of = total === undefined ? "" : ` of ${total}`;
      const left = total === undefined ? "" : `, ${Math.ceil((total - done) / Math.max(1, rate))} s left`;
      const { did, unit } = WORDS[progress.phase];
      printError(`${did} ${done}${of} ${unit}, ${rate}/s${left}`);
    },
    stop: () => undefined,
  };
}
