import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Layouts at the paths that programs know from a CDN, and at paths that their settings name. */
const LAYOUTS = [
  ...["dashboard-icons=/gh/homarr-labs/dashboard-icons", "dashboard-icons=/gh/homarr-labs/dashboard-icons@master"],
  ...["selfhst=/gh/selfhst/icons", "selfhst=/gh/selfhst/icons@main", "selfhst=/gh/selfhst/icons@latest"],
  ...["simple-icons=/npm/simple-icons@latest/icons", "simple-icons=/si", "homepage=/homepage"],
  ...["selfhst-server=/selfhst", "clearbit", "bitwarden"],
];
const SVG = "image/svg+xml";

/** Requests of a program, as its source or documentation has them, with the media type that it expects. */
const PROGRAMS: readonly [program: string, requests: readonly (readonly [path: string, type: string])[]][] = [
  [
    // gethomepage/homepage src/components/resolvedicon.jsx: 16 (any address), 51 (sh-), 81 (si-), 103, 122, 140 (others)
    "Homepage",
    [
      ["/homepage/plex", "image/png"],
      ["/homepage/si-spotify-%23a712a2", SVG],
      ["/homepage/sh-plex.webp", "image/webp"],
      ["/gh/selfhst/icons@main/png/plex.png", "image/png"],
      ["/npm/simple-icons@latest/icons/github.svg", SVG],
      ["/gh/homarr-labs/dashboard-icons/svg/plex.svg", SVG],
      ["/gh/homarr-labs/dashboard-icons/webp/plex.webp", "image/webp"],
      ["/gh/homarr-labs/dashboard-icons/png/home-assistant.png", "image/png"],
    ],
  ],
  [
    // homarr-labs/homarr packages/icons/src/icons-fetcher.ts: 13, 21, 29; packages/api/src/router/onboard/onboard-router.ts: 194
    "Homarr",
    [
      ["/gh/homarr-labs/dashboard-icons/svg/plex.svg", SVG],
      ["/gh/selfhst/icons/avif/plex.avif", "image/avif"],
      ["/si/github", SVG],
      ["/gh/homarr-labs/dashboard-icons@master/svg/jellyfin.svg", SVG],
    ],
  ],
  [
    // Lissy93/dashy src/utils/config/defaults.js: 198, 204, 206; src/components/LinkItems/ItemIcon.vue: 84 (any address)
    "Dashy",
    [
      ["/gh/selfhst/icons@latest/webp/home-assistant.webp", "image/webp"],
      ["/gh/homarr-labs/dashboard-icons/svg/plex.svg", SVG],
      ["/gh/homarr-labs/dashboard-icons/png/plex.png", "image/png"],
    ],
  ],
  [
    // glanceapp/glance internal/glance/config-fields.go: 165, 167, 172
    "Glance",
    [
      ["/npm/simple-icons@latest/icons/spotify.svg", SVG],
      ["/gh/homarr-labs/dashboard-icons/png/plex.png", "image/png"],
      ["/gh/selfhst/icons/svg/plex.svg", SVG],
    ],
  ],
  [
    // sissbruecker/linkding bookmarks/services/favicon_loader.py: 71; docs/src/content/docs/options.md: 328, 329
    "linkding",
    [
      ["/logos/open.spotify.com?size=32&fallback=monogram", "image/png"],
      ["/logos/wiki.acme.example?size=32&fallback=monogram", "image/png"],
      ["/images?format=png&size=32&fallback=monogram&domain=https://open.spotify.com", "image/png"],
    ],
  ],
  [
    // dani-garcia/vaultwarden .env.template: 346; src/api/icons.rs: 97
    "Vaultwarden",
    [["/logos/vault.bitwarden.com", "image/png"]],
  ],
  [
    // bitwarden/clients libs/common/src/vault/icon/build-cipher-icon.ts: 78; bitwarden/server src/Icons/Controllers/IconsController.cs: 55, 103
    "Bitwarden",
    [
      ["/open.spotify.com/icon.png", "image/png"],
      ["/nas.acme.example/icon.png", "image/png"],
    ],
  ],
  [
    // microlinkhq/www src/components/elements/ClearbitLogo/ClearbitLogo.js: 7; Clearbit's documentation of size, format, greyscale
    "clients of Clearbit",
    [
      ["/spotify.com", "image/png"],
      ["/spotify.com?size=200&format=jpg&greyscale=true", "image/jpeg"],
    ],
  ],
  [
    // selfhst/icons build/main.go: 680, 687, 688, 442, 507
    "clients of selfh.st's server",
    [
      ["/selfhst/plex", "image/webp"],
      ["/selfhst/Plex.SVG", SVG],
      ["/selfhst/plex.ico", "image/x-icon"],
      ["/selfhst/github/ff0000", SVG],
      ["/selfhst/github?color=%23ff0000", SVG],
      ["/selfhst/custom/plex.png", "image/png"],
    ],
  ],
  [
    // simple-icons/simple-icons-cdn README.md: 19, 50 to 57, 118
    "clients of Simple Icons' CDN",
    [
      ["/si/simpleicons", SVG],
      ["/si/simpleicons/hotpink", SVG],
      ["/si/simpleicons/0cf9", SVG],
      ["/si/simpleicons/orange/pink", SVG],
      ["/si/simpleicons/_/eee", SVG],
      ["/si/nodedotjs", SVG],
      ["/si/go?size=48", SVG],
    ],
  ],
];

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { layouts: LAYOUTS, layoutFallbacks: ["webp", "monogram"] });
});
afterAll(() => service.close());

it.each(PROGRAMS)("has what %s requests", async (_program, requests) => {
  for (const [path, type] of requests) {
    const { status, headers, bytes } = await service.ask(path);
    expect([path, status, headers["content-type"]]).toEqual([path, 200, type]);
    if (type !== "image/x-icon") expect(type).toContain((await sharp(bytes).metadata()).format.replace("heif", "avif"));
    else expect(bytes.readUInt16LE(2)).toBe(1);
  }
});

// amir20/dozzle docs/guide/app-icons.md, Using your own icon: no address, a label with the image of at most 16 KB
it("has images that fit the label of Dozzle", async () => {
  for (const id of ["plex", "home-assistant", "jellyfin"]) {
    const { bytes } = await service.ask(`/images/${id}.svg`);
    expect(`data:image/svg+xml;base64,${bytes.toString("base64")}`.length).toBeLessThan(16_384);
  }
});
