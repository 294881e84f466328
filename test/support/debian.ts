import { existsSync } from "node:fs";
import { describe } from "vitest";

/** Programs of Debian packages, by the package's name: the file that must be there. */
export const DEBIAN = {
  haproxy: "/usr/sbin/haproxy",
  nginx: "/usr/sbin/nginx",
  prometheus: "/usr/bin/promtool",
  systemd: "/usr/bin/systemd-analyze",
};

/** Describes what needs programs of Debian. Without one of them these tests are skipped and say so; under `CI` they fail. */
export function describeWith(needed: readonly (keyof typeof DEBIAN)[], name: string, body: () => void): void {
  const missing = needed.filter((program) => !existsSync(DEBIAN[program]));
  const skipped = missing.length > 0 && !process.env.CI;
  describe.skipIf(skipped)(skipped ? `${name} (skipped: no ${missing.join(", ")})` : name, body);
}
