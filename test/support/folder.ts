import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A folder that is removed after the test. @param files their content by path; values other than text are written as
 * JSON
 */
export function temporaryFolder(files: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "icons-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const raw = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(join(folder, path), raw ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}
