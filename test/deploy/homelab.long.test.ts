import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, vi } from "vitest";
import { serve } from "../support/cli.js";
import { drawing } from "../support/drawings.js";
import { temporaryFolder } from "../support/folder.js";
import { itAsOther, OTHER_USER } from "../support/other-user.js";
import { PATIENTLY } from "../support/patiently.js";

const DOCKERFILE = readFileSync("deploy/homelab/Dockerfile", "utf8").replaceAll("\\\n", " ");

/** Small collections in the layouts of the real ones: `plex` is in all of them. */
const FILES = {
  "checkouts/dashboard-icons/LICENSE": "Apache License\nVersion 2.0, January 2004\n",
  "checkouts/dashboard-icons/metadata.json": {
    plex: { base: "svg", aliases: [], categories: [], update: { timestamp: "2025-02-07T08:48:00Z", author: {} } },
  },
  "checkouts/dashboard-icons/svg/plex.svg": drawing("#e5a00d"),
  "checkouts/selfhst/LICENSE": "Attribution 4.0 International\n",
  "checkouts/selfhst/index.json": ["plex", "kite"].map((name) => ({
    ...{ Name: `${name[0]!.toUpperCase()}${name.slice(1)}`, Reference: name, SVG: "Yes", PNG: "No", WebP: "No" },
    ...{ Light: "No", Dark: "No", Category: "Media", Tags: "", CreatedAt: "2024-08-16 00:27:23+00:00" },
  })),
  "checkouts/selfhst/svg/plex.svg": drawing("#cc7b19"),
  "checkouts/selfhst/svg/kite.svg": drawing("#1db954"),
  "collections/data/dataset.json": { name: "Shipped" },
  "collections/data/icons/all.json": [
    {
      id: "plex",
      name: "Plex",
      developer: "Plex",
      category: "media",
      identifiers: { domains: ["plex.tv"] },
      image: "plex.svg",
    },
  ],
  "collections/data/plex.svg": drawing("#111111"),
  "npm/simple-icons/package.json": { name: "simple-icons", version: "16.0.0", license: "CC0-1.0" },
  "npm/simple-icons/data/simple-icons.json": [
    { title: "Plex", hex: "EBAF00", source: "https://plex.tv", slug: "plex" },
    { title: "Zig", hex: "F7A41D", source: "https://ziglang.org", slug: "zig" },
  ],
  "npm/simple-icons/icons/plex.svg": drawing("#000000"),
  "npm/simple-icons/icons/zig.svg": drawing("#000000"),
};

/** Runs the RUN lines of the Dockerfile, with the image's folders in a folder; `npm install` takes what is there. */
function runBuildLines(folder: string): void {
  const collections = join(folder, "collections");
  for (const [, line] of DOCKERFILE.matchAll(/^RUN +((?:--mount=\S+ +)*.*)$/gm)) {
    const command = line!
      .replaceAll(/--mount=\S+ +/g, "")
      .replaceAll(/(?<=\s|^)\/(?=(?:icons|artifacts|checkouts)\b)/g, `${folder}/`)
      .replaceAll("/app/", `${resolve(".")}/`);
    if (command.startsWith("npm install ")) {
      mkdirSync(join(collections, "node_modules"));
      symlinkSync(join(folder, "npm/simple-icons"), join(collections, "node_modules/simple-icons"));
    } else execFileSync("sh", ["-c", command], { cwd: collections, stdio: "pipe" });
  }
}

/** Copies what the last stage copies, with the owners that it names. */
function copyIntoImage(folder: string, image: string): void {
  for (const [, owner, from, to] of DOCKERFILE.matchAll(/^COPY --from=collections (--chown=\S+ )?(\S+) (\S+)$/gm)) {
    cpSync(join(folder, from!), join(image, to!), { recursive: true });
    if (owner !== undefined) execFileSync("chown", ["-R", `${OTHER_USER}:${OTHER_USER}`, join(image, to!)]);
  }
}

itAsOther(
  "the homelab recipe serves merged collections and own images next to them, as an unprivileged user",
  async () => {
    const folder = temporaryFolder(FILES);
    runBuildLines(folder);
    const image = join(folder, "image");
    copyIntoImage(folder, image);
    for (const path of [folder, image]) chmodSync(path, 0o755);
    const state = join(image, "var/lib/icons");
    chownSync(state, OTHER_USER, OTHER_USER);
    const custom = join(image, "icons/custom");
    expect(existsSync(custom)).toBe(true);

    const [, variables = ""] = /^ENV (.*)$/m.exec(DOCKERFILE)!;
    const environment = Object.fromEntries(
      [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
        name,
        value!.replace(/^\/icons/, `${image}/icons`),
      ]),
    );
    const files = { ICONS_KEYS: join(image, "etc/icons/keys.json"), ICONS_USAGE: join(state, "usage.bin") };
    const server = await serve(
      ["serve", join(state, "artifacts")],
      { ...environment, ...files, HOME: "/tmp" },
      {
        cwd: "/",
        uid: OTHER_USER,
      },
    );
    const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${server.port}${path}`);
    expect(await (await get("/svg/plex.svg")).text()).toContain("#e5a00d");
    const ofLayouts = [
      "/selfhst/plex",
      "/si/zig",
      "/homepage/sh-plex",
      "/clearbit/plex.tv",
      "/bitwarden/plex.tv/icon.png",
    ];
    for (const path of ["/svg/kite.svg", "/png/zig.png", "/webp/plex.webp", "/logos/plex.tv", ...ofLayouts])
      expect((await get(path)).status, path).toBe(200);
    writeFileSync(join(custom, "my-app.svg"), drawing("#123456"));
    writeFileSync(join(custom, "broken.svg"), "<svg");
    await vi.waitFor(async () => expect(await (await get("/svg/my-app.svg")).text()).toContain("#123456"), PATIENTLY);
    await vi.waitFor(() => expect(server.stdout()).toContain("broken.svg"), PATIENTLY);
    expect((await get("/svg/plex.svg")).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
  600_000,
);
