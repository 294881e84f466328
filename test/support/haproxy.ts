import { join } from "node:path";
import { freePort } from "./cli.js";
import { DEBIAN } from "./debian.js";
import { temporaryFolder } from "./folder.js";
import { startProgram } from "./program.js";

/** Starts a HAProxy that balances requests round robin. It ends with the test. @returns its port */
export async function startHaproxy(ports: readonly number[]): Promise<number> {
  const port = await freePort();
  const servers = ports.map((server, at) => `  server replica${at} 127.0.0.1:${server}`);
  const configuration = `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend entry
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  option forwardfor
${servers.join("\n")}
`;
  const folder = temporaryFolder({ "haproxy.cfg": configuration });
  await startProgram(DEBIAN.haproxy, ["-db", "-f", join(folder, "haproxy.cfg")], port);
  return port;
}
