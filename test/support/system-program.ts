import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

/** Whether a program lies in the path. */
function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Describes what needs a program of the system. Without it these tests are skipped and say so; under `CI` they fail.
 *
 * @param origin the Debian package that has it
 */
export function describeWith(program: string, origin: string, name: string, body: () => void): void {
  const skipped = !isInstalled(program) && !process.env.CI;
  describe.skipIf(skipped)(skipped ? `${name} (skipped: no ${program}, Debian's ${origin})` : name, body);
}
