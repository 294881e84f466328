import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RenderMode } from "#src/images/render-mode.js";
import { listNewRenderers } from "../support/renderers.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Images that need no rendering: the default WebP and SVG. */
const USUAL = [
  "/images/spotify",
  "/images/spotify.webp",
  "/images/spotify?format=webp",
  "/images/spotify?v=0123456789abcdef&download=1",
  "/images/spotify.svg",
  "/images/spotify.svg?color=red&size=64&background=white",
  "/images/spotify?format=svg&padding=0.2",
];
const DRAWN = [
  "/images/spotify.png",
  "/images/spotify?format=png",
  "/images/spotify?size=64",
  "/images/spotify.webp?color=red",
  "/images/spotify.ico?size=32",
  "/images/spotify?format=svg&format=png",
  "/images/spotify?%73ize=64",
  "/images/spotify.svg?content=0.8",
  "/images/spotify?format=auto",
];

describe.each<[RenderMode, boolean]>([
  ["keys", true],
  ["off", false],
])("images with --render %s", (render, hasKeys) => {
  let service: Service;
  beforeAll(async () => {
    // Even if callers without a key may use the API.
    service = await startService(shippedArtifacts, { render, anonymous: "pro" });
  });
  afterAll(() => service.close());

  it("serves the default image and SVG in any form to everyone", async () => {
    for (const path of USUAL) expect([path, (await service.ask(path)).status]).toEqual([path, 200]);
  });

  it("renders nothing for callers without a valid key", async () => {
    for (const path of DRAWN) {
      const { status, body } = await service.ask(path);
      expect([path, status, body.error.code]).toEqual(
        hasKeys ? [path, 401, "missing_api_key"] : [path, 403, "rendering_disabled"],
      );
    }
    const { body } = await service.ask(DRAWN[0]!, { "X-API-Key": "icn_nobody" });
    expect(body.error.code).toBe(hasKeys ? "invalid_api_key" : "rendering_disabled");
  });

  it(hasKeys ? "renders for callers with a key, without counting requests" : "renders for nobody", async () => {
    const expected = hasKeys ? 200 : 403;
    for (const path of DRAWN.filter((one) => !one.includes("&format="))) {
      expect([path, (await service.ask(path, { "X-API-Key": service.free })).status]).toEqual([path, expected]);
    }
    const asked = `/images/spotify.png?size=33&api_key=${service.free}`;
    expect((await service.ask(asked)).status).toBe(expected);
    const { body } = await service.ask("/api/v1/categories", { "X-API-Key": service.free });
    expect(body._meta).toMatchObject({ rate_limit: 100, rate_remaining: 99 });
  });
});

it("renders nothing with --render off, not even repeated requests of the default image", async () => {
  const renderers = listNewRenderers();
  const service = await startService(shippedArtifacts, { render: "off" });
  for (const path of [...DRAWN, "/images/spotify.svg?size=64"]) await service.ask(path);
  expect(renderers()).toEqual([]);
  await service.close();
});
