import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect, it } from "vitest";
import { CHECK_NAMES } from "#build/dataset/lint-settings.js";
import type { LintResult } from "#build/lint/lint.js";
import { SARIF_SCHEMA } from "../build/lint/sarif-schema.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const record = (id: string, more: object = {}): object => ({
  id,
  name: `Name of ${id}`,
  developer: `House of ${id}`,
  category: "games",
  iconUrl: "https://a.com/a.png",
  ...more,
});
const doubtful = record("50%, a:b", { aliases: ["Fine", "100%\u200b, sure: yes"], website: "http://a.com" });

/**
 * A dataset with a warning at a position that is difficult to determine: after others in the same line, with multi-byte
 * characters before it.
 */
function folderWith(lint: object = {}, file = "a.json", text?: string): string {
  return temporaryFolder({
    "dataset.json": { name: "Doubtful", lint },
    [`icons/${file}`]: text ?? JSON.stringify([record("first", { description: "微信 👩 é" }), doubtful]),
  });
}

const lint = (cwd: string, ...args: string[]) => runHere(["lint", ".", "--no-cache", ...args], {}, { cwd });

it("groups findings by file with location, severity, problem and remedy, and counts them", async () => {
  const { code, stdout } = await icons(["lint", ".", "--no-cache"], {}, { cwd: folderWith() });
  expect(code).toBe(0);
  const [file, finding, empty, ...summary] = stdout.trimEnd().split("\n");
  expect(file).toBe("icons/a.json");
  expect(finding).toMatch(
    /^ {2}1:\d+ warning 50%, a:b aliases\[1\]: has invisible characters: U\+200B, got ".*"\. Retype .* invisible-character$/,
  );
  expect(empty).toBe("");
  expect(summary[0]).toMatch(/^warnings Doubtful: 0 errors, 1 warning, 1 info in 2 icons/);
  expect(summary.slice(1)).toEqual(["  website-http: 1, not shown", "  invisible-character: 1"]);
});

it.each([
  ["an array in one line", "a.json", undefined],
  ["an array of many lines", "a.json", JSON.stringify([record("é"), doubtful], null, 2)],
  ["lines", "a.ndjson", `${JSON.stringify(record("微"))}\n${JSON.stringify(doubtful)}\n`],
])("reports the location of the field in %s", async (_, name, text) => {
  const folder = folderWith({}, name, text);
  const { stdout } = await lint(folder, "--format", "json", "--severity", "info");
  const { findings } = JSON.parse(stdout) as LintResult;
  expect(findings.map(({ check }) => check)).toEqual(["invisible-character", "website-http"]);
  const lines = readFileSync(join(folder, "icons", name), "utf8").split("\n");
  const at = ({ line, column }: LintResult["findings"][number]): string => lines[line! - 1]!.slice(column! - 1);
  expect(at(findings[0]!)).toMatch(/^"100%/);
  expect(at(findings[1]!)).toMatch(/^"website"/);
});

it("prints workflow commands for GitHub that are valid for any record", async () => {
  const folder = folderWith({ "website-http": { severity: "error" } }, "50%, a:b.json");
  const { code, stdout } = await lint(folder, "--format", "github");
  expect(code).toBe(1);
  const commands = stdout.trimEnd().split("\n").map(readCommand);
  expect(commands.map(({ command, properties }) => [command, properties.title, properties.file])).toEqual([
    ["warning", "invisible-character", "icons/50%, a:b.json"],
    ["error", "website-http", "icons/50%, a:b.json"],
  ]);
  expect(commands[0]!.data).toMatch(/^50%, a:b aliases\[1\]: has invisible characters: U\+200B\. Retype /);
  expect(Number(commands[0]!.properties.line)).toBe(1);
  expect(Number(commands[0]!.properties.col)).toBeGreaterThan(100);
});

it("prints a SARIF log with a rule per check and results that refer to it", async () => {
  const { stdout } = await lint(folderWith(), "--format", "sarif", "--severity", "info");
  const log = JSON.parse(stdout);
  const ajv = new Ajv2020({ allErrors: true });
  ajvFormats.default(ajv);
  expect(ajv.validate(SARIF_SCHEMA, log), ajv.errorsText()).toBe(true);
  const [{ results, tool }] = log.runs;
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(CHECK_NAMES);
  expect(results).toHaveLength(2);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(results[1]).toMatchObject({ ruleId: "website-http", level: "note" });
  expect(results[1].locations[0].physicalLocation.artifactLocation.uri).toBe("icons/a.json");
});

it("keeps a finding's fingerprint when its line moves", async () => {
  const prints = async (text: string): Promise<string[]> => {
    const { stdout } = await lint(folderWith({}, "a.json", text), "--format", "sarif", "--severity", "info");
    return JSON.parse(stdout).runs[0].results.map((result: { partialFingerprints: object }) =>
      JSON.stringify(result.partialFingerprints),
    );
  };
  const before = await prints(JSON.stringify([doubtful]));
  expect(new Set(before).size).toBe(2);
  expect(await prints(JSON.stringify([record("new"), doubtful], null, 2))).toEqual(before);
});

it.each([
  ["nothing is found", [], {}, 0],
  ["there are as many warnings as allowed", ["--max-warnings", "1"], {}, 0],
  ["there are more warnings", ["--max-warnings", "0"], {}, 1],
  ["a check has severity error in this dataset", [], { "invisible-character": { severity: "error" } }, 1],
  ["such a check does not run", ["--only", "website-http"], { "invisible-character": { severity: "error" } }, 0],
  ["a check is off", ["--max-warnings", "0"], { "invisible-character": { severity: "off" } }, 0],
  [
    "the record is an exception",
    ["--max-warnings", "0"],
    { "invisible-character": { except: { "50%, a:b": "They write it so." } } },
    0,
  ],
  ["an exception is not needed", ["--max-warnings", "1"], { "name-spacing": { except: { first: "Once." } } }, 1],
  ["a check is unknown", ["--only", "no-such"], {}, 2],
  ["a format is unknown", ["--format", "xml"], {}, 2],
  ["the date does not exist", ["--today", "2024-02-31"], {}, 2],
])("exits with the right code if %s", async (_, args, settings, expected) => {
  expect((await lint(folderWith(settings), ...args)).code).toBe(expected);
});

it.each([
  ["a record", "icons/a.json", { "icons/a.json": '[\n {"id": "a"}\n]' }],
  ["the brackets", "icons/a.json", { "icons/a.json": "[\n {" }],
  [
    "dataset.json",
    "dataset.json",
    { "dataset.json": '{ "name": "x",\n "lint": { "no-such": {} } }', "icons/a.json": [] },
  ],
])("reports problems in %s that would fail a build, in each format", async (_, file, files) => {
  const folder = temporaryFolder({ "dataset.json": { name: "Wrong" }, ...files });
  const json = await lint(folder, "--format", "json");
  expect(json).toMatchObject({ code: 1, stderr: "" });
  const { errors, findings, counts } = JSON.parse(json.stdout) as LintResult;
  expect(counts).toEqual({ valid: errors });
  expect(findings[0]).toMatchObject({ check: "valid", severity: "error", file, line: 2 });
  const github = await lint(folder, "--format", "github");
  expect(github.stdout).toContain(`::error file=${file},line=2,title=valid::`);
  expect((await lint(folder, "--format", "sarif")).stdout).toContain('"ruleId": "valid"');
  expect((await lint(folder)).stdout).toMatch(/\nerrors /);
});

it("lists every check with its severity, description and remedy", async () => {
  const { stdout } = await runHere(["lint", "--list"]);
  const [head, ...rows] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  expect(head).toEqual(["check", "severity", "finds", "remedy"]);
  expect(rows.map(([name]) => name)).toEqual(CHECK_NAMES);
  for (const row of rows) expect(row.every((cell) => cell !== "")).toBe(true);
});

it("shows the requested number of findings per check, and counts all", async () => {
  const many = Array.from({ length: 9 }, (_, at) => record(`icon-${at}`, { website: `http://a${at}.com` }));
  const folder = folderWith({}, "a.json", JSON.stringify(many));
  const { stdout } = await lint(folder, "--format", "json", "--severity", "info", "--limit", "4");
  const { findings, counts, infos } = JSON.parse(stdout) as LintResult;
  expect([findings.length, counts["website-http"], infos]).toEqual([4, 9, 9]);
});

/** Parses a workflow command like GitHub's runner. */
function readCommand(line: string): { command: string; properties: Record<string, string>; data: string } {
  const [, command = "", list = "", data = ""] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const plain = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
  const properties = list.split(",").map((pair) => {
    const [name, value] = pair.split("=") as [string, string];
    return [name, plain(value.replaceAll("%3A", ":").replaceAll("%2C", ","))];
  });
  return { command, properties: Object.fromEntries(properties), data: plain(data) };
}
