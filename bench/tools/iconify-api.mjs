import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { PEERS, workPath } from "./work-folder.mjs";

/** `@iconify/api` as `startServer` takes it. @param folder of `@iconify/json`, by default the one installed beside the benchmarks */
export function iconifyApi(folder = installedPackage()) {
  const cwd = workPath("iconify-api", "cache");
  mkdirSync(cwd, { recursive: true });
  return {
    name: "@iconify/api",
    // Its own start script exposes the collector too.
    args: () => ["--expose-gc", `${PEERS}/serve-iconify.mjs`, folder],
    env: (port) => ({ PORT: port }),
    cwd,
    ready: "/search?query=home",
    headers: {},
  };
}

/** The path of a search there; it takes a `limit` of 32 at least. */
export function iconifySearchPath(query, limit) {
  return `/search?${new URLSearchParams({ query, limit: String(limit) })}`;
}

function installedPackage() {
  return dirname(createRequire(import.meta.url).resolve("@iconify/json/package.json"));
}
