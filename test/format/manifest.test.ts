import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FORMAT_VERSION } from "#src/format/container.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeManifest, encodeManifest, generationName, type Manifest } from "#src/format/manifest.js";

const manifest: Manifest = {
  format: FORMAT_VERSION,
  dataset: { name: "Shipped" },
  fields: { id: 2 },
  icons: 3,
  fold: 1,
  phash: 1,
  analysis: 1,
  decoder: "sharp",
  options: { b: [{ y: 1, x: 2 }], a: null },
  files: [{ name: "ids.bin", size: 80, sha256: "0".repeat(64) }],
};

const refuse = (content: unknown) => () =>
  decodeManifest(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)), "manifest.json");
const withFile = (file: unknown) => ({ ...manifest, files: [file] });

describe("manifest format", () => {
  it("decodes an encoded manifest to the same content", () => {
    expect(decodeManifest(encodeManifest(manifest), "manifest.json")).toEqual(manifest);
  });

  it("encodes the same bytes for any order of keys at every depth", () => {
    const { files, options: _, ...rest } = manifest;
    const shuffled = { files, options: { a: null, b: [{ x: 2, y: 1 }] }, ...rest };
    expect(encodeManifest(shuffled).equals(encodeManifest(manifest))).toBe(true);
    expect(encodeManifest(manifest).toString()).toMatch(/^\{\n {2}"analysis"[\s\S]*\}\n$/);
  });

  it("names a generation after the first 16 bytes of the manifest's SHA-256", () => {
    const bytes = encodeManifest(manifest);
    expect(generationName(bytes)).toBe(createHash("sha256").update(bytes).digest("hex").slice(0, 32));
    expect(generationName(encodeManifest({ ...manifest, icons: 4 }))).not.toBe(generationName(bytes));
  });
});

describe("damaged manifests", () => {
  it.each<[string, unknown]>([
    ["is empty", ""],
    ["is not JSON", "{"],
    ["is null", "null"],
    ["is an array", []],
    ["has a future version", { ...manifest, format: FORMAT_VERSION + 1 }],
    ["has its version as text", { ...manifest, format: "1" }],
    ["lacks the number of icons", { ...manifest, icons: undefined }],
    ["has a fractional number of icons", { ...manifest, icons: 0.5 }],
    ["has a negative number of icons", { ...manifest, icons: -1 }],
    ["lacks the list of files", { ...manifest, files: {} }],
    ["has null in its list of files", withFile(null)],
    ["names a file without a size", withFile({ name: "a.bin" })],
    ["names a file of negative size", withFile({ name: "a.bin", size: -1, sha256: "" })],
    ["has half a checksum", withFile({ name: "a.bin", size: 1, sha256: "0".repeat(32) })],
    ["has a path for a checksum", withFile({ name: "a.bin", size: 1, sha256: `../${"0".repeat(61)}` })],
    ["names a file in another folder", withFile({ name: "../a.bin", size: 1 })],
    ["names an absolute path", withFile({ name: "/etc/passwd", size: 1 })],
    ["names the folder above", withFile({ name: "..", size: 1, sha256: "" })],
    ["names the folder itself", withFile({ name: ".", size: 1, sha256: "" })],
    ["names a file with a zero character", withFile({ name: "a\u0000.bin", size: 1 })],
  ])("rejects a manifest that %s", (_, content) => {
    expect(refuse(content)).toThrow(FormatError);
    expect(refuse(content)).toThrow(/^manifest\.json: /);
  });
});
