import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readKeyFile } from "../../src/access/key-file.js";
import { openRedisUsage } from "../../src/access/redis-quota.js";
import { openCatalog } from "../../src/catalog/catalog.js";
import { readCurrent, readManifest } from "../../src/catalog/generation/generation.js";
import { checkedRedisUrl, shownRedisUrl } from "../options/redis-url.js";
import { addressSpaceFault } from "../process/address-space.js";
import { readPackageFacts } from "../process/package-facts.js";
import { findPort } from "../process/port-in-use.js";
import { formatBytes } from "../terminal/output.js";

/** What a server on this machine would be given. */
export interface DoctorFlags {
  readonly artifacts: string;
  readonly keys: string;
  readonly usage: string;
  readonly quota?: string;
  readonly host: string;
  readonly port: number;
}

/** The result of one check. */
export interface Finding {
  readonly check: string;
  /** `failed`: a server would not start or not respond; `warning`: it will later, or under load. */
  readonly state: "ok" | "warning" | "failed";
  readonly finding: string;
  readonly remedy?: string;
}

type Outcome = Omit<Finding, "check">;

/** Generations that fit beside the live one: the next build writes one before it removes another. */
const SPARE_GENERATIONS = 2;
/** Descriptors that a server with the default of 10,000 connections may need. */
const MIN_DESCRIPTORS = 12_000;
/** Mapped files of one process: two generations while it switches, with room for the rest of Node. */
const MIN_MAPPINGS = 16_384;
/** Seconds by which clocks of machines may differ. */
const CLOCK_TOLERANCE = 60;

const ok = (finding: string): Outcome => ({ state: "ok", finding });
const warning = (finding: string, remedy: string): Outcome => ({ state: "warning", finding, remedy });
const failed = (finding: string, remedy: string): Outcome => ({ state: "failed", finding, remedy });

/** Checks whether a server would run on this machine. Nothing is changed. Takes at most some seconds. */
export async function checkMachine(flags: DoctorFlags): Promise<readonly Finding[]> {
  const checks: Readonly<Record<string, () => Outcome | Promise<Outcome>>> = {
    versions: checkVersions,
    artifacts: () => checkArtifacts(flags.artifacts),
    clock: () => checkClock(flags.artifacts),
    disk: () => checkDisk(flags.artifacts),
    keys: () => checkKeys(flags.keys),
    usage: () => checkWritable(flags.usage),
    port: () => checkPort(flags),
    descriptors: checkDescriptors,
    mappings: checkMappings,
    memory: checkMemory,
    ...(flags.quota === undefined ? {} : { redis: () => checkRedis(flags.quota!) }),
  };
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(checks)) {
    try {
      findings.push({ check, ...(await run()) });
    } catch (error) {
      findings.push({ check, ...failed((error as Error).message, "see the message") });
    }
  }
  return findings;
}

function checkVersions(): Outcome {
  const { version } = readPackageFacts();
  return ok(`icons ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`);
}

function checkArtifacts(artifacts: string): Outcome {
  if (!existsSync(artifacts)) return failed(`${artifacts} does not exist`, "run `icons build`, or give --artifacts");
  try {
    const { size, generation } = openCatalog(artifacts);
    return ok(`${size} icons in generation ${generation}`);
  } catch (error) {
    return failed((error as Error).message, "run `icons build` again, or `icons rollback`");
  }
}

function checkClock(artifacts: string): Outcome {
  const live = readCurrent(artifacts);
  const built = live === undefined ? 0 : statSync(resolve(artifacts, live)).mtimeMs;
  const ahead = Math.round((built - Date.now()) / 1000);
  if (ahead <= CLOCK_TOLERANCE) return ok(new Date().toISOString());
  return warning(
    `the live generation was built ${ahead} s in the future`,
    "synchronize the clock: quotas and keys expire by it",
  );
}

function checkDisk(artifacts: string): Outcome {
  const folder = existsSync(artifacts) ? artifacts : dirname(resolve(artifacts));
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const live = readCurrent(artifacts);
  const files = (live === undefined ? undefined : readManifest(artifacts, live)?.files) ?? [];
  const needed = SPARE_GENERATIONS * files.reduce((sum, { size }) => sum + size, 0);
  if (free >= needed) return ok(`${formatBytes(free)} free for ${folder}`);
  return warning(
    `${formatBytes(free)} free, the next builds need ${formatBytes(needed)}`,
    "free space, or lower --keep",
  );
}

function checkKeys(path: string): Outcome {
  if (!existsSync(path)) return warning(`${path} does not exist`, "run `icons keys create`, or serve with --anonymous");
  const count = readKeyFile(path).length;
  const { mode } = statSync(path);
  if ((mode & 0o077) === 0) return ok(`${count} keys in ${path}`);
  return warning(`others may read ${path} (mode ${(mode & 0o777).toString(8)})`, `chmod 600 ${path}`);
}

function checkWritable(path: string): Outcome {
  const checked = existsSync(path) ? path : dirname(resolve(path));
  try {
    accessSync(checked, constants.W_OK);
    return ok(`${checked} is writable`);
  } catch {
    return failed(`${checked} is not writable`, "give its folder to the user of the server, or another --usage");
  }
}

async function checkPort({ host, port }: DoctorFlags): Promise<Outcome> {
  try {
    await findPort({ host, port }, false);
    return ok(`port ${port} on ${host} is free`);
  } catch (error) {
    return warning((error as Error).message, "if that is the running server, nothing is wrong");
  }
}

function checkDescriptors(): Outcome {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(readIfPresent("/proc/self/limits"))?.[1] ?? Number.NaN);
  if (!(limit < MIN_DESCRIPTORS))
    return ok(Number.isNaN(limit) ? "unlimited or unknown" : `${limit} files and sockets`);
  return warning(`at most ${limit} files and sockets`, "raise `ulimit -n` or LimitNOFILE=, or lower --max-connections");
}

function checkMappings(): Outcome {
  const limit = Number(readIfPresent("/proc/sys/vm/max_map_count").trim() || Number.NaN);
  if (!(limit < MIN_MAPPINGS)) return ok(Number.isNaN(limit) ? "unknown" : `${limit} mapped areas`);
  return warning(`at most ${limit} mapped areas`, `sysctl vm.max_map_count=${MIN_MAPPINGS}`);
}

function checkMemory(): Outcome {
  const fault = addressSpaceFault();
  return fault === undefined ? ok("the address space is large enough") : failed(fault.problem, fault.remedy);
}

async function checkRedis(quota: string): Promise<Outcome> {
  const url = checkedRedisUrl(quota);
  try {
    const reader = await openRedisUsage(url);
    await reader.close();
    return ok(`${shownRedisUrl(url)} responds`);
  } catch (error) {
    return failed(`${shownRedisUrl(url)}: ${(error as Error).message}`, "start it, or correct --quota");
  }
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
