// node --import fail-once.mjs, in NODE_OPTIONS so that threads load it, too. The environment variable FAIL_ONCE has a
// function and part of its first argument, such as "readFileSync package.json", and FAIL_NOTES a file. The first such
// call in a thread fails with EIO, regardless of the number of threads. The file gets a line for each thread, and one
// for the failure.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
import zlib from "node:zlib";

const { FAIL_ONCE, FAIL_NOTES } = process.env;
if (!isMainThread) {
  const [call, part] = FAIL_ONCE.split(" ");
  const { readFileSync } = fs;
  fs.appendFileSync(FAIL_NOTES, "thread\n");
  const module = call in fs ? fs : zlib;
  const original = module[call];
  module[call] = function (...args) {
    const applies =
      String(args[0]).slice(0, 1000).includes(part) && !String(readFileSync(FAIL_NOTES)).includes("failed");
    if (!applies) return original.apply(this, args);
    fs.appendFileSync(FAIL_NOTES, "failed\n");
    const error = Object.assign(new Error(`EIO: i/o error, ${call}`), { code: "EIO" });
    const callback = args.at(-1);
    if (typeof callback !== "function") throw error;
    process.nextTick(callback, error);
  };
  Object.assign(module[call], original);
  syncBuiltinESMExports();
}
