import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#src/client/index.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const ask = (query: string, key = service.pro) => service.ask(`/api/v1/resolve?${query}`, { "X-API-Key": key });
const many = (count: number): string => Array.from({ length: count }, (_, n) => `name=n${n}`).join("&");

describe("GET /api/v1/resolve", () => {
  it("returns every identity in the order of the query, with the list item and the reason, or null", async () => {
    const identities = [
      ["name", "a, b"],
      ["domain", "open.spotify.com"],
      ["container", "docker.io/library/postgres:16-alpine"],
      ["domain", "spotify.com."],
      ["name", "SPÓTIFY"],
      ["bundle", "com.example"],
      ["package", "npm:nothing"],
    ] as const;
    const { status, body } = await ask(new URLSearchParams(identities.map(([...pair]) => pair)).toString());
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, total: 7, page: 1, limit: 100, totalPages: 1 });
    const told = (
      body.data as { kind: string; value: string; icon: { id: string } | null; reason: string | null }[]
    ).map(({ kind, value, icon, reason }) => [kind, value, icon?.id, reason]);
    const results = [
      [undefined, "unknown"],
      ["spotify", "parent domain"],
      ["postgresql", "container image"],
      ["spotify", "exact domain"],
      ["spotify", "name"],
      [undefined, "unknown"],
      [undefined, "unknown"],
    ];
    expect(told).toEqual(identities.map((pair, at) => [...pair, ...results[at]!]));
    const list = await service.ask("/api/v1/icons?q=spotify&limit=1", { "X-API-Key": service.pro });
    expect(body.data[1].icon).toEqual(list.body.data[0]);
  });

  it("searches for names that no icon has only with fuzzy", async () => {
    expect((await ask("name=spotfy")).body.data[0]).toMatchObject({ icon: null, reason: "unknown" });
    expect((await ask("name=spotfy&fuzzy=1")).body.data[0]).toMatchObject({
      icon: { id: "spotify" },
      reason: "similar name",
    });
  });

  it("allows as many identities as the plan's items per page, in one request of the quota", async () => {
    const { status, headers } = await ask(many(20), service.free);
    expect(status).toBe(200);
    const { body } = await ask(many(21), service.free);
    expect(body.error).toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining("21 identities; 20"),
    });
    expect((await ask(many(100))).body.total).toBe(100);
    expect((await ask(many(101))).status).toBe(400);
    const { headers: after } = await ask("name=a", service.free);
    const remaining = (response: typeof headers): number => Number(/;r=(\d+)/.exec(String(response.ratelimit))![1]);
    expect(remaining(headers) - remaining(after)).toBe(2);
  });

  it("counts other parameters as everywhere", async () => {
    const others = (count: number): string => Array.from({ length: count }, (_, n) => `x${n}=1`).join("&");
    expect((await ask(`${many(60)}&${others(32)}`)).status).toBe(200);
    expect((await ask(`${many(1)}&${others(33)}`)).body.error.code).toBe("invalid_parameter");
  });

  it.each([
    ["", "missing_parameter", undefined],
    ["name=&domain=", "missing_parameter", undefined],
    ["name=a%00", "invalid_parameter", "name"],
    ["name=%FF", "invalid_parameter", "name"],
    ["name=a&fuzzy=maybe", "invalid_parameter", "fuzzy"],
    ["name=a&fuzzy=1&fuzzy=1", "invalid_parameter", "fuzzy"],
  ])("refuses %s", async (query, code, param) => {
    const { body } = await ask(query);
    expect(body.error).toMatchObject({ code, ...(param === undefined ? {} : { param }) });
  });

  it.each([
    ["domain", "https://Open.Spotify.com:443/album/1?x#y", "spotify", "parent domain"],
    ["domain", "hello@slack.com", "slack", "exact domain"],
    ["domain", "www.slack.com.", "slack", "exact domain"],
    ["domain", "acme.slack.com", undefined, "unknown"],
    ["domain", "https://app.slack.com/client/T0", "slack", "parent domain"],
    ["domain", "lists.gnu.org", "gnu", "parent domain"],
    ["domain", "https://www.google.com/maps/place/Roma?entry=x", "google-maps", "website"],
    ["domain", "google.com/chart", "google-search", "exact domain"],
    ["domain", "127.0.0.1:8080", undefined, "ip address"],
    ["domain", "http://[::1]/", undefined, "ip address"],
    ["domain", "0x7f.1", undefined, "ip address"],
    ["domain", "nas", undefined, "internal name"],
    ["domain", "plex.home.arpa", undefined, "internal name"],
    ["domain", `${"a".repeat(300)}.com`, undefined, "not a domain"],
    ["domain", "not a domain", undefined, "not a domain"],
    [
      "container",
      "docker://POSTGRES:16-alpine@sha256:0000000000000000000000000000000000000000000000000000000000000000",
      "postgresql",
      "container image",
    ],
    ["container", "lscr.io/linuxserver/plex", "plex", "container image"],
    ["container", "binhex/arch-plex", "plex", "name"],
    ["container", "grafana/grafana-oss", "grafana", "container image"],
    ["container", "registry.example.com/acme/render", undefined, "other publisher"],
    ["container", "registry.example.com/redis", undefined, "other publisher"],
    ["container", "redis", "redis", "name"],
    ["container", "nginxinc/nginx-unprivileged:1.27", "nginx", "name"],
    ["container", "nodebb/docker", undefined, "other publisher"],
    ["container", "somebody/wiki", undefined, "unknown"],
    ["container", "a b", undefined, "not a container image"],
    ["package", "apt:transmission", "transmission", "name"],
    ["package", "winget:Mozilla.Firefox", "firefox", "name"],
    ["package", "winget:Acme.Firefox", undefined, "other publisher"],
    ["package", "choco:7zip.install", "7-zip", "alias"],
    ["package", "composer:symfony/http-kernel@7.1", "symfony", "name"],
    ["package", "composer:somebody/symfony-tools", undefined, "unknown"],
    ["package", "go:github.com/hashicorp/consul/api", "consul", "name"],
    ["package", "go:github.com/somebody/consul", undefined, "other publisher"],
    ["package", "go:k8s.io/client-go/kubernetes", "kubernetes", "package"],
    ["package", "go:sigs.k8s.io/somebody", undefined, "unknown"],
    ["package", "composer:conekta/conekta-php", "conekta", "name"],
    ["package", "composer:acme/acme-php", undefined, "unknown"],
    ["package", "nuget:Umbraco.Cms 13.4", "umbraco", "name"],
    ["package", "npm:@okta/okta-auth-js", "okta", "name"],
    ["package", "npm:@somebody/okta", undefined, "unknown"],
    ["package", "gem:rails:7.2.1", "ruby-on-rails", "package"],
    ["package", "react", undefined, "not a package"],
    ["label", "org.opencontainers.image.source=https://github.com/grafana/grafana", "grafana", "package"],
    ["label", "org.opencontainers.image.source=git@github.com:hashicorp/vault.git", "vault", "package"],
    ["label", "org.opencontainers.image.source=https://github.com/linuxserver/plex", "plex", "container image"],
    ["label", "org.opencontainers.image.source=https://github.com/nextcloud/docker", "nextcloud", "name"],
    ["label", "org.opencontainers.image.vendor=Red Hat, Inc.", "red-hat", "name"],
    ["label", "org.opencontainers.image.source=https://gitlab.com/gitlab-org/gitlab-runner", "gitlab", "name"],
    ["label", "org.opencontainers.image.title=Grafana Enterprise", "grafana", "name"],
    ["label", "org.opencontainers.image.url=https://www.spotify.com/about", "spotify", "exact domain"],
    ["label", "org.opencontainers.image.title=Home Assistant", "home-assistant", "name"],
    ["label", "version=1", undefined, "not a known label"],
    ["name", "vs code app", "visual-studio-code", "alias"],
    ["name", "TeamSpeak 3", "teamspeak", "name"],
    ["name", "Line 6", undefined, "unknown"],
    ["name", "LINEアプリ", "line", "name"],
    ["name", "you tube", "youtube", "name"],
    ["name", "homeassistant", "home-assistant", "name"],
  ])("resolves %s %s to %s: %s", async (kind, value, id, reason) => {
    const { body } = await ask(new URLSearchParams({ [kind]: value }).toString());
    expect([body.data[0].icon?.id, body.data[0].reason]).toEqual([id, reason]);
  });

  it("finds names with one slip with fuzzy, and no other brand", async () => {
    const ids = async (...names: string[]): Promise<(string | undefined)[]> => {
      const { body } = await ask(
        new URLSearchParams([...names.map((name) => ["name", name]), ["fuzzy", "1"]]).toString(),
      );
      return body.data.map(({ icon }: { icon: { id: string } | null }) => icon?.id);
    };
    expect(await ids("spotfy", "netflx", "drpbox")).toEqual(["spotify", "netflix", "dropbox"]);
    expect(await ids("acme", "github enterprise cloud", "box tool")).toEqual([undefined, undefined, undefined]);
  });

  it("responds with 304 for the same identities in the same order only", async () => {
    const first = await ask("name=spotify&name=steam");
    const again = (query: string) =>
      service.ask(`/api/v1/resolve?${query}`, {
        "X-API-Key": service.pro,
        "If-None-Match": String(first.headers.etag),
      });
    expect((await again("name=spotify&name=steam")).status).toBe(304);
    expect((await again("name=steam&name=spotify")).status).toBe(200);
    expect((await again("name=spotify&name=steam&fuzzy=1")).status).toBe(200);
  });

  it("is a method of the client", async () => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.pro });
    const { data } = await client.resolve([{ domain: "spotify.com" }, { name: "q&%zzzz" }, { name: "spotfy" }], {
      fuzzy: true,
    });
    expect(data.map(({ value, icon }) => [value, icon?.id])).toEqual([
      ["spotify.com", "spotify"],
      ["q&%zzzz", undefined],
      ["spotfy", "spotify"],
    ]);
    expect((await client.resolve({ domain: "steampowered.com" })).total).toBe(1);
  });
});
