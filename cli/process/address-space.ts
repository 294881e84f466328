import { readFileSync } from "node:fs";
import { formatBytes } from "../terminal/output.js";

/** Address space of a server with small artifacts: 2.6 GB, most of it reserved by Node for threads and never used. */
const NEEDED = 3e9;

/** The limit of this process's address space in bytes; infinite if there is none or it is unknown. */
function addressSpaceLimit(): number {
  try {
    const [, limit = Number.POSITIVE_INFINITY] =
      /^Max address space\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The fault of a process whose address space is too small for a server: Node aborts the process, possibly hours later,
 * if it can't reserve address space for a thread. Undefined if it is large enough.
 */
export function addressSpaceFault(): { readonly problem: string; readonly remedy: string } | undefined {
  const limit = addressSpaceLimit();
  if (limit >= NEEDED) return undefined;
  return {
    problem: `the address space is limited to ${formatBytes(limit)}, and a server needs ${formatBytes(NEEDED)}`,
    remedy: "remove the limit (ulimit -v, LimitAS=); MemoryMax= and limits of containers bound memory instead",
  };
}

/** @throws Error if the address space is too small for a server */
export function expectAddressSpace(): void {
  const fault = addressSpaceFault();
  if (fault !== undefined) throw new Error(`${fault.problem}; ${fault.remedy}`);
}
