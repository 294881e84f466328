import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";

/** A line of `/proc/self/cgroup`: hierarchy, controllers (none in version 2) and group. */
const GROUP = /^\d+:([^:]*):(\/.*)$/;

/**
 * Number of cores that this process may use, at least 1. Unlike `os.availableParallelism()` of Node 20, it respects the
 * CPU quotas of containers.
 *
 * @param root where the system's files are
 */
export function availableCores(root = "/"): number {
  const quota = process.platform === "linux" ? quotaOf(root) : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(availableParallelism(), Math.floor(quota)));
}

/** The smallest CPU quota among the control groups of this process and those above them, in cores. */
function quotaOf(root: string): number {
  const groups = textOf(join(root, "proc/self/cgroup")) ?? "";
  const quotas = groups.split("\n").flatMap((line) => {
    const [, controllers, group] = GROUP.exec(line) ?? [];
    if (controllers === undefined || group === undefined) return [];
    if (controllers === "") return above(group).map((path) => unifiedQuota(join(root, "sys/fs/cgroup", path)));
    if (!controllers.split(",").includes("cpu")) return [];
    return above(group).map((path) => legacyQuota(join(root, "sys/fs/cgroup", controllers, path)));
  });
  return Math.min(Number.POSITIVE_INFINITY, ...quotas);
}

/** A group and the groups that contain it. A container may see only some of them. */
function above(group: string): string[] {
  return group === "/" ? [group] : [group, ...above(dirname(group))];
}

/** Version 2: `max 100000`, or the quota and its period. Source: the kernel's admin-guide/cgroup-v2. */
function unifiedQuota(folder: string): number {
  return ratio((textOf(join(folder, "cpu.max")) ?? "").split(" "));
}

/** Version 1: the quota is -1 if there is none. Source: the kernel's scheduler/sched-bwc. */
function legacyQuota(folder: string): number {
  return ratio(["cpu.cfs_quota_us", "cpu.cfs_period_us"].map((name) => textOf(join(folder, name)) ?? ""));
}

function ratio([quota = "", period = ""]: readonly string[]): number {
  const cores = Number.parseInt(quota, 10) / Number.parseInt(period, 10);
  return cores > 0 ? cores : Number.POSITIVE_INFINITY;
}

/** Undefined if it can't be read: without a quota, some of these files don't exist. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
