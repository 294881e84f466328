import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DatasetError, formatProblem } from "#build/dataset/problems.js";
import { openNpyFile } from "#build/vectors/npy-file.js";
import { temporaryFolder } from "../../support/folder.js";
import { type NpyHeader, npyOf } from "../../support/npy.js";

const MATRIX = [
  [1, -2, 0.5],
  [0, 4, -0.25],
];

function read(bytes: Buffer): { rows: number; columns: number; numbers: number[] } {
  const file = openNpyFile(join(temporaryFolder({ "v.npy": bytes }), "v.npy"));
  try {
    return { rows: file.rows, columns: file.columns, numbers: [...file.blocks()].flatMap((block) => [...block]) };
  } finally {
    file.close();
  }
}

function problemOf(bytes: Buffer): string {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof DatasetError) return formatProblem(error.problems[0]!);
    throw error;
  }
  return "none";
}

/** Half-precision numbers by their bits: 1, −2, 0.5, the smallest one, the largest one, −0, infinity, not a number. */
const HALVES = [0x3c00, 0xc000, 0x3800, 0x0001, 0x7bff, 0x8000, 0x7c00, 0x7e00];

describe("NumPy files", () => {
  it.each<[string, NpyHeader]>([
    ["float64", {}],
    ["float32", { descr: "'<f4'" }],
    ["version 2", { version: 2 }],
    ["version 3", { version: 3 }],
    ["double quotes", { descr: '"<f8"' }],
    ["long integers of Python 2 in the shape", { shape: "(2L, 3L)" }],
  ])("are read with %s", (_, header) => {
    expect(read(npyOf(MATRIX, header))).toEqual({ rows: 2, columns: 3, numbers: MATRIX.flat() });
  });

  it("are read with half-precision numbers", () => {
    const head = npyOf([], { descr: "'<f2'", shape: "(2, 4)" });
    const { numbers } = read(Buffer.concat([head, Buffer.from(Uint16Array.from(HALVES).buffer)]));
    expect(numbers).toEqual([1, -2, 0.5, 2 ** -24, 65504, -0, Number.POSITIVE_INFINITY, Number.NaN]);
  });

  it("are read in blocks if they are large", () => {
    const rows = Array.from({ length: 700 }, (_, row) =>
      Array.from({ length: 512 }, (_, column) => row * 512 + column),
    );
    const { numbers } = read(npyOf(rows));
    expect(numbers).toHaveLength(700 * 512);
    expect(numbers.every((number, at) => number === at)).toBe(true);
  });

  it.each<[string, Buffer, RegExp]>([
    ["no content", Buffer.alloc(0), /v\.npy:1: is not a NumPy file \(\.npy\)\. Write it with/],
    ["an archive of arrays", Buffer.from("PK\x03\x04 and more"), /is not a NumPy file/],
    ["a later version", npyOf(MATRIX, { version: 4 }), /has version 4 of NumPy's format, expected 1 to 3/],
    ["a cut header", npyOf(MATRIX).subarray(0, 40), /ends within its header\. It is incomplete/],
    [
      "cut numbers",
      npyOf(MATRIX).subarray(0, -1),
      /has 175 bytes, its header says 176: 2 rows of 3 numbers\. It is inc/,
    ],
    ["more numbers", Buffer.concat([npyOf(MATRIX), Buffer.alloc(8)]), /has 184 bytes, its header says 176/],
    ["integers", npyOf(MATRIX, { descr: "'<i8'" }), /has numbers of type <i8, expected <f2, <f4 or <f8/],
    ["big-endian numbers", npyOf(MATRIX, { descr: "'>f8'" }), /has numbers of type >f8/],
    ["a structure", npyOf(MATRIX, { descr: "[('a', '<f8')]" }), /has numbers of type \[…\]/],
    ["no type", npyOf(MATRIX, { descr: "None" }), /has a header without descr/],
    ["Fortran order", npyOf(MATRIX, { order: "True" }), /is in Fortran order \(by column\), expected C order/],
    ["no order", npyOf(MATRIX, { order: "1" }), /has a header without fortran_order/],
    ["no shape", npyOf(MATRIX, { shape: "None" }), /has a header without shape/],
    ["one axis", npyOf(MATRIX, { shape: "(6,)" }), /has the shape \(6,\), expected \(icons, dimensions\)/],
    ["three axes", npyOf(MATRIX, { shape: "(1, 2, 3)" }), /has the shape \(1, 2, 3\)/],
    ["too large a shape", npyOf(MATRIX, { shape: "(99999999999999999999, 3)" }), /has the shape \(9+, 3\)/],
    ["one dimension", npyOf([[1], [2]]), /has vectors of 1 dimensions\. Use 2 to 4096 dimensions/],
    ["too many dimensions", npyOf([Array(4097).fill(1)]), /has vectors of 4097 dimensions/],
  ])("are rejected with %s", (_, bytes, message) => {
    expect(problemOf(bytes)).toMatch(message);
  });

  it("are rejected with a header of many megabytes before it is read", () => {
    const bytes = npyOf(MATRIX, { version: 2 });
    bytes.writeUInt32LE(2 ** 31, 8);
    expect(problemOf(bytes)).toContain("has a header of 2147483648 bytes, more than 65536");
  });
});
