import { describe, expect, it } from "vitest";
import { namesOfImage, parseContainerImage } from "#src/identity/container-image.js";
import { canonicalDomain, parentDomains, websiteDomain, withoutWww } from "#src/identity/domain.js";
import { canonicalPackage } from "#src/identity/package-name.js";

describe("a domain", () => {
  it.each([
    ["Spotify.COM", "spotify.com"],
    ["spotify.com.", "spotify.com"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["ｓｐｏｔｉｆｙ．com", "spotify.com"],
    ["_dmarc.spotify.com", "_dmarc.spotify.com"],
    ["spotіfy.com", "xn--spotfy-svf.com"],
  ])("has one canonical form: %s is %s", (text, canonical) => {
    expect(canonicalDomain(text)).toBe(canonical);
  });

  it.each([
    ...["", ".", "..", "localhost", "spotify..com", ".spotify.com", "spotify.com..", "-a.com", "a-.com", "xn--a.com"],
    ...["xn--.com", "xn--a-.com", "xn--zzzzzz.com", "a.xn--a-ecp.ru", "xn--mnchen-3ya.xn--a"],
    ...["https://spotify.com", "spotify.com/", "spotify.com:443", "user@spotify.com", "spotify.com?a", "spotify.com#a"],
    ...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "1.2.3.4.", "[::1]", "::1", "%73potify.com", "spotify.com\\a"],
    ...[
      `${"a".repeat(64)}.com`,
      `${"a".repeat(300)}.com`,
      `${"a.".repeat(127)}com`,
      "a b.com",
      "a\tb.com",
      "a.\u200e.com",
    ],
  ])("is not %j", (text) => {
    expect(canonicalDomain(text)).toBeUndefined();
  });

  it.each([
    ["a.b.open.spotify.com", ["b.open.spotify.com", "open.spotify.com", "spotify.com"]],
    ["spotify.com", []],
    ["a.b.co.uk", ["b.co.uk"]],
    ["co.uk", []],
    ["page.user.github.io", ["user.github.io"]],
    ["user.github.io", []],
    ["a.xn--mnchen-3ya.de", ["xn--mnchen-3ya.de"]],
  ])("has as parents the domains down to the registered one: %s", (domain, parents) => {
    expect(parentDomains(domain)).toEqual(parents);
  });

  it.each([
    ["www.spotify.com", "spotify.com"],
    ["www.com", "www.com"],
    ["www.github.io", "www.github.io"],
    ["www.www.spotify.com", "www.spotify.com"],
  ])("is the same without www., unless a public suffix follows: %s", (domain, without) => {
    expect(withoutWww(domain)).toBe(without);
  });

  it.each([
    ["https://www.spotify.com", "spotify.com", true],
    ["https://spotify.com/", "spotify.com", true],
    ["http://Spotify.com:8080/", "spotify.com", true],
    ["https://www.Google.com//Maps/", "google.com", false, "google.com/maps"],
    ["https://google.com/?hl=en", "google.com", false],
    ["https://google.com/#top", "google.com", false],
    ["https://münchen.de", "xn--mnchen-3ya.de", true],
  ])("is taken from a website: %s", (url, domain, isRoot, page?: string) => {
    expect(websiteDomain(url)).toEqual({ domain, isRoot, page });
  });

  it.each(["https://127.0.0.1/", "https://localhost", "no URL"])("is missing from %s", (url) => {
    expect(websiteDomain(url)).toBeUndefined();
  });
});

describe("a container image", () => {
  const digest = `sha256:${"0".repeat(64)}`;
  it.each([
    ["postgres", "docker.io", "library/postgres"],
    ["docker.io/library/postgres:16-alpine", "docker.io", "library/postgres"],
    ["index.docker.io/postgres", "docker.io", "library/postgres"],
    ["linuxserver/plex", "docker.io", "linuxserver/plex"],
    ["ghcr.io/linuxserver/plex:latest", "ghcr.io", "linuxserver/plex"],
    [`GHCR.io/linuxserver/plex:1.2@${digest}`, "ghcr.io", "linuxserver/plex"],
    [`plex@${digest}`, "docker.io", "library/plex"],
    ["localhost/plex", "localhost", "plex"],
    ["localhost:5000/a/b/plex:v1", "localhost:5000", "a/b/plex"],
    ["registry.example.com:5000/plex", "registry.example.com:5000", "plex"],
    ["quay.io/a/b__c-d.e", "quay.io", "a/b__c-d.e"],
  ])("has registry and repository: %s", (text, registry, repository) => {
    expect(parseContainerImage(text)).toEqual({ registry, repository });
  });

  it.each([
    "",
    "/",
    "a/",
    "/a",
    "a//b",
    "Plex",
    "a:b:c",
    "a:",
    "plex@sha256:12",
    "plex@",
    "a b",
    "http://ghcr.io/a/b",
    "-a",
    "a_-b",
  ])("is not %j", (text) => {
    expect(parseContainerImage(text)).toBeUndefined();
  });

  it.each([
    ["library/postgres", ["postgres"]],
    ["portainer/portainer-ce", ["portainer-ce", "portainer"]],
    ["grafana/loki", ["loki"]],
    ["grafana/grafana", ["grafana"]],
  ])("may be known by its name, and by its namespace if the name begins with it: %s", (repository, names) => {
    expect(namesOfImage({ registry: "docker.io", repository })).toEqual(names);
  });
});

describe("a package", () => {
  it.each([
    ["npm:react", "npm:react"],
    ["NPM:React", "npm:react"],
    ["npm:@angular/core", "npm:@angular/core"],
    ["pkg:npm/react@18.2.0", "npm:react"],
    ["pkg:npm/%40angular/core@17", "npm:@angular/core"],
    ["maven:org.apache.kafka:kafka-clients:3.7.0", "maven:org.apache.kafka/kafka-clients"],
    ["pkg:deb/debian/curl@7.88?arch=arm64#a", "deb:debian/curl"],
  ])("has one canonical form: %s is %s", (text, canonical) => {
    expect(canonicalPackage(text)).toBe(canonical);
  });

  it.each(["", "react", "npm:", ":react", "npm: react", "pkg:npm", "pkg:npm/"])("is not %j", (text) => {
    expect(canonicalPackage(text)).toBeUndefined();
  });
});
