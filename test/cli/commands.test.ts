import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { looksOfFile } from "#build/index.js";
import { icons, type Ran } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const COMMANDS = [
  "build",
  "serve",
  "dev",
  "init",
  "add",
  "lint",
  "import records",
  "import iconify",
  "import app-store",
  "import freedesktop",
  "outdated",
  "update",
  "diff",
  "duplicates",
  "merge",
  "cache stats",
  "cache clear",
  "publish",
  "fetch",
  "schema",
  "keys create",
  "keys list",
  "keys usage",
  "keys rotate",
  "keys revoke",
  "keys reset-usage",
  "search",
  "show",
  "image",
  "export",
  "similar",
  "resolve",
  "renames",
  "categories",
  "stats",
  "verify",
  "hash",
  "generations",
  "completion",
  "doctor",
];

describe("help of every command", () => {
  it.each(COMMANDS)(
    "icons %s --help shows an example; with --env, the variables of the flags, too",
    async (command) => {
      const help = await runHere([...command.split(" "), "--help"]);
      expect(help.code).toBe(0);
      expect(help.stdout).toMatch(/Examples?:\n {2}/);
      expect(help.stdout).not.toMatch(/env: /);
      const { stdout } = await runHere([...command.split(" "), "--help", "--env"]);
      for (const [, flag] of stdout.matchAll(/^ {2}--(?!help)([a-z-]+)/gm)) {
        expect(stdout.replaceAll(/\s+/g, " ")).toContain(`ICONS_${flag!.replaceAll("-", "_").toUpperCase()}`);
      }
    },
  );
});

describe("query commands", () => {
  it("prints the responses of the API", async () => {
    const service = await startService(shippedArtifacts, { publicUrl: "http://localhost:3000" });
    const api = async (path: string): Promise<object> => (await service.ask(path, { "X-API-Key": service.pro })).body;
    const cli = async (...args: string[]): Promise<object> => {
      const { code, stdout } = await runHere([...args, "--json", "--artifacts", shippedArtifacts]);
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    expect(await api("/api/v1/icons?q=goo&color=blue,red&limit=7&page=2")).toMatchObject(
      await cli("search", "goo", "--color", "blue,red", "--limit", "7", "--page", "2"),
    );
    expect(await api("/api/v1/icons?q=goo+ma&highlight=true")).toMatchObject(
      await cli("search", "goo", "ma", "--highlight"),
    );
    expect(await api("/api/v1/icons?sort=name&limit=5&updated_since=2020-01-01")).toMatchObject(
      await cli("search", "--sort", "name", "--limit", "5", "--updated-since", "2020-01-01"),
    );
    expect(await api("/api/v1/icons/spotify")).toMatchObject({ data: await cli("show", "spotify") });
    expect(await api("/api/v1/categories")).toMatchObject(await cli("categories"));
    const similar = await cli("similar", "spotify", "--limit", "5");
    expect(await api("/api/v1/similar?id=spotify&limit=5")).toMatchObject(similar);
    expect(await api("/api/v1/similar?id=spotify&by=shape")).toMatchObject(
      await cli("similar", "spotify", "--by", "shape"),
    );
    for (const by of ["phash", "color", "blend"]) {
      expect(await api(`/api/v1/similar?id=spotify&by=${by}&max_distance=30`)).toMatchObject(
        await cli("similar", "spotify", "--by", by, "--max-distance", "30"),
      );
    }
    expect(await api("/api/v1/similar?id=spotify&include=mirrored,inverted")).toMatchObject(
      await cli("similar", "spotify", "--include", "mirrored", "--include", "inverted"),
    );
    const identities = ["--name", "spotfy", "--domain", "open.spotify.com", "--container", "library/postgres:16"];
    expect(
      await api("/api/v1/resolve?name=spotfy&domain=open.spotify.com&container=library/postgres:16&fuzzy=1"),
    ).toMatchObject(await cli("resolve", ...identities, "--fuzzy"));
    const { phash } = (similar as { query: { phash: string } }).query;
    expect(await api(`/api/v1/similar?phash=${phash}`)).toMatchObject(await cli("similar", phash));
    await service.close();
  });

  it("finds the original of an image file", async () => {
    const folder = temporaryFolder();
    const service = await startService(shippedArtifacts);
    const { bytes } = await service.ask("/images/spotify");
    await service.close();
    const file = join(folder, "downloaded.webp");
    writeFileSync(file, bytes);
    const { stdout } = await runHere(["similar", file, "--json", "--limit", "1", "--artifacts", shippedArtifacts]);
    expect(JSON.parse(stdout).data[0].id).toBe("spotify");
  });

  it("finds the original of an image file with a margin, and reports the compared hashes", async () => {
    const folder = temporaryFolder();
    const service = await startService(shippedArtifacts);
    const { bytes } = await service.ask("/images/spotify");
    await service.close();
    const file = join(folder, "framed.png");
    const border = { top: 20, bottom: 12, left: 16, right: 16, background: "#ffffff" };
    writeFileSync(file, await sharp(bytes).extend(border).png().toBuffer());
    const args = ["similar", file, "--json", "--limit", "3", "--artifacts", shippedArtifacts];
    const { stdout } = await runHere([...args, "--by", "phash"]);
    const { data, total, query } = JSON.parse(stdout);
    expect(data[0]).toMatchObject({ id: "spotify" });
    expect(data[0].distance).toBeLessThanOrEqual(4);
    expect(total).toBe(3);
    expect(Object.keys(query)).toEqual(["by", "phash", "trimmed"]);
    // Options of hashes compare hashes, too.
    expect(JSON.parse((await runHere([...args, "--max-distance", "64"])).stdout)).toEqual({ data, total, query });
  });

  it("compares an image file by look, also without its background, and one without edges by hash", async () => {
    const folder = temporaryFolder();
    const service = await startService(shippedArtifacts);
    const { bytes } = await service.ask("/images/ionic");
    await service.close();
    const file = join(folder, "on-white.png");
    writeFileSync(file, await sharp(bytes).flatten({ background: "#ffffff" }).png().toBuffer());
    const similar = async (...flags: string[]) =>
      JSON.parse((await runHere(["similar", file, "--json", ...flags, "--artifacts", shippedArtifacts])).stdout);
    const { data, query } = await similar("--by", "look");
    expect(data).toHaveLength(10);
    expect(data[0]).toMatchObject({ id: "ionic" });
    expect(data[0].colorDistance).toBeLessThan(0.05);
    const looks = data.map(
      ({ shapeDistance, colorDistance }: Record<string, number>) => shapeDistance! / 480 + colorDistance!,
    );
    expect(looks).toEqual(looks.toSorted((a: number, b: number) => a - b));
    expect(query).toEqual({ by: "look", ...(await looksOfFile(file))[0] });
    const blank = sharp({ create: { width: 64, height: 64, channels: 3, background: "#1e66f5" } });
    writeFileSync(file, await blank.png().toBuffer());
    expect(Object.keys((await similar()).query)).toEqual(["by", "phash", "lowDetail"]);
    const refused = await runHere(["similar", file, "--by", "look", "--artifacts", shippedArtifacts]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("it shows no edges") });
  });

  it("compares an image file by look and by shape, and takes the better score", async () => {
    const folder = temporaryFolder();
    const service = await startService(shippedArtifacts);
    const { bytes } = await service.ask("/images/ionic");
    await service.close();
    const file = join(folder, "icon.png");
    const similar = async (image: Sharp): Promise<{ id: string; score: number }[]> => {
      writeFileSync(file, await image.png().toBuffer());
      const { data, query } = JSON.parse(
        (await runHere(["similar", file, "--json", "--artifacts", shippedArtifacts])).stdout,
      );
      expect(query.by).toBe("auto");
      return data;
    };
    const dark = { input: { create: { width: 128, height: 128, channels: 4, background: "#000000a0" } } } as const;
    const page = sharp({ create: { width: 300, height: 260, channels: 3, background: "#f6f7f9" } });
    const images = [
      sharp(bytes),
      sharp(bytes).composite([{ ...dark, blend: "atop" }]),
      page.composite([{ input: bytes, left: 30, top: 30 }]),
    ];
    for (const image of images) {
      const found = await similar(image);
      expect(found[0]!.id).toBe("ionic");
      const scores = found.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  it("finds the original of a recolored, cropped image file by shape, and prints its descriptor", async () => {
    const folder = temporaryFolder();
    const service = await startService(shippedArtifacts);
    const { bytes } = await service.ask("/images/chatgpt");
    const file = join(folder, "cropped.png");
    const area = { left: 6, top: 6, width: 116, height: 116 };
    writeFileSync(file, await sharp(bytes).extract(area).negate({ alpha: false }).png().toBuffer());
    const found = await runHere([
      "similar",
      file,
      "--by",
      "shape",
      "--json",
      "--limit",
      "1",
      "--artifacts",
      shippedArtifacts,
    ]);
    const { data, query } = JSON.parse(found.stdout);
    expect(data[0].id).toBe("chatgpt");
    const body = (await service.ask(`/api/v1/similar?shape=${query.shape}&limit=1`, { "X-API-Key": service.pro })).body;
    expect(body).toMatchObject({
      data: data.map(({ id, shapeDistance, score }: Record<string, unknown>) => ({ id, shapeDistance, score })),
      query,
    });
    await service.close();
  });

  it("requires an icon for a comparison of colors", async () => {
    const args = ["similar", "0123456789abcdef", "--by", "color", "--artifacts", shippedArtifacts];
    const { code, stderr } = await runHere(args);
    expect(code).toBe(2);
    expect(stderr).toContain("--by color needs the id of an icon");
  });

  it("prints tab-separated lines without color to a pipe", async () => {
    const search = ["search", "spotify", "--artifacts", shippedArtifacts];
    const { stdout } = await icons(search, { ICONS_IMAGES: "kitty", COLORTERM: "truecolor" });
    expect(stdout).toBe("id\tname\tcategory\tdeveloper\nspotify\tSpotify\tmusic\tSpotify\n");
  });

  it("explains each result in JSON and in a table", async () => {
    const search = ["search", "google", "map", "--limit", "1", "--explain", "--artifacts", shippedArtifacts];
    const { data } = JSON.parse((await runHere([...search, "--json"])).stdout);
    const { ordinal } = data[0]._explain;
    expect(data[0]).toMatchObject({
      id: "google-maps",
      _explain: {
        tier: 3,
        reason: "name begins with the query",
        words: [
          { queryWord: "google", field: "name", word: "Google" },
          { queryWord: "google", field: "alias", word: "Googleマップ" },
          { queryWord: "google", field: "alias", word: "Google" },
          { queryWord: "google", field: "developer", word: "Google" },
          { queryWord: "map", field: "name", word: "Maps" },
        ],
      },
    });
    const found =
      "google: Google (name), google: Googleマップ (alias), google: Google (alias), google: Google (developer), map: Maps (name)";
    expect((await runHere(search)).stdout).toBe(
      `id\tname\twhy\twords\tordinal\ngoogle-maps\tGoogle Maps\tname begins with the query\t${found}\t${ordinal}\n`,
    );
  });

  it("reads command flags from the environment, with precedence for the command line", async () => {
    const env = { ICONS_ARTIFACTS: shippedArtifacts, ICONS_LIMIT: "3" };
    expect((await runHere(["search"], env)).stdout.trim().split("\n")).toHaveLength(4);
    expect((await runHere(["search", "--limit", "2"], env)).stdout.trim().split("\n")).toHaveLength(3);
  });
});

describe("exit codes", () => {
  it.each([
    [["search", "spotify", "--artifacts", "nowhere"], 1, "contains no generation; run `icons build` first"],
    [["search", "--limit", "0"], 2, "whole number from 1 to 2147483647"],
    [["search", "--nonsense"], 2, "unknown option"],
    [["keys", "create"], 2, "--tier"],
    [["keys", "create", "--tier", "gold"], 2, "Allowed choices are free, pro"],
    [
      ["keys", "create", "--tier", "free", "--expires", "2027-02-30"],
      2,
      "2027-02-30' is invalid. Give a time in the future",
    ],
    [
      ["keys", "create", "--tier", "free", "--expires", "2020-01-01"],
      2,
      "2020-01-01' is invalid. Give a time in the future",
    ],
    [["keys", "create", "--tier", "free", "--expires", "soon"], 2, "a period such as 90d"],
    [["keys", "create", "--tier", "free", "--origins", "a.example"], 2, '"a.example" is not an origin'],
    [["keys", "create", "--tier", "free", "--origins", ""], 2, "Name an origin"],
    [["keys", "rotate", "k_1", "--grace", "1 day"], 2, "Give a number followed by s, m, h or d"],
    [["keys", "usage", "--usage", "nowhere.bin"], 1, "nowhere.bin does not exist"],
    [["serve", "--free-requests-per-day", "65535"], 2, "Give a whole number from 1 to 65534, or unlimited."],
    [["serve", ".", "--quota", "http://127.0.0.1"], 2, "is neither redis:// nor rediss://"],
    [["serve", "--quota-timeout", "0"], 2, "whole number from 1 to 2000"],
    [["import", "iconify", "x.json"], 2, "--out"],
    [["import", "iconify", "--out", "x"], 2, "missing required argument"],
    [["import", "app-store", "x.json"], 2, "--out"],
    [["import", "freedesktop", "nowhere", "--out", "x"], 1, "nowhere is not a folder"],
    [["serve", "--port", "70000"], 2, "whole number from 0 to 65535"],
    [["serve", "--public-url", "ftp://x"], 2, "http or https address"],
    [["serve", "--from", "http://store.example.com"], 2, "--allow-http"],
    [["serve", "--from", "s3://icons"], 2, "AWS_ACCESS_KEY_ID"],
    [["publish", "https://store.example.com"], 2, "read-only"],
    [["publish", "store", "--artifacts", "nowhere"], 1, "run `icons build` first"],
    [["fetch", "ftp://store.example.com"], 1, "https://host/path"],
    [["similar", "x", "--by", "taste"], 2, "Allowed choices are auto, phash, shape, look, color, blend"],
    [["similar", "x", "--include", "mirrored,rotated"], 2, "any of mirrored, inverted"],
    [["resolve"], 2, "give --domain"],
    [["hash", "nowhere.png"], 1, "nowhere.png does not exist; correct the path"],
    [["import", "records", "nowhere.csv", "--out", "x"], 1, "nowhere.csv does not exist; correct the path"],
    [["import", "app-store", "nowhere.json", "--out", "x"], 1, "nowhere.json does not exist; correct the path"],
    [["hash", "package.json"], 1, "package.json: "],
  ])("runs icons %j with exit code %i", async (args, code, said) => {
    expectFailure(await runHere(args), code, said);
  });

  it.each<[readonly string[], number, string]>([
    [["keys", "usage", "--quota", "redis://127.0.0.1:1"], 1, "Redis can't be reached"],
    [["nonsense"], 2, "unknown command"],
    [["show", "no-such-icon", "--artifacts", shippedArtifacts], 3, 'no icon has the id "no-such-icon"'],
  ])("ends the process of icons %j with exit code %i", async (args, code, said) => {
    expectFailure(await icons(args), code, said);
  });

  function expectFailure(ran: Ran, code: number, said: string): void {
    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(said);
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  }

  it("exits with 3 for anything that does not exist", async () => {
    for (const args of [
      ["show", "no-such-icon"],
      ["similar", "no-such-icon"],
    ]) {
      const { code, stderr } = await runHere([...args, "--artifacts", shippedArtifacts]);
      expect(code).toBe(3);
      expect(stderr).toContain('no icon has the id "no-such-icon"');
    }
  });
});

describe("icons keys", () => {
  it("creates, lists and revokes keys, prints a key once and stores its digest", async () => {
    const keys = ["--keys", join(temporaryFolder(), "keys.json")];
    const created = JSON.parse(
      (await runHere(["keys", "create", "--tier", "free", "--name", "web", "--json", ...keys])).stdout,
    );
    expect(Object.keys(created)).toEqual(["id", "key", "tier"]);
    expect(created.key).toMatch(/^icn_[0-9A-Za-z]{34}$/);
    const second = (await runHere(["keys", "create", "--tier", "pro", ...keys])).stdout.trim();
    expect(second).toMatch(/^icn_/);
    await runHere(["keys", "revoke", created.id, ...keys]);
    const listed = (await runHere(["keys", "list", "--json", ...keys])).stdout;
    expect(JSON.parse(listed)).toMatchObject([
      { id: created.id, tier: "free", name: "web", state: "revoked" },
      { tier: "pro", state: "active" },
    ]);
    expect(listed).not.toContain(created.key);
    const unknown = await runHere(["keys", "revoke", "k_none", ...keys]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("icons keys list");
  });

  it("creates keys with an expiry time and keys for given origins, and lists both", async () => {
    const keys = ["--keys", join(temporaryFolder(), "keys.json")];
    const create = ["keys", "create", "--tier", "free", "--json", ...keys];
    const origins = ["--origins", "https://A.example/,https://*.b.example", "--origins", "http://localhost:5173"];
    const dated = JSON.parse((await runHere([...create, "--expires", "2099-01-31", ...origins])).stdout);
    expect(dated).toMatchObject({
      expires: "2099-01-31T00:00:00.000Z",
      origins: ["https://a.example", "https://*.b.example", "http://localhost:5173"],
    });
    const { expires } = JSON.parse((await runHere([...create, "--expires", "90d"])).stdout);
    expect(Math.abs(Date.parse(expires) - Date.now() - 90 * 86_400_000)).toBeLessThan(600_000);
    const lines = (await runHere(["keys", "list", ...keys])).stdout.split("\n");
    expect(lines[0]).toBe("id\ttier\tname\tcreated\texpires\torigins\tstate");
    expect(lines[1]).toContain(
      "\t2099-01-31T00:00:00.000Z\thttps://a.example https://*.b.example http://localhost:5173\tactive",
    );
  });

  it("rotates a key, keeps its id, and shows no digest of the old or the new key", async () => {
    const file = join(temporaryFolder(), "keys.json");
    const keys = ["--keys", file];
    const { id, key } = JSON.parse((await runHere(["keys", "create", "--tier", "pro", "--json", ...keys])).stdout);
    const rotated = JSON.parse((await runHere(["keys", "rotate", id, "--json", ...keys])).stdout);
    expect(rotated).toEqual({
      id,
      key: expect.stringMatching(/^icn_/),
      tier: "pro",
      previousUntil: expect.any(String),
    });
    expect(rotated.key).not.toBe(key);
    expect(Math.abs(Date.parse(rotated.previousUntil) - Date.now() - 86_400_000)).toBeLessThan(600_000);
    const listed = (await runHere(["keys", "list", "--json", ...keys])).stdout;
    expect(JSON.parse(listed)).toMatchObject([{ id, state: "active", previousUntil: rotated.previousUntil }]);
    expect(listed).not.toMatch(/[0-9a-f]{64}/);
    expect((await runHere(["keys", "list", ...keys])).stdout).toContain(
      `active, old key until ${rotated.previousUntil}`,
    );
    const unknown = await runHere(["keys", "rotate", "k_none", ...keys]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("icons keys list");
    const leaked = JSON.parse((await runHere(["keys", "rotate", id, "--grace", "0", "--json", ...keys])).stdout);
    expect(leaked.previousUntil).toBeUndefined();
    expect((await runHere(["keys", "list", ...keys])).stdout).toMatch(/\tactive\n$/);
    expect(readFileSync(file, "utf8")).not.toMatch(/icn_/);
  });

  it("shows the usage of each key, also after its rotation", async () => {
    const service = await startService(shippedArtifacts);
    const usage = join(service.folder, "usage.bin");
    const ask = async (key: string): Promise<unknown> => service.ask("/api/v1/categories", { "X-API-Key": key });
    for (let at = 0; at < 3; at++) await Promise.all([ask(service.free), ask(service.pro), ask(service.pro)]);
    const flags = ["--keys", service.keyFile, "--usage", usage];
    const [free, pro] = JSON.parse((await runHere(["keys", "list", "--json", ...flags.slice(0, 2)])).stdout);
    await runHere(["keys", "rotate", free.id, ...flags.slice(0, 2)]);
    expect(JSON.parse((await runHere(["keys", "usage", "--json", ...flags])).stdout)).toEqual([
      { id: free.id, tier: "free", limit: 100, remaining: 97, usedToday: 3 },
      { id: pro.id, tier: "pro", limit: -1, remaining: -1, total: 6 },
    ]);
    expect((await runHere(["keys", "usage", ...flags])).stdout).toBe(
      `id\ttier\tname\tused today\tlimit\tremaining\ttotal\n${free.id}\tfree\t\t3\t100\t97\t\n${pro.id}\tpro\t\t\tunlimited\t\t6\n`,
    );
    const numbers = ["--free-requests-per-day", "50", "--pro-requests-per-day", "10"];
    expect(JSON.parse((await runHere(["keys", "usage", "--json", ...flags, ...numbers])).stdout)).toEqual([
      { id: free.id, tier: "free", limit: 50, remaining: 47, usedToday: 3 },
      { id: pro.id, tier: "pro", limit: 10, remaining: 10, usedToday: 0 },
    ]);
    await runHere(["keys", "reset-usage", free.id, ...flags]);
    expect(JSON.parse((await runHere(["keys", "usage", "--json", ...flags])).stdout)[0]).toMatchObject({
      usedToday: 0,
    });
    await service.close();
  });

  it("keeps every key when many are created at once", async () => {
    const keys = ["--keys", join(temporaryFolder(), "keys.json")];
    await Promise.all(Array.from({ length: 6 }, () => icons(["keys", "create", "--tier", "free", ...keys])));
    expect(JSON.parse((await runHere(["keys", "list", "--json", ...keys])).stdout)).toHaveLength(6);
  });
});

describe("icons verify", () => {
  it("names a file whose bytes have changed", async () => {
    const folder = temporaryFolder({
      "a.json": [{ id: "a", name: "A", developer: "B", category: "c", description: "An icon." }],
    });
    const out = join(folder, "out");
    const { generation } = JSON.parse(
      (await runHere(["build", join(folder, "a.json"), "--out", out, "--json"])).stdout,
    );
    expect((await runHere(["verify", "--artifacts", out])).code).toBe(0);
    const file = join(out, generation, "records-0000.msgpack");
    const bytes = readFileSync(file);
    bytes[3]! ^= 1;
    chmodSync(file, 0o644);
    writeFileSync(file, bytes);
    const { code, stdout } = await runHere(["verify", "--artifacts", out]);
    expect(code).toBe(1);
    expect(stdout).toContain("records-0000.msgpack");
  });
});
