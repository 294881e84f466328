import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./cli.js";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";
import { startProgram } from "./program.js";

/** A proxy configured by deploy/ in front of servers. */
export interface RunningProxy {
  readonly port: number;
  /** Its log so far. */
  log(): string;
}

/** Changes the text of a configuration, as an operator would. */
type Edit = (configuration: string) => string;

/** Starts HAProxy with the configuration of deploy/, for at most three servers. It ends with the test. */
export async function startDeployedHaproxy(
  ports: readonly number[],
  rate = 1_000_000,
  edit: Edit = (configuration) => configuration,
): Promise<RunningProxy> {
  const port = await freePort();
  const replicas = [0, 1, 2].map((at) => [`ICONS_REPLICA_${at + 1}`, `127.0.0.1:${ports[at % ports.length]}`]);
  const own = { ICONS_BIND: `127.0.0.1:${port}`, ICONS_INNER: `icons-replicas-${port}`, ICONS_RATE: String(rate) };
  const env = { ...own, ...Object.fromEntries(replicas) };
  const files = temporaryFolder({ "haproxy.cfg": edit(readFileSync("deploy/haproxy/haproxy.cfg", "utf8")) });
  const child = await startProgram(DEBIAN.haproxy, ["-db", "-f", join(files, "haproxy.cfg")], port, env);
  let log = "";
  child.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  return { port, log: () => log };
}

/**
 * Starts nginx with the included file of deploy/, with its addresses, log files and rate replaced. It ends with the
 * test.
 */
export async function startDeployedNginx(
  ports: readonly number[],
  rate = 100_000,
  edit: Edit = (configuration) => configuration,
): Promise<RunningProxy> {
  const port = await freePort();
  const folder = temporaryFolder();
  const site = edit(readFileSync("deploy/nginx/icons.conf", "utf8"))
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace(/icons-([123]):3000/g, (_, replica) => `127.0.0.1:${ports[(Number(replica) - 1) % ports.length]}`)
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace("rate=200r/s", `rate=${rate}r/s`)
    .replace("burst=400", `burst=${rate}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const files = temporaryFolder({
    "icons.conf": site,
    "nginx.conf": `pid ${folder}/pid;\nerror_log ${folder}/main.log;\nevents {}\nhttp {\n${temporary}\ninclude icons.conf;\n}\n`,
  });
  const configuration = join(files, "nginx.conf");
  await startProgram(
    DEBIAN.nginx,
    ["-e", `${folder}/main.log`, "-c", configuration, "-g", "daemon off; master_process off;"],
    port,
  );
  return { port, log: () => readFileSync(join(folder, "icons.log"), "utf8") };
}
