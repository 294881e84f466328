import { existsSync, readdirSync } from "node:fs";
import { describe } from "vitest";

/** Programs of Debian packages, by the package's name: the required file. */
export const DEBIAN = {
  "redis-server": "/usr/bin/redis-server",
  haproxy: "/usr/sbin/haproxy",
  nginx: "/usr/sbin/nginx",
  prometheus: "/usr/bin/promtool",
  systemd: "/usr/bin/systemd-analyze",
  openssl: "/usr/bin/openssl",
  strace: "/usr/bin/strace",
  dpkg: "/usr/bin/dpkg-deb",
  faketime: findFaketime(),
};

/**
 * Describes tests that need programs of Debian. Without one of them these tests are skipped with a note; under `CI`
 * they fail.
 */
export function describeWith(needed: readonly (keyof typeof DEBIAN)[], name: string, body: () => void): void {
  const missing = needed.filter((program) => !existsSync(DEBIAN[program]));
  const skipped = missing.length > 0 && !process.env.CI;
  describe.skipIf(skipped)(skipped ? `${name} (skipped: no ${missing.join(", ")})` : name, body);
}

/** The library that fakes a process's clock is in a folder named after the machine's architecture. */
function findFaketime(): string {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  const files = folders.map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`);
  return files.find((file) => existsSync(file)) ?? "/usr/lib/faketime/libfaketimeMT.so.1";
}
