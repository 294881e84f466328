import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("phash.py", import.meta.url));

/** A Python with Pillow and SciPy, or undefined. Also tries Debian's, in case another one is first in the path. */
export function findPython(): string | undefined {
  return ["/usr/bin/python3", "python3"].find((python) => {
    try {
      execFileSync(python, ["-c", "import PIL.Image, scipy.fftpack"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
}

export interface ReferenceHash {
  readonly hash: bigint;
  /** Bits that depend on floating-point rounding, since their coefficient equals the median. */
  readonly open: bigint;
}

/** The reference hashes of image files, computed in Python, in their order. */
export function referenceHashes(python: string, files: readonly string[]): ReferenceHash[] {
  const input = files.map((file) => `${file}\n`).join("");
  const lines = execFileSync(python, [PROGRAM], { input, encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [hash, open] = line.split(" ").map((digits) => BigInt(`0x${digits}`));
    return { hash: hash!, open: open! };
  });
}
