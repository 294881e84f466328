import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";

/** A clock set by a test. */
export interface Clock {
  /** The environment of a process that uses this clock; its timers run normally. */
  readonly env: Record<string, string>;
  /** @param time UTC, such as 2026-11-21 23:59:50 */
  set(time: string): void;
}

export function startClock(time: string): Clock {
  const file = join(temporaryFolder(), "clock");
  const set = (text: string): void => writeFileSync(file, `${text}\n`);
  set(time);
  return {
    env: {
      // With the C library's allocator: Redis's own reads the time at startup, and reading the time allocates memory.
      LD_PRELOAD: `${DEBIAN.faketime} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
      TZ: "UTC",
    },
    set,
  };
}
