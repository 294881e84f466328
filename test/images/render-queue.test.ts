import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_AHEAD } from "#build/export/draw-files.js";
import { IMAGE_FORMATS, type ImageFormat, MAX_ICO_SIDE, SIDES, toImageRequest } from "#src/images/image-options.js";
import { AbandonedError, RendererUnavailableError } from "#src/images/render-errors.js";
import { createRenderQueue, estimateSeconds, type RenderQueue } from "#src/images/render-queue.js";

const CHEAP = 1 / 64;
/** The queue takes 16 of these for each process. */
const EXPENSIVE = 1 / 4;
const REQUEST = toImageRequest({});

let queue: RenderQueue;
let now: number;
/** What happened to the requests, in order. */
let events: string[];
beforeEach(() => {
  queue = createRenderQueue(1);
  now = 0;
  events = [];
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Options {
  readonly client?: string;
  readonly seconds?: number;
  readonly isWaiting?: () => boolean;
  readonly isAlone?: boolean;
}

/** Requests an image. */
function ask(
  key: string,
  { client = "a", seconds = CHEAP, isWaiting = () => true, isAlone = false }: Options = {},
): { readonly image: Promise<Buffer> } {
  const keep = (): void => void events.push(`${key} kept`);
  const image = queue.add(
    { key, item: Buffer.alloc(0), request: REQUEST, seconds, keep },
    { name: client, isWaiting },
    isAlone,
  );
  image.then(
    () => events.push(`${key} for ${client}`),
    (error: Error) => events.push(`${key} for ${client}: ${error.message}`),
  );
  return { image };
}

/** Takes jobs from the queue while there are any, each for its estimated time. @returns the keys of their images */
function renderAll(most = Number.POSITIVE_INFINITY): string[] {
  const keys: string[] = [];
  while (keys.length < most) {
    const job = queue.begin();
    if (job === undefined) break;
    now += job.seconds * 1000;
    queue.settle(job, Buffer.from(job.key));
    keys.push(job.key);
  }
  return keys;
}

function each<Result>(count: number, make: (at: number) => Result): Result[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

it("lets clients take turns by the time that their images take", () => {
  for (const at of [1, 2, 3, 4]) ask(`a${at}`, { seconds: EXPENSIVE });
  for (const at of [1, 2]) ask(`b${at}`, { client: "b", seconds: EXPENSIVE });
  for (const at of [1, 2]) ask(`c${at}`, { client: "c", seconds: EXPENSIVE });
  expect(renderAll()).toEqual(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "a4"]);
});

it("counts the time that images really take", () => {
  for (const at of [1, 2]) ask(`a${at}`);
  const slow = queue.begin()!;
  const others = each(100, (at) => `b${at}`);
  for (const key of others) ask(key, { client: "b" });
  now += 2000;
  queue.settle(slow, Buffer.alloc(0));
  expect(renderAll(100)).toEqual(others);
});

it("renders a cheap image before expensive ones, of one client or of many", () => {
  for (const at of each(15, String)) ask(`a${at}`, { seconds: EXPENSIVE });
  ask("cheap");
  expect(renderAll()[0]).toBe("cheap");
  for (const at of each(15, String)) ask(`expensive${at}`, { client: at, seconds: EXPENSIVE });
  renderAll(3);
  ask("cheap", { client: "new" });
  expect(renderAll()[0]).toBe("cheap");
});

it.each(["one client", "a new client each"])(
  "renders an expensive image in the end if cheap ones of %s keep coming",
  (kind) => {
    ask("expensive", { client: "1", seconds: EXPENSIVE });
    let cheap = 0;
    do ask(`cheap${++cheap}`, { client: kind === "one client" ? "1" : `new${cheap}` });
    while (renderAll(1)[0] !== "expensive" && cheap < 1000);
    // Both clients, or all requests of one, share the time: equal shares of twice the image's time.
    expect(cheap).toBeGreaterThan(EXPENSIVE / CHEAP / 2);
    expect(cheap).toBeLessThan((2.5 * EXPENSIVE) / CHEAP);
  },
);

it("renders an image once for all its clients, when it is the turn of the first of them", async () => {
  for (const at of [1, 2, 3]) ask(`a${at}`, { seconds: EXPENSIVE });
  ask("b1", { client: "b", seconds: EXPENSIVE });
  const shared = [ask("a3", { client: "c", seconds: EXPENSIVE }), ask("a3", { client: "d", seconds: EXPENSIVE })];
  expect(renderAll()).toEqual(["a1", "b1", "a3", "a2"]);
  for (const bytes of await Promise.all(shared.map(({ image }) => image))) expect(bytes.toString()).toBe("a3");
  expect(events.filter((event) => event.startsWith("a3"))).toEqual(["a3 kept", "a3 for a", "a3 for c", "a3 for d"]);
});

it("never renders an image whose clients have all left while it waited", async () => {
  let isThere = true;
  const left = ask("left", { isWaiting: () => isThere });
  const shared = [ask("shared", { isWaiting: () => isThere }), ask("shared", { client: "b" })];
  isThere = false;
  expect(renderAll()).toEqual(["shared"]);
  await expect(left.image).rejects.toThrow(AbandonedError);
  await expect(shared[0]!.image).rejects.toThrow(AbandonedError);
  await expect(shared[1]!.image).resolves.toBeInstanceOf(Buffer);
});

it("renders an abandoned image for a client that joins later", async () => {
  let isThere = true;
  ask("image", { isWaiting: () => isThere });
  isThere = false;
  const joined = ask("image", { client: "b" });
  expect(renderAll()).toEqual(["image"]);
  await expect(joined.image).resolves.toBeInstanceOf(Buffer);
});

it("keeps an image that was being rendered when its client left", async () => {
  let isThere = true;
  ask("image", { isWaiting: () => isThere });
  const job = queue.begin()!;
  isThere = false;
  // Any other request makes the queue look for clients that have left.
  ask("other");
  now += 1000;
  queue.settle(job, Buffer.alloc(0));
  expect(events).toEqual(["image kept"]);
  ask("image");
  expect(renderAll()).toEqual(["other", "image"]);
});

it("refuses work beyond four seconds to the client that has requested most, beginning with its last image", async () => {
  const greedy = each(20, (at) => ask(`a${at}`, { seconds: EXPENSIVE }));
  await Promise.allSettled(greedy.slice(16).map(({ image }) => image));
  const refused = (at: number): string => `a${at} for a: too many images are being rendered`;
  expect(events).toEqual([16, 17, 18, 19].map(refused));
  events = [];
  const others = ["b", "c"].map((client) => ask(client, { client, seconds: EXPENSIVE }));
  await expect(greedy[14]!.image).rejects.toThrow(RendererUnavailableError);
  expect(events).toEqual([15, 14].map(refused));
  const order = renderAll();
  expect(order).toHaveLength(16);
  expect(order.slice(0, 3)).toEqual(["a0", "b", "c"]);
  await Promise.all(others.map(({ image }) => image));
});

it("takes twice the work with two processes", () => {
  queue = createRenderQueue(2);
  for (const at of each(40, String)) ask(at, { seconds: EXPENSIVE });
  expect(renderAll()).toHaveLength(32);
});

it("takes no work for requests for the same image, but at most 1,024 of them", async () => {
  const wanted = each(1030, () => ask("a", { seconds: EXPENSIVE }));
  expect(renderAll()).toEqual(["a"]);
  const settled = await Promise.allSettled(wanted.map(({ image }) => image));
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1024);
});

it("makes room for others when clients leave", async () => {
  let isThere = true;
  for (const at of each(16, String)) ask(at, { seconds: EXPENSIVE, isWaiting: () => isThere });
  isThere = false;
  const others = each(16, (at) => ask(`b${at}`, { client: "b", seconds: EXPENSIVE }));
  expect(renderAll()).toEqual(each(16, (at) => `b${at}`));
  await Promise.all(others.map(({ image }) => image));
});

it.each(Object.keys(IMAGE_FORMATS) as ImageFormat[])(
  "takes as many %s images as an export requests ahead",
  (format) => {
    const side = format === "ico" ? MAX_ICO_SIDE : SIDES.most;
    const seconds = estimateSeconds({ format }, { width: side, height: side });
    for (const at of each(MAX_AHEAD, String)) ask(at, { seconds });
    expect(renderAll()).toHaveLength(MAX_AHEAD);
  },
);

it("renders nothing at the same time as an image that must be alone", () => {
  queue = createRenderQueue(4);
  for (const key of ["a", "b"]) ask(key);
  ask("c", { client: "c", seconds: EXPENSIVE });
  const [a, b] = [queue.begin()!, queue.begin()!];
  queue.repeatAlone(a);
  expect(queue.begin()).toBeUndefined();
  queue.settle(b, Buffer.alloc(0));
  expect(queue.begin()).toBe(a);
  expect(queue.begin()).toBeUndefined();
  queue.settle(a, Buffer.alloc(0));
  expect(queue.begin()?.key).toBe("c");
  ask("suspect", { isAlone: true });
  expect(queue.begin()).toBeUndefined();
});

it("forgets an image that must be repeated if its clients have left meanwhile", () => {
  let isThere = true;
  ask("a", { isWaiting: () => isThere });
  const job = queue.begin()!;
  isThere = false;
  ask("b");
  queue.repeatAlone(job);
  expect(renderAll()).toEqual(["b"]);
});
