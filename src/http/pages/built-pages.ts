import { readFileSync } from "node:fs";
import type { FastifyRequest } from "fastify";
import { unpack } from "msgpackr";
import { ApiError } from "../contract/error-codes.js";
import type { RequestLog } from "../log/request-log.js";
import type { StaticResponse } from "../responses/static-response.js";

const RETRY_SECONDS = 1;

/** Pages and their files, as `tools/write-pages.mjs` writes them when the package is built. */
export interface BuiltPages<Facts> {
  /** Each with its paths in canonical form. */
  readonly responses: readonly (StaticResponse & { readonly paths: readonly string[] })[];
  readonly facts: Facts;
}

/** The explorer page's files. */
export interface ExplorerFacts {
  /** Identifies the content of all files together. */
  readonly version: string;
  /** The version of this package. */
  readonly release: string;
}

/** The reference's files, all but the OpenAPI document. */
export interface ReferenceFacts {
  /** The document of a server with the default plans and all routes, at `EXAMPLE_ORIGIN`. */
  readonly document: object;
}

interface AllFacts {
  readonly explorer: ExplorerFacts;
  readonly reference: ReferenceFacts;
}

/** Pages in memory. */
export interface LoadedPages<Facts> {
  readonly responses: ReadonlyMap<string, StaticResponse>;
  readonly facts: Facts;
}

/**
 * Returns a function that returns pages. The first call reads them, in about 2 ms.
 *
 * @returns a function that throws ApiError unavailable if they can't be read, for example for lack of descriptors, and
 * logs why under the id of the request; the next call tries again
 */
export function pagesOnDemand<Name extends keyof AllFacts>(
  name: Name,
  log: Pick<RequestLog, "failure">,
): (request: FastifyRequest) => LoadedPages<AllFacts[Name]> {
  let pages: LoadedPages<AllFacts[Name]> | undefined;
  return (request) => {
    try {
      pages ??= readPages(name);
      return pages;
    } catch (error) {
      log.failure(request, error as Error);
      throw new ApiError("unavailable", "this page is temporarily unavailable; try again in a few seconds", {
        headers: { "retry-after": String(RETRY_SECONDS) },
      });
    }
  };
}

function readPages<Name extends keyof AllFacts>(name: Name): LoadedPages<AllFacts[Name]> {
  const bytes = readFileSync(new URL(`../../pages/${name}.msgpack`, import.meta.url));
  const { responses, facts } = unpack(bytes) as BuiltPages<AllFacts[Name]>;
  return {
    facts,
    responses: new Map(responses.flatMap(({ paths, ...response }) => paths.map((path) => [path, response]))),
  };
}
