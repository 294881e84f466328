import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { PEERS, workPath } from "./work-folder.mjs";

/**
 * `@iconify/api` in the form of `startServer`. @param folder of `@iconify/json`, by default the one installed with the
 * benchmarks
 */
export function iconifyApi(folder = installedPackage()) {
  const cwd = workPath("iconify-api", "cache");
  mkdirSync(cwd, { recursive: true });
  return {
    name: "@iconify/api",
    // Its own start script also exposes the garbage collector.
    args: () => ["--expose-gc", `${PEERS}/serve-iconify.mjs`, folder],
    env: (port) => ({ PORT: port }),
    cwd,
    ready: "/search?query=home",
    headers: {},
  };
}

/** The path of a search in `@iconify/api`, whose minimum `limit` is 32. */
export function iconifySearchPath(query, limit) {
  return `/search?${new URLSearchParams({ query, limit: String(limit) })}`;
}

function installedPackage() {
  return dirname(createRequire(import.meta.url).resolve("@iconify/json/package.json"));
}
