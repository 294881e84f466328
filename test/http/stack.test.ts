import fc from "fast-check";
import sharp, { type Region } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
/** Icons with a background, which outlines clip. */
const framed = new Set<string>();
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "off" });
  for (const id of IDS) if ((await service.ask(`/images/${id}.svg?variant=bare`)).status === 200) framed.add(id);
});
afterAll(() => service.close());

const IDS = ["react", "typescript", "github", "xbox", "minecraft", "mastercard", "slack", "meta-ai"];

const pixels = async (path: string, area?: Region): Promise<Buffer> => {
  const { status, bytes } = await service.ask(path);
  expect([path, status]).toEqual([path, 200]);
  const image = sharp(bytes).flatten({ background: "#888" });
  return (area === undefined ? image : image.extract(area)).raw().toBuffer();
};

const REFUSED: readonly [path: string, status: number, code: string, message: string][] = [
  ["/stack.svg", 400, "missing_parameter", "ids=js,html,css"],
  ["/stack.svg?ids=", 400, "missing_parameter", "ids"],
  [`/stack.svg?ids=${"react,".repeat(61)}react`, 400, "invalid_parameter", "62 icons; 60 are allowed"],
  ["/stack.svg?ids=react&per-line=0", 400, "invalid_parameter", "per-line"],
  ["/stack.svg?ids=react&size=300", 400, "invalid_parameter", "size"],
  ["/stack.svg?ids=react&gap=-1", 400, "invalid_parameter", "gap"],
  ["/stack.svg?ids=react&shape=star", 400, "invalid_parameter", "shape"],
  ["/stack.png?ids=react,react,react,react,react&size=256", 400, "invalid_parameter", "1312 × 256 pixels"],
  ["/stack.svg?ids=react,no+such+thing", 404, "icon_not_found", '"no such thing"'],
];

describe("several icons as one image", () => {
  it("show each icon in its place as it is alone, in any number of lines", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...IDS), { minLength: 1, maxLength: 9 }),
        fc.record({
          size: fc.integer({ min: 64, max: 96 }),
          gap: fc.integer({ min: 0, max: 9 }),
          perLine: fc.integer({ min: 1, max: 9 }),
        }),
        fc.constantFrom("square", "rounded", "circle"),
        async (ids, { size, gap, perLine }, shape) => {
          const query = `ids=${ids.join()}&size=${size}&gap=${gap}&per-line=${perLine}&shape=${shape}`;
          const columns = Math.min(perLine, ids.length);
          const rows = Math.ceil(ids.length / perLine);
          const { bytes } = await service.ask(`/stack.png?${query}`);
          const { width, height } = await sharp(bytes).metadata();
          expect([width, height]).toEqual([columns, rows].map((icons) => icons * size + (icons - 1) * gap));
          for (const [at, id] of ids.entries()) {
            const [left, top] = [at % perLine, Math.floor(at / perLine)].map((place) => place * (size + gap));
            const shown = await pixels(`/stack.png?${query}`, { left: left!, top: top!, width: size, height: size });
            const outline = framed.has(id) ? shape : "square";
            const alone = await pixels(`/images/${id}.png?size=${size}&shape=${outline}`);
            const far = Math.max(...shown.map((value, byte) => Math.abs(value - alone[byte]!)));
            expect(far, `${id} in ${query}`).toBeLessThanOrEqual(2);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("draws many icons with filters, whose layers would be too large in one drawing", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? "meta-ai" : "netflix"));
    expect((await service.ask(`/stack.png?ids=${ids.join()}&size=117&per-line=5`)).status).toBe(200);
  });

  it("takes names, and finds the icon that is meant", async () => {
    const [byName, byId] = [
      await service.ask("/stack.svg?ids=js,C%2B%2B,Visual+Studio+Code"),
      await service.ask("/stack.svg?ids=javascript,cplusplus&ids=visual-studio-code"),
    ];
    expect([byName.status, byId.status]).toEqual([200, 200]);
    expect(byName.bytes.equals(byId.bytes)).toBe(true);
    expect(byName.headers["content-type"]).toBe("image/svg+xml");
  });

  it("can be cached, and shows the initial of an unknown name on request", async () => {
    const path = "/stack.svg?ids=react,no+such+thing&fallback=monogram";
    const { status, headers } = await service.ask(path);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
    expect((await service.ask(path, { "If-None-Match": headers.etag! })).status).toBe(304);
  });

  it.each(REFUSED)("refuses %s", async (path, status, code, message) => {
    const { status: own, body } = await service.ask(path);
    expect([own, body.error.code]).toEqual([status, code]);
    expect(body.error.message).toContain(message);
  });
});

it("embeds raster images on their backgrounds, and refuses what is too large", async () => {
  const red = { create: { width: 64, height: 32, channels: 3, background: "#e53935" } } as const;
  const noise = sharp({
    create: { ...red.create, width: 700, height: 700, noise: { type: "gaussian", mean: 128, sigma: 60 } },
  });
  const record = { developer: "D", category: "c" };
  const folder = temporaryFolder({
    "data.json": [
      { ...record, id: "red", name: "Red", image: "red.png", background: "#00aa00" },
      { ...record, id: "web", name: "Web", image: "web.webp", background: "#00aa00" },
      { ...record, id: "noise", name: "Noise", image: "noise.png" },
      { ...record, id: "long", name: "Long", image: "long.svg", formerIds: ["letters"] },
    ],
    "long.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4z${"M0 0h1v1z".repeat(40_000)}"/></svg>`,
    "red.png": await sharp(red).png().toBuffer(),
    "web.webp": await sharp(red).webp({ lossless: true }).toBuffer(),
    "noise.png": await noise.png().toBuffer(),
  }); // prettier-ignore
  await compile({ data: `${folder}/data.json`, out: `${folder}/out`, jobs: 1 });
  const other = await startService(`${folder}/out`, {});
  try {
    const { bytes } = await other.ask("/stack.png?ids=red,web&size=64&gap=0&shape=square");
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
    for (const x of [32, 96]) {
      expect(at(x, 2)).toEqual([0, 0xaa, 0]);
      expect(Math.abs(at(x, 32)[0]! - 0xe5)).toBeLessThan(6);
    }
    expect((await other.ask("/stack.svg?ids=letters")).bytes).toEqual((await other.ask("/stack.svg?ids=long")).bytes);
    for (const ids of ["long,long", "noise,".repeat(20)]) {
      const { status, body } = await other.ask(`/stack.svg?ids=${ids}`);
      expect([status, body.error.code]).toEqual([422, "image_too_expensive"]);
      expect(body.error.message).toBe("the drawings have more than 512 KiB together; give fewer ids");
    }
    const { status, body } = await other.ask("/stack.png?ids=long,long");
    expect([status, body.error.code]).toEqual([422, "image_too_expensive"]);
    expect(body.error.message).toContain("more than 512 KiB together; give fewer ids");
  } finally {
    await other.close();
  }
});
