import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient, type ImageUrlOptions } from "#src/client/index.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

it.each<[ImageUrlOptions | undefined, string, string]>([
  [undefined, "/images/spotify", "image/webp"],
  [{ format: "svg" }, "/images/spotify.svg", "image/svg+xml"],
  [{ format: "png", size: 64 }, "/images/spotify.png?size=64", "image/png"],
  [{ format: "ico", size: [16, 32] }, "/images/spotify.ico?size=16%2C32", "image/x-icon"],
  [{ format: "auto", content: 0.8 }, "/images/spotify?format=auto&content=0.8", "image/png"],
  [{ color: "#fff", background: "rgb(0 0 0 / 50%)" }, "/images/spotify?color=%23fff&background=", "image/webp"],
  [{ width: 32, height: 16, rotate: 90, flip: "both" }, "/images/spotify?width=32&height=16&rotate=90&", "image/webp"],
  [{ upscale: true, download: true, padding: 0.1, radius: undefined }, "/images/spotify?upscale=true&", "image/webp"],
])("returns the URL of an image that the service serves: %j", async (options, path, type) => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}` });
  const url = client.imageUrl("spotify", options);
  expect(url.startsWith(`http://127.0.0.1:${service.port}${path}`)).toBe(true);
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
});

it.each([
  [{ domain: "open.spotify.com" }, { format: "png", size: 64 }, "image/png"],
  [{ container: "ghcr.io/grafana/grafana:11.2.0" }, { greyscale: true }, "image/webp"],
  [{ name: "C++ & C#" }, { fallback: "monogram", format: "svg" }, "image/svg+xml"],
] as const)("returns the URL of the image of an identity: %j", async (identity, options, type) => {
  const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}` });
  const response = await fetch(client.imageUrl(identity, options));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
});

it("encodes any id as one path segment, below any base URL", () => {
  const client = createClient({ baseUrl: "https://icons.test/below/" });
  expect(client.imageUrl("a/b?c#d é", { format: "png" })).toBe(
    "https://icons.test/below/images/a%2Fb%3Fc%23d%20%C3%A9.png",
  );
});
