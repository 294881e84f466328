import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { icons, serve } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

interface Printed {
  readonly file: string | null;
  readonly settings: Record<string, { value: unknown; source: string; line?: number }>;
}

/** The path of a configuration file in a new folder. */
const withFile = (text: string, name = "some.json"): string => join(temporaryFolder({ [name]: text }), name);

async function printed(args: readonly string[], env: Record<string, string> = {}): Promise<Printed> {
  const { code, stdout, stderr } = await runHere([...args, "--print-config", "--json"], env);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe("effective configuration", () => {
  it("prefers the flag to the environment, the environment to the file, and the file to the default", async () => {
    const file = withFile('{\n  "port": 1, "host": "10.0.0.1",\n  "keys": "of-file", "anonymous": "free" }');
    const env = { ICONS_PORT: "2", ICONS_HOST: "10.0.0.2", ICONS_CONFIG: file };
    const { settings, file: read } = await printed(["serve", "--port", "3"], env);
    expect(read).toBe(file);
    expect(settings).toMatchObject({
      port: { value: 3, source: "flag" },
      host: { value: "10.0.0.2", source: "environment" },
      keys: { value: "of-file", source: "file", line: 3 },
      usage: { value: "usage.bin", source: "default" },
    });
  });

  it.each([
    [["serve", "of-argument"], {}, { value: "of-argument", source: "flag" }],
    [["serve"], { ICONS_ARTIFACTS: "of-env" }, { value: "of-env", source: "environment" }],
    [["serve"], {}, { value: "of-file", source: "file", line: 1 }],
  ])("prefers the argument to the environment and the file, too: %j %j", async (args, env, expected) => {
    const file = withFile('{"artifacts": "of-file"}');
    expect((await printed([...args, "--config", file], env)).settings.artifacts).toEqual(expected);
  });

  it("reads one file for two commands, each with its own settings", async () => {
    const file = withFile(
      '\uFEFF{ /* for both */ "workers": 3, "watch": false, "trustProxy": ["10.0.0.0/8", "::1"], }',
    );
    const serving = (await printed(["serve", "--config", file])).settings;
    expect(serving).toMatchObject({ workers: { value: 3 }, trustProxy: { value: "10.0.0.0/8,::1" } });
    expect(serving.watch).toBeUndefined();
    const developing = (await printed(["dev", "--config", file])).settings;
    expect(developing).toMatchObject({ watch: { value: false }, anonymous: { value: "pro", source: "default" } });
    expect(developing.workers).toBeUndefined();
  });

  it("prints the configuration without passwords, as lines for cut and awk to a pipe", async () => {
    const file = withFile('{\n"keys": "redis://icons:hunter2@10.0.0.1/0"}');
    const { stdout } = await icons(["serve", "--config", file, "--print-config"], { ICONS_PORT: "8080" });
    expect(stdout).toContain("setting\tvalue\tfrom\n");
    expect(stdout).toContain(`keys\tredis://[redacted]@10.0.0.1/0\t${file}:2\n`);
    expect(stdout).toContain("port\t8080\tICONS_PORT\n");
    expect(stdout).not.toContain("hunter2");
  });

  it("finds icons.config.json and applies it to the server, including workers", async () => {
    const folder = temporaryFolder({
      "icons.config.json": { artifacts: shippedArtifacts, anonymous: "free", workers: 2, port: 0 },
    });
    const server = await serve(["serve"], { ICONS_PORT: "0" }, { cwd: folder });
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/categories`);
    expect(await response.json()).toMatchObject({ _meta: { tier: "free", rate_remaining: 99 } });
    expect(await server.stop()).toBe(0);
  });
});

describe("invalid configuration file", () => {
  it.each([
    ['{\n"prot": 1}', ':2: "prot" is not a setting. Did you mean "port"?'],
    ['{"nonsense at all": 1}', ':1: "nonsense at all" is not a setting. There are artifacts, workers, '],
    ['{\n\n"port": 70000}', ':3: "port" is 70000. Give a whole number from 0 to 65535.'],
    ['{"port": "1e3"}', ':1: "port" is "1e3". Give a whole number'],
    ['{"port": null}', ':1: "port" is null. Give a text or a number.'],
    ['{"logLevel": "loud"}', ':1: "logLevel" is "loud". Allowed choices are fatal, error'],
    ['{"metrics": "9464"}', ':1: "metrics" is "9464". Give off, or a host and a port'],
    ['{"metrics": {"port": 1}}', ':1: "metrics" is {"port":1}. Give a text or a number.'],
    ['{"port": 1,\n"port": 2}', ':2: "port" is given twice, first in line 1. Remove one.'],
    ['{"__proto__": 1}', ':1: "__proto__" is not a setting.'],
    ['{"config": "other.json"}', ':1: "config" is not a setting.'],
    ['{"publicUrl": "redis://u:hunter2@h"}', ':1: "publicUrl" is "redis://[redacted]@h". Give an http or https'],
    ['{\n"port": 1\n"host": 2}', ":3: is not valid JSON: comma expected"],
    ["[]", ":1: is not a JSON object"],
    ["", ":1: is not valid JSON"],
  ])("ends the command with the location and the remedy: %s", async (text, said) => {
    const file = withFile(text);
    const { code, stdout, stderr } = await runHere(["serve", "--config", file]);
    expect(stderr).toContain(file + said);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("reports all problems at once, even those that a flag overrides", async () => {
    const file = withFile('{"watch": "no",\n"port": -1}');
    const { code, stderr } = await runHere(["dev", "--config", file, "--port", "0"]);
    expect(stderr).toContain(`${file}:1: "watch" is "no". Give true or false.\n  ${file}:2: "port" is -1.`);
    expect(code).toBe(2);
  });

  it("requires a file that is named explicitly", async () => {
    const { code, stderr } = await runHere(["serve"], { ICONS_CONFIG: "nowhere.json" });
    expect(stderr).toContain("no such file or directory, open 'nowhere.json'");
    expect(code).toBe(2);
  });
});

it("names the environment variable of an invalid value", async () => {
  const { code, stderr } = await runHere(["serve"], { ICONS_METRICS: "here" });
  expect(stderr).toContain("ICONS_METRICS");
  expect(stderr).toContain("Give off, or a host and a port");
  expect(code).toBe(2);
});
