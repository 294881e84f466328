import { type ChildProcess, fork, type IOType } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { argv, execArgv, stderr, stdout } from "node:process";
import { forwardLines } from "../../../src/platform/forward-lines.js";
import { httpAddress } from "../../../src/platform/http-address.js";
import { type Place, toPortError } from "../../process/port-in-use.js";
import { reloadOnSighup } from "../../process/signals.js";
import { createHandover, type Handover } from "./connection-handover.js";
import { Supervision, type WorkerEvents, type WorkerProcess } from "./supervision.js";
import { type FromWorker, sendToWorker, WORKER_VARIABLE } from "./worker-channel.js";

/** Errors of addresses that this machine does not have. */
const ABSENT = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

export interface SupervisorOptions {
  /** Number of workers. */
  readonly workers: number;
  /** How long a worker may leave heartbeats unreturned before it is killed. */
  readonly silenceMs: number;
  readonly place: Place;
  /** Maximum number of connections that wait for a worker. */
  readonly maxConnections: number;
  /** A descriptor that each worker inherits as the first one after its standard streams and its channel. */
  readonly shared: number | undefined;
  /** Called with each address, once a worker listens. */
  readonly onListening: (address: string) => void;
  /** Called with each message of a worker that the supervisor does not understand. */
  readonly onMessage: (worker: ChildProcess, message: unknown) => void;
  /** Called when a worker has ended and all of its messages have been read. */
  readonly onEnded: (worker: ChildProcess) => void;
}

/** Keeps worker processes running, which all serve on the same port. */
export interface Supervisor {
  /**
   * Listens, and starts the workers. A worker that dies or misses its heartbeats is replaced, with increasing delays if
   * replacements die at once. SIGHUP replaces all, one after the other, each when its replacement serves, so that
   * changes of the program and its configuration take effect. SIGTERM and SIGINT drain the workers; the promise resolves
   * when the last has ended.
   *
   * @throws PortInUseError, another error if it can't listen, or an error if a worker ends before any has listened: the
   *   cause would stop every other one
   */
  run(): Promise<void>;
  /** The workers that listen and return their heartbeats. */
  responding(): readonly ChildProcess[];
}

/** A running worker; `child` is undefined if it could not be forked. */
interface Worker extends WorkerProcess {
  readonly child: ChildProcess | undefined;
}

/**
 * Carries out what `Supervision` decides with processes of this program, with the same arguments, and hands the
 * connections that it accepts to them.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const handover = createHandover();
  let supervision: Supervision<Worker> | undefined;
  return {
    async run() {
      const servers = await listen(options, (connection) => handover.offer(connection));
      const addresses = new Set(servers.map((server) => httpAddress(addressOf(server))));
      const onListens = (): void => {
        for (const address of addresses) options.onListening(address);
        addresses.clear();
      };
      await new Promise<void>((resolve, reject) => {
        const running = new Supervision<Worker>(options.workers, options.silenceMs, {
          now: () => performance.now(),
          later(ms, run) {
            const timer = setTimeout(run, ms);
            return () => clearTimeout(timer);
          },
          fork: (events) => startWorker(options, handover, events, onListens),
          say: (text) => stderr.write(`${text}\n`),
          finish: (error) => (error === undefined ? resolve() : reject(new Error(error))),
        });
        supervision = running;
        const stop = (): void => {
          for (const server of servers) server.close();
          handover.close();
          running.stop();
        };
        reloadOnSighup(() => running.restart());
        process.on("SIGTERM", stop);
        process.on("SIGINT", stop);
      });
    },
    responding: () => supervision?.responding().flatMap(({ child }) => child ?? []) ?? [],
  };
}

/**
 * Listens on all addresses of a host, as far as this machine has them: `localhost` may have one of IPv6 that does not
 * exist.
 *
 * @throws PortInUseError, or another error if it can't listen
 */
async function listen(
  { place: { host, port }, maxConnections }: SupervisorOptions,
  onConnection: (connection: Socket) => void,
): Promise<Server[]> {
  const servers: Server[] = [];
  let missing: unknown;
  for (const { address } of await lookup(host, { all: true })) {
    const server = createServer({ pauseOnConnect: true, noDelay: true }, onConnection);
    server.maxConnections = maxConnections;
    const [first] = servers;
    try {
      server.listen({ host: address, port: first === undefined ? port : addressOf(first).port });
      await once(server, "listening");
      servers.push(server);
    } catch (error) {
      missing = error;
      if (!ABSENT.has(codeOf(error as Error))) throw toPortError(error, { host, port });
    }
  }
  if (servers.length === 0) throw missing;
  return servers;
}

/** Starts the program again, as it is on disk now. */
function startWorker(
  options: SupervisorOptions,
  handover: Handover,
  events: WorkerEvents,
  onListens: () => void,
): Worker {
  let child: ChildProcess;
  try {
    child = fork(argv[1]!, argv.slice(2), {
      execArgv: workerFlags(),
      env: { ...process.env, [WORKER_VARIABLE]: "1" },
      stdio: ["inherit", stdioOf(stdout), stdioOf(stderr), "ipc", options.shared ?? "ignore"],
    });
  } catch (error) {
    setImmediate(events.failed, codeOf(error as Error));
    return { child: undefined, ping: ignore, drain: ignore, kill: ignore };
  }
  child.on("error", (error) => {
    // A message or signal did not reach a running worker. Its exit or missing heartbeats are handled elsewhere.
    if (child.pid === undefined) events.failed(codeOf(error));
  });
  if (child.pid === undefined) return { child: undefined, ping: ignore, drain: ignore, kill: ignore };
  forwardLines(child.stdout, stdout);
  forwardLines(child.stderr, stderr);
  const states = {
    listens(): void {
      handover.join(child);
      events.listens();
      onListens();
    },
    serves: events.serves,
    leaves(): void {
      handover.leave(child);
      sendToWorker(child, { left: true });
    },
  };
  child.on("message", (message: FromWorker) => {
    if ("state" in message) states[message.state]();
    else if ("accepted" in message) handover.accepted(child, message.accepted);
    else if ("pong" in message) {
      handover.ponged(child, message.pong);
      events.responds();
    } else options.onMessage(child, message);
  });
  // By then, its output and messages have been read.
  child.once("close", (code, signal) =>
    setImmediate(() => {
      handover.ended(child);
      options.onEnded(child);
      events.exited(signal ?? `exit code ${code}`);
    }),
  );
  return {
    child,
    ping: () => handover.ping(child),
    drain() {
      handover.leave(child);
      child.kill("SIGTERM");
    },
    kill: () => child.kill("SIGKILL"),
  };
}

const ignore = (): void => undefined;

/** Processes that this one starts write to a terminal themselves. */
export function stdioOf({ isTTY }: NodeJS.WriteStream): IOType {
  return isTTY ? "inherit" : "pipe";
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}

function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}

/**
 * Fixes the young generation of the heap, where a request's objects are allocated, to three areas of 16 MiB each, the
 * size that it reaches under load on Node 20 and 22. By default it grows in steps whenever much survives a collection,
 * so that a worker's memory may rise hours after its start; on Node 24 and a large machine an area grows to 64 MiB.
 */
export const YOUNG_GENERATION: readonly string[] = ["--min-semi-space-size=16", "--max-semi-space-size=16"];

/** Node options of a worker: those of this process, and `YOUNG_GENERATION` unless these already set it. */
function workerFlags(): string[] {
  const given = [...execArgv, process.env.NODE_OPTIONS ?? ""];
  return given.some((flags) => /semi[-_]space[-_]size/.test(flags)) ? execArgv : [...execArgv, ...YOUNG_GENERATION];
}
