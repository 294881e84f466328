const META = { api_version: "v1", tier: "free", rate_limit: 100, rate_remaining: 99 };

const SPOTIFY = {
  id: "spotify",
  name: "Spotify",
  category: "music",
  iconUrl: "https://icons.example.com/images/spotify",
  developer: "Spotify",
};

const ONE = { total: 1, page: 1, limit: 20, totalPages: 1 };

/** Answers as the reference shows them; each is one that its schema takes. */
export const EXAMPLES = {
  list: { success: true, data: [SPOTIFY], ...ONE, _meta: META },
  detail: {
    success: true,
    data: {
      ...SPOTIFY,
      colors: ["green", "black"],
      style: "flat",
      phash: "be86c13ec93cc1c3",
      website: "https://www.spotify.com",
    },
    _meta: META,
  },
  categories: { success: true, data: [{ label: "music", count: 37 }], ...ONE, limit: 1, _meta: META },
  similar: {
    success: true,
    data: [{ ...SPOTIFY, distance: 4, similarity: 0.9375 }],
    ...ONE,
    limit: 10,
    query: { phash: "be86c13ec93cc1c7" },
    _meta: META,
  },
  readiness: {
    status: "ready",
    generation: "390641966c68177b405e9e8c3d00307a",
    icons: 1022,
    builtAt: "2026-11-21T15:30:00.000Z",
  },
};
