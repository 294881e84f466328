import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Browsing, describeInBrowser } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const SIDE = 64;
let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "off" });
});
afterAll(() => service.close());

/** Shows an image of a server on a white page, in a browser with these colors. */
async function shown(open: Browsing["open"], address: string, colorScheme: "light" | "dark"): Promise<Buffer> {
  const page = await open(new URL("/healthz", address).href, { width: SIDE, height: SIDE, colorScheme });
  await page.setContent(
    `<body style="margin:0;background:#fff"><img src="${address}" width="${SIDE}" height="${SIDE}" style="object-fit:contain">`,
  );
  await page.evaluate("document.images[0].decode()");
  return sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer();
}

const share = (one: Buffer, other: Buffer): number =>
  one.filter((value, at) => Math.abs(value - other[at]!) > 24).length / one.length;

const inBrowser = ({ open }: Browsing): void => {
  it.each([
    ["github", "variant=bare"],
    ["uber", "variant=bare"],
    ["mastercard", "variant=bare"],
    ["spotify", ""],
  ])("is in light and dark browsers the image of %s for each theme, %s", async (id, choice) => {
    for (const scheme of ["light", "dark"] as const) {
      const address = (theme: string) => `http://127.0.0.1:${service.port}/images/${id}.svg?${choice}&theme=${theme}`;
      const [own, expected] = [await shown(open, address("auto"), scheme), await shown(open, address(scheme), scheme)];
      expect(share(own, expected)).toBeLessThan(0.005);
      expect(own.some((value) => value < 200)).toBe(scheme === "light" || id === "mastercard" || id === "spotify");
    }
  });

  it("keeps sizes, backgrounds and the order of two drawings that differ in all of these", async () => {
    const drawn = (width: number, color: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 8"><path fill="${color}" d="M0 0h${width}v4H4v4H0z"/></svg>`;
    const folder = temporaryFolder({ "own.svg": drawn(8, "red"), "light.svg": drawn(24, "#0a0") });
    const light = { name: "light", image: "light.svg", background: "#123456" };
    const record = { id: "kite", name: "Kite", developer: "D", category: "c", image: "own.svg", variants: [light] };
    writeFileSync(join(folder, "icons.json"), JSON.stringify([record]));
    await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
    const other = await startService(join(folder, "out"), {});
    try {
      for (const scheme of ["light", "dark"] as const) {
        const address = (theme: string): string => `http://127.0.0.1:${other.port}/images/kite.svg?theme=${theme}`;
        const [own, expected] = [
          await shown(open, address("auto"), scheme),
          await shown(open, address(scheme), scheme),
        ];
        expect(share(own, expected)).toBeLessThan(0.01);
      }
    } finally {
      other.app.server.closeAllConnections();
      await other.close();
    }
  });
};
// Browsers ask for an icon of any page.
describeInBrowser("an image with theme=auto", inBrowser, ["404 (Not Found)"]);

describe("theme=auto without a browser", () => {
  it.each(["png", "webp", "ico"])("is as %s the image for light pages", async (format) => {
    const [own, light] = await Promise.all(
      ["auto", "light"].map((theme) => service.ask(`/images/github.${format}?size=128&variant=bare&theme=${theme}`)),
    );
    const pixels = (bytes: Buffer): Promise<Buffer> =>
      sharp(format === "ico" ? bytes.subarray(22) : bytes)
        .raw()
        .toBuffer(); // prettier-ignore
    expect(share(await pixels(own!.bytes), await pixels(light!.bytes))).toBeLessThan(0.02);
  });

  it("is the image for light pages if both are too large together, and in a given color the one of both", async () => {
    const large = (color: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="${color}" d="M0 0h8v4z${"M0 0h1v1z".repeat(65_000)}"/></svg>`;
    const folder = temporaryFolder({ "own.svg": large("#e53935"), "light.svg": large("#43a047") });
    const variants = [{ name: "light", image: "light.svg" }];
    const record = { id: "large", name: "Large", developer: "D", category: "c", image: "own.svg", variants };
    writeFileSync(join(folder, "icons.json"), JSON.stringify([record]));
    await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
    const other = await startService(join(folder, "out"), {});
    try {
      const ask = async (query: string): Promise<Buffer> => (await other.ask(`/images/large.svg${query}`)).bytes;
      expect((await ask("?theme=auto")).equals(await ask("?theme=light"))).toBe(true);
    } finally {
      await other.close();
    }
    const [auto, light] = await Promise.all(
      ["auto", "light"].map((theme) => service.ask(`/images/github.svg?variant=bare&theme=${theme}&color=red`)),
    );
    expect([auto!.status, auto!.bytes.equals(light!.bytes)]).toEqual([200, true]);
  });

  it("is the very same image where both themes have one", async () => {
    const [own, plain] = [await service.ask("/images/react.svg?theme=auto"), await service.ask("/images/react.svg")];
    expect(own.bytes.equals(plain.bytes)).toBe(true);
  });
});
