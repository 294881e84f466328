/** `_meta` of a free key's first request of the day. */
export const META = { api_version: "v1", tier: "free", rate_limit: 100, rate_remaining: 99 };

const SPOTIFY = item("spotify", "Spotify", "music", "Spotify");
const PHASH = "abc5e83aa4b5c1ca";

/** Example responses in the reference: the responses of the shipped dataset to the example requests. */
export const EXAMPLES = {
  list: { success: true, data: [SPOTIFY], ...numbersOf(1, 20), _meta: META },
  detail: {
    success: true,
    data: {
      ...SPOTIFY,
      description: "Streams music, podcasts and audiobooks on demand.",
      website: "https://www.spotify.com",
      license: "CC0-1.0",
      licenseUrl: "https://raw.githubusercontent.com/gilbarbara/logos/master/LICENSE.txt",
      source: "https://github.com/gilbarbara/logos",
      attribution: "Gil Barbara, SVG Logos",
      colors: ["green"],
      style: "glyph",
      mood: "energetic",
      keywords: [
        "listen to songs",
        "streaming service",
        "playlists",
        "spotify wrapped",
        "swedish company",
        "discover weekly",
        "stream albums",
        "audio app",
        "listen offline",
        "apple music alternative",
        "green circle with black lines",
        "three curved lines",
        "green signal",
        "music streaming",
        "music app",
        "stream music",
        "online music",
        "podcast app",
        "play songs",
        "song recommendations",
        "music player",
        "share playlists",
        "workout music",
        "spotify ab",
        "spotify technology",
        "daniel ek",
        "swedish music streaming",
        "free music streaming",
        "music streaming with ads",
        "linux music player",
        "music streaming for podcasts",
      ],
      identifiers: {
        domains: [
          "spoti.fi",
          "spotify.design",
          "spotify.link",
          "atspotify.com",
          "byspotify.com",
          "lifeatspotify.com",
          "spotify.dev",
          "spotifycharts.com",
          "spotifyforartists.com",
          "spotifyforbrands.com",
          "spotifyjobs.com",
        ],
        bundles: ["com.spotify.client", "com.spotify.music"],
      },
      phash: PHASH,
      images: {
        svg: "http://localhost:3000/images/spotify.svg",
        png: "http://localhost:3000/images/spotify.png",
        webp: "http://localhost:3000/images/spotify.webp",
        recolorable: true,
        width: 256,
        height: 256,
      },
    },
    _meta: META,
  },
  categories: categories({
    ...{ development: 614, systems: 269, frameworks: 244, ai: 229, business: 229, travel: 205 },
    ...{ devops: 202, security: 186, games: 172, finance: 167, shopping: 166, databases: 160 },
    ...{ productivity: 152, video: 149, cloud: 139, education: 130, utilities: 129, design: 119 },
    ...{ social: 100, music: 90, messaging: 88, marketing: 78, food: 75, crypto: 73 },
    ...{ reading: 72, news: 62, health: 44, browsers: 41, photography: 39 },
  }),
  changes: {
    success: true,
    data: [],
    ...{ ...numbersOf(0, 20), totalPages: 0 },
    since: "2026-05-11T00:00:00.000Z",
    undated: 4423,
    _meta: META,
  },
  similar: {
    success: true,
    data: [
      {
        ...item("uptimerobot", "UptimeRobot", "devops", "UptimeRobot"),
        ...{ distance: 22, similarity: 0.3125, colorDistance: 0.0417, shapeDistance: 82, score: 0.85 },
      },
      {
        ...item("control-d", "Control D", "security", "Control D"),
        ...{ distance: 24, similarity: 0.25, lowDetail: true, colorDistance: 0.0904, shapeDistance: 73, score: 0.78 },
      },
    ],
    ...numbersOf(2, 2),
    query: { id: "spotify", phash: PHASH, by: "auto" },
    _meta: META,
  },
  resolve: {
    success: true,
    data: [
      { kind: "domain", value: "open.spotify.com", icon: SPOTIFY, reason: "parent domain" },
      { kind: "container", value: "ghcr.io/example/nothing:1.2", icon: null, reason: "unknown" },
    ],
    total: 2,
    page: 1,
    limit: 20,
    totalPages: 1,
    _meta: META,
  },
  readiness: {
    status: "ready",
    generation: "b190dfc5529a9b5c250bee55305c87be",
    icons: 4423,
    builtAt: "2026-11-21T15:30:00.000Z",
    polls: [
      { name: "key file", status: "ok" },
      { name: "usage file", status: "failing", since: "2026-11-21T16:02:11.482Z", failures: 3, code: "EACCES" },
    ],
  },
};

/** An item of the shadcn registry. */
export const REGISTRY_EXAMPLE = {
  name: "strava",
  type: "registry:component",
  title: "Strava",
  author: "Terence Eden and contributors, Super Tiny Icons",
  categories: ["health"],
  meta: {
    license: "MIT",
    source: "https://github.com/edent/SuperTinyIcons",
  },
  files: [
    {
      path: "components/icons/Strava.tsx",
      type: "registry:component",
      content: `import type { ComponentProps } from "react";

type StravaProps = ComponentProps<"svg"> & { size?: number | string; title?: string };

/**
 * Strava
 * Attribution: Terence Eden and contributors, Super Tiny Icons
 * License: MIT
 * Source: https://github.com/edent/SuperTinyIcons
 */
export function Strava({ size = 24, title, ...props }: StravaProps) {
  return (
    <svg viewBox="0 0 512 512" width={size} height={size} role="img" aria-label={title} aria-hidden={title ? undefined : true} {...props}>
      <path d="m0 0H512V512H0" fill="#fc4c01" /><path fill="#fff" d="M120 288L232 56l112 232h-72l-40-96-40 96z" /><path fill="#fda580" d="M280 288l32 72 32-72h48l-80 168-80-168z" />
    </svg>
  );
}
`,
    },
  ],
};

/** Example feeds, with one entry. */
export const FEED_EXAMPLES = {
  atom: `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>http://localhost:3000/feed.atom</id>
<title>My icons</title>
<updated>2026-05-11T00:00:00.000Z</updated>
<author><name>My icons</name></author>
<link rel="self" type="application/atom+xml" href="http://localhost:3000/feed.atom"/>
<link rel="alternate" type="text/html" href="http://localhost:3000/"/>
<entry>
<id>http://localhost:3000/api/v1/icons/kite#removed</id>
<title>Removed: kite</title>
<updated>2026-05-11T00:00:00.000Z</updated>
<link rel="alternate" href="http://localhost:3000/?icon=compass"/>
<summary>discontinued. Replaced by compass.</summary>
</entry>
</feed>
`,
  json: {
    version: "https://jsonfeed.org/version/1.1",
    title: "My icons",
    home_page_url: "http://localhost:3000/",
    feed_url: "http://localhost:3000/feed.json",
    items: [
      {
        id: "http://localhost:3000/api/v1/icons/kite#removed",
        url: "http://localhost:3000/?icon=compass",
        title: "Removed: kite",
        content_text: "discontinued. Replaced by compass.",
        date_published: "2026-05-11T00:00:00.000Z",
        date_modified: "2026-05-11T00:00:00.000Z",
      },
    ],
  },
} as const;

function item(id: string, name: string, category: string, developer: string) {
  return { id, name, category, iconUrl: `http://localhost:3000/images/${id}`, developer };
}

function numbersOf(total: number, limit: number) {
  return { total, page: 1, limit, totalPages: 1 };
}

function categories(counts: Readonly<Record<string, number>>): object {
  const data = Object.entries(counts).map(([label, count]) => ({ label, count }));
  return { success: true, data, ...numbersOf(data.length, data.length), _meta: META };
}
