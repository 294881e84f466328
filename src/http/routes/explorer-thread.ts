import { readFileSync } from "node:fs";
import { readExplorerFiles } from "../explorer-files.js";
import { deliver } from "../made-in-thread.js";
import type { ExplorerFacts } from "./explorer.js";

/** Runs in a thread of `makeInThread`: reads all files of the explorer page. */
const { version, files } = readExplorerFiles();
const { version: release } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
await deliver(
  [...files].map(([path, { type, bytes }]) => ({
    paths: [`/assets/${version}/${path}`],
    headers: { "content-type": type, "cache-control": "public, max-age=31536000, immutable" },
    bytes,
  })),
  { version, release } satisfies ExplorerFacts,
);
