import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { availableCores } from "#src/platform/cores.js";
import { scratchFolder } from "./scratch.js";

const all = availableParallelism();

describe.skipIf(process.platform !== "linux")("cores that this process may use", () => {
  it.each<[name: string, files: Record<string, string>, cores: number]>([
    ["no control groups", {}, all],
    ["no quota", { "proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "max 100000" }, all],
    ["a quota of one core", { "proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "100000 100000" }, 1],
    ["half a core", { "proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": "50000 100000" }, 1],
    ["more than all cores", { "proc/self/cgroup": "0::/", "sys/fs/cgroup/cpu.max": `${all + 1}000 1000` }, all],
    [
      "a quota of a group above",
      {
        "proc/self/cgroup": "0::/kubepods/pod1/main",
        "sys/fs/cgroup/kubepods/pod1/main/cpu.max": "max 100000",
        "sys/fs/cgroup/kubepods/pod1/cpu.max": "100000 100000",
      },
      1,
    ],
    [
      "a group that the container does not see",
      { "proc/self/cgroup": "0::/docker/0123", "sys/fs/cgroup/cpu.max": "100000 100000" },
      1,
    ],
    [
      "version 1",
      {
        "proc/self/cgroup": "5:memory:/\n4:cpu,cpuacct:/docker/0123\n0::/",
        "sys/fs/cgroup/cpu,cpuacct/docker/0123/cpu.cfs_quota_us": "100000",
        "sys/fs/cgroup/cpu,cpuacct/docker/0123/cpu.cfs_period_us": "100000",
      },
      1,
    ],
    [
      "version 1 without a quota",
      {
        "proc/self/cgroup": "4:cpu:/",
        "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
        "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
      },
      all,
    ],
  ])("with %s", (_name, files, cores) => {
    const root = scratchFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), `${text}\n`);
    }
    expect(availableCores(root)).toBe(cores);
  });
});
