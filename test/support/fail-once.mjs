// node --import fail-once.mjs. The environment variable FAIL_ONCE has a function and part of its first argument, such as
// "readFileSync package.json", and FAIL_NOTES a file. The first such call fails with EIO, and the file gets a line.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import zlib from "node:zlib";

const { FAIL_ONCE, FAIL_NOTES } = process.env;
const [call, part] = FAIL_ONCE.split(" ");
const module = call in fs ? fs : zlib;
const original = module[call];
let failed = false;
module[call] = function (...args) {
  if (failed || !String(args[0]).slice(0, 1000).includes(part)) return original.apply(this, args);
  failed = true;
  fs.appendFileSync(FAIL_NOTES, "failed\n");
  const error = Object.assign(new Error(`EIO: i/o error, ${call}`), { code: "EIO" });
  const callback = args.at(-1);
  if (typeof callback !== "function") throw error;
  process.nextTick(callback, error);
};
Object.assign(module[call], original);
syncBuiltinESMExports();
