import type { Canvas } from "./canvas.js";
import { type ImageRequest, MEASURED_SIDE } from "./image-options.js";
import { AbandonedError, RendererUnavailableError } from "./render-errors.js";
import type { RenderTask } from "./render-process.js";

/** Estimated seconds of work that may wait for each process: 18 AVIF images of 1,024 pixels. */
const SECONDS_PER_PROCESS = 4;
/** Maximum number of requests that wait. */
const MAX_REQUESTS = 1024;
/** Typical seconds for a small image. Measured: 2 ms for a PNG of 16 pixels, 20 ms for an ICO of 256 pixels. */
const SECONDS_PER_IMAGE = 0.01;
/** Typical seconds for each pixel. Measured at 1,024 pixels: 150 to 240 ms for an AVIF image, 35 to 180 ms for others. */
const SECONDS_PER_PIXEL = 5e-8;
const SECONDS_PER_AVIF_PIXEL = 2e-7;

/** Who waits for an image. */
export interface RenderClient {
  /** Clients with equal names share their turns. */
  readonly name: string;
  /** Whether it still waits; if not, its request is dropped. */
  isWaiting(): boolean;
}

/** An image to render. */
export interface Rendering extends Pick<RenderTask, "item" | "request"> {
  /** Equal only for equal images. Concurrent requests for the same image share one rendering. */
  readonly key: string;
  /** As estimated by `estimateSeconds`. */
  readonly seconds: number;
  /** Receives the image, even if all its clients have left. */
  keep(image: Buffer): void;
}

/** An image that is waiting or being rendered. */
export interface Job extends Rendering {
  /** Whether no other image may be rendered at the same time. */
  isAlone: boolean;
  /** When rendering began, in milliseconds of the monotonic clock; undefined while it waits. */
  begun: number | undefined;
  readonly requests: Set<WaitingRequest>;
}

interface WaitingRequest {
  readonly job: Job;
  readonly client: RenderClient;
  /** Of a client's requests, the one with the lowest rank comes first. */
  readonly rank: number;
  resolve(image: Buffer): void;
  reject(error: Error): void;
}

/**
 * Images that are waiting or being rendered. Clients share the renderers' time (weighted fair queueing), and cheap images
 * go before expensive ones. A clock for each client with requests counts the seconds that it has had; it starts at the
 * average. Of all clients, the one with the lowest sum of its clock and the seconds of its next image is served. Of the
 * requests of a client, the one with the lowest sum of its clock at that time and the seconds of the image comes first.
 * So an expensive image waits while cheap ones take as long as itself.
 *
 * Work beyond what may wait is refused to the client that has requested most, beginning with its last image. Requests
 * whose clients have left are dropped. An image that is being rendered then is finished and kept: most take less time
 * than starting another process.
 *
 * Operations take time proportional to the number of requests, except adding one as long as there is room.
 */
export interface RenderQueue {
  /**
   * Adds a request.
   *
   * @param isAlone whether no other image may be rendered at the same time
   * @throws RendererUnavailableError if too much work is waiting; AbandonedError; the error passed to `settle`
   */
  add(rendering: Rendering, client: RenderClient, isAlone: boolean): Promise<Buffer>;
  /** Begins the next image. Undefined if none is waiting, or if it must wait for the end of others. */
  begin(): Job | undefined;
  /** Lets an image that has begun wait again, to be rendered alone. */
  repeatAlone(job: Job): void;
  /** Settles all requests for an image. */
  settle(job: Job, outcome: Buffer | Error): void;
  /** Rejects all requests. */
  rejectAll(error: Error): void;
}

/** Estimates how long it takes to render an image of ordinary content, in seconds on a core of a server of 2020. */
export function estimateSeconds(
  { format, sides, content }: Pick<ImageRequest, "format" | "sides" | "content">,
  { width, height }: Canvas,
): number {
  const areas = format === "svg" ? [0] : (sides?.map((side) => side ** 2) ?? [width * height]);
  const drawn = areas.reduce((sum, area) => sum + area, 0);
  const measured = content === undefined ? 0 : MEASURED_SIDE ** 2;
  return (
    SECONDS_PER_IMAGE * areas.length +
    drawn * (format === "avif" ? SECONDS_PER_AVIF_PIXEL : SECONDS_PER_PIXEL) +
    measured * SECONDS_PER_PIXEL
  );
}

/** @param processes number of images that are rendered at the same time */
export function createRenderQueue(processes: number): RenderQueue {
  const maxSeconds = SECONDS_PER_PROCESS * processes;
  const jobs = new Map<string, Job>();
  /** In the order of their arrival. */
  const requests = new Set<WaitingRequest>();
  /** Seconds that each client has had. */
  const clocks = new Map<string, number>();
  let averageClock = 0;

  const remove = (request: WaitingRequest, error: Error): void => {
    const { job } = request;
    requests.delete(request);
    job.requests.delete(request);
    if (job.requests.size === 0 && job.begun === undefined) jobs.delete(job.key);
    request.reject(error);
  };
  const dropAbandoned = (): void => {
    for (const request of requests) if (!request.client.isWaiting()) remove(request, new AbandonedError());
  };
  const hasExcess = (): boolean => {
    let seconds = 0;
    for (const job of jobs.values()) seconds += job.seconds;
    return requests.size > MAX_REQUESTS || seconds > maxSeconds;
  };
  const refuseExcess = (): void => {
    if (hasExcess()) dropAbandoned();
    while (hasExcess())
      remove(lastOfGreediest(requests, maxSeconds), new RendererUnavailableError("too many images are being rendered"));
  };
  /** Adds seconds to the clocks of an image's clients, in equal parts. */
  const charge = (job: Job, seconds: number): void => {
    const names = namesOf(job.requests);
    for (const name of names) clocks.set(name, clocks.get(name)! + seconds / names.size);
  };

  return {
    add: (rendering, client, isAlone) =>
      new Promise((resolve, reject) => {
        const job = jobs.get(rendering.key) ?? { ...rendering, isAlone, begun: undefined, requests: new Set() };
        const clock = clocks.get(client.name) ?? averageClock;
        const request = { job, client, rank: clock + job.seconds, resolve, reject };
        clocks.set(client.name, clock);
        jobs.set(job.key, job);
        job.requests.add(request);
        requests.add(request);
        refuseExcess();
      }),
    begin() {
      dropAbandoned();
      const running = [...jobs.values()].filter(({ begun }) => begun !== undefined);
      const job = nextJob(requests, clocks);
      if (job === undefined || running.some(({ isAlone }) => isAlone)) return undefined;
      if (job.isAlone && running.length > 0) return undefined;
      job.begun = performance.now();
      charge(job, job.seconds);
      return job;
    },
    repeatAlone(job) {
      job.isAlone = true;
      job.begun = undefined;
      if (job.requests.size === 0) jobs.delete(job.key);
    },
    settle(job, outcome) {
      const seconds = (performance.now() - job.begun!) / 1000;
      charge(job, seconds - job.seconds);
      averageClock += seconds / Math.max(1, namesOf(requests).size);
      jobs.delete(job.key);
      if (!(outcome instanceof Error)) job.keep(outcome);
      for (const request of job.requests) {
        requests.delete(request);
        if (outcome instanceof Error) request.reject(outcome);
        else request.resolve(outcome);
      }
      const remaining = namesOf(requests);
      for (const name of clocks.keys()) if (!remaining.has(name)) clocks.delete(name);
    },
    rejectAll(error) {
      for (const request of requests) remove(request, error);
    },
  };
}

function namesOf(requests: ReadonlySet<WaitingRequest>): Set<string> {
  const names = new Set<string>();
  for (const { client } of requests) names.add(client.name);
  return names;
}

/** The image whose turn it is; see `RenderQueue`. */
function nextJob(requests: ReadonlySet<WaitingRequest>, clocks: ReadonlyMap<string, number>): Job | undefined {
  const firsts = new Map<string, WaitingRequest>();
  for (const request of requests) {
    const { name } = request.client;
    if (request.job.begun === undefined && request.rank < (firsts.get(name)?.rank ?? Number.POSITIVE_INFINITY))
      firsts.set(name, request);
  }
  let next: Job | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [name, { job }] of firsts) {
    const sum = clocks.get(name)! + job.seconds;
    if (sum >= least) continue;
    least = sum;
    next = job;
  }
  return next;
}

/** The request that is refused next. */
function lastOfGreediest(requests: ReadonlySet<WaitingRequest>, maxSeconds: number): WaitingRequest {
  const totals = new Map<string, number>();
  for (const { client, job } of requests) {
    const share = Math.max(job.seconds / job.requests.size, maxSeconds / MAX_REQUESTS);
    totals.set(client.name, (totals.get(client.name) ?? 0) + share);
  }
  const most = Math.max(...totals.values());
  // Refusing a request for an image that is being rendered saves no work.
  const orderOf = ({ job, rank }: WaitingRequest): number => (job.begun === undefined ? rank : -1);
  let last: WaitingRequest | undefined;
  for (const request of requests) {
    const isCandidate = totals.get(request.client.name) === most;
    if (isCandidate && (last === undefined || orderOf(request) >= orderOf(last))) last = request;
  }
  return last!;
}
