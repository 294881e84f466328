import type { BuildResult, SkippedImage } from "../../build/compile/options.js";
import { DatasetError } from "../../build/dataset/problems.js";
import { messageOf, problemsOf } from "../process/failure.js";
import type { BuildReports } from "./rebuild.js";

/** Set in the environment of a builder to its mode. */
export const BUILDER_VARIABLE = "ICONS_BUILDER";
/** Further problems and images are counted. */
const MAX_SHOWN = 20;

/** For `dev`, a builder prints its results, and adds records of new images; for `serve`, it prints nothing. */
export type BuilderMode = "dev" | "serve";

/** A finished build. */
export interface Built extends Pick<BuildResult, "generation" | "icons" | "analyzed" | "seconds"> {
  /** Number of images that are in no icon. */
  readonly skippedImages: number;
  /** The first of these images. */
  readonly skipped: readonly Pick<SkippedImage, "image" | "reason">[];
}

/** A failed build. */
export interface Failed {
  readonly message: string;
  /** The first problems of the dataset. */
  readonly problems: readonly string[];
  readonly code: string | undefined;
}

/** A message from a builder after each build. */
export type FromBuilder = { readonly hasNews: boolean } & ({ readonly built: Built } | { readonly failed: Failed });

/** A message to a builder: build now. */
export interface ToBuilder {
  readonly build: true;
}

/** The mode of this process if it is the builder of another one. */
export const builderMode =
  process.send === undefined ? undefined : (process.env[BUILDER_VARIABLE] as BuilderMode | undefined);

/**
 * Connects this process, a builder, with the one that started it, and ends it with that one. Killing it loses nothing.
 *
 * @param request called when a build is wanted. @param also receives the reports, too
 */
export function joinBuilder(request: () => void, also: BuildReports | undefined): BuildReports {
  const end = (): void => void process.kill(process.pid, "SIGKILL");
  process.on("disconnect", end);
  // The other one may have ended while this one was loading.
  if (!process.connected) end();
  process.on("message", request);
  const report = (message: FromBuilder): void => void process.send?.(message, () => undefined);
  return {
    async succeeded(result, hasNews) {
      await also?.succeeded(result, hasNews);
      const { generation, icons, analyzed, seconds } = result;
      const skipped = [...result.skipped, ...result.refused];
      const images = { skippedImages: skipped.length, skipped: skipped.slice(0, MAX_SHOWN) };
      report({ hasNews, built: { generation, icons, analyzed, seconds, ...images } });
    },
    failed(error, hasNews) {
      also?.failed(error, hasNews);
      const code = error instanceof DatasetError ? "INVALID" : (error as NodeJS.ErrnoException).code;
      report({ hasNews, failed: { message: messageOf(error), problems: problemsOf(error).slice(0, MAX_SHOWN), code } });
    },
  };
}
