import { closeSync } from "node:fs";
import { MAX_DIMENSIONS, MIN_DIMENSIONS } from "#src/format/vector-table.js";
import { openRegularFile, readInto } from "#src/platform/read-regular-file.js";
import { type FileFault, problem, refuse } from "../read/file-faults.js";

const MAGIC = "\x93NUMPY";
/** Magic and version. */
const FIXED_BYTES = 8;
/** Headers of plain arrays have about a hundred bytes. */
const MAX_HEADER_BYTES = 2 ** 16;
/** Bytes read at once, or a single row. */
const CHUNK_BYTES = 2 ** 20;

const DESCR = /['"]descr['"]\s*:\s*(?:(['"])([^'"]*)\1|[[(])/;
const ORDER = /['"]fortran_order['"]\s*:\s*(True|False)/;
const SHAPE = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/;

const SAVE = "Write it with `numpy.save(path, numpy.ascontiguousarray(vectors, '<f4'))`.";

type Numbers = Float32Array | Float64Array;

/** A type of numbers. */
interface NumberType {
  /** Bytes of a number. */
  readonly size: number;
  createReader(): (bytes: ArrayBuffer) => Numbers;
}

/** By NumPy's name. */
const TYPES: Readonly<Record<string, NumberType>> = {
  "<f2": { size: 2, createReader: createHalfReader },
  "<f4": { size: 4, createReader: () => (bytes) => new Float32Array(bytes) },
  "<f8": { size: 8, createReader: () => (bytes) => new Float64Array(bytes) },
};

/** A matrix in a NumPy file, opened for reading. */
export interface NpyFile {
  readonly rows: number;
  readonly columns: number;
  /**
   * The numbers row by row, in blocks of whole rows, each valid until the next. Memory: about 3 MiB.
   *
   * @throws DatasetError if the file was truncated meanwhile, the system's error if it can't be read
   */
  blocks(): Generator<Numbers>;
  close(): void;
}

/**
 * Opens a matrix of numbers in NumPy's format, version 1 to 3: little-endian float16, float32 or float64 in C order.
 *
 * @throws DatasetError if it is something else, or its size differs from what its header says
 */
export function openNpyFile(path: string): NpyFile {
  const { fd, size } = attempt(() => openRegularFile(path), path);
  try {
    const { start, shape, type } = readHeader(fd, path);
    const [rows, columns] = shape;
    const rowBytes = columns * type.size;
    const expected = start + rows * rowBytes;
    if (size !== expected)
      throw problem(path, {
        message: `has ${size} bytes, its header says ${expected}: ${rows} rows of ${columns} numbers`,
        remedy: size < expected ? "It is incomplete: copy or write it again." : SAVE,
      });
    return {
      rows,
      columns,
      *blocks() {
        const read = type.createReader();
        const most = Math.max(1, Math.floor(CHUNK_BYTES / rowBytes));
        for (let row = 0; row < rows; row += most) {
          const bytes = new ArrayBuffer(Math.min(most, rows - row) * rowBytes);
          if (readInto(fd, new Uint8Array(bytes), start + row * rowBytes) < bytes.byteLength)
            throw problem(path, { message: "became shorter while it was read", remedy: "Build again." });
          yield read(bytes);
        }
      },
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function attempt<T>(work: () => T, path: string): T {
  try {
    return work();
  } catch (error) {
    return refuse(path, error, "Remove the link, or put the file there.");
  }
}

/** The parts of a header. */
interface Header {
  /** Offset of the numbers. */
  readonly start: number;
  readonly shape: readonly [rows: number, columns: number];
  readonly type: NumberType;
}

/** @throws DatasetError */
function readHeader(fd: number, path: string): Header {
  const fail = (fault: FileFault): never => {
    throw problem(path, fault);
  };
  const head = Buffer.alloc(FIXED_BYTES + 4);
  const read = attempt(() => readInto(fd, head, 0), path);
  if (head.toString("latin1", 0, MAGIC.length) !== MAGIC) fail({ message: "is not a NumPy file (.npy)", remedy: SAVE });
  const major = head[MAGIC.length]!;
  if (read < head.length || major < 1 || major > 3)
    fail({ message: `has version ${major} of NumPy's format, expected 1 to 3`, remedy: SAVE });
  // Version 1 has a length of two bytes, later ones of four.
  const prefix = FIXED_BYTES + (major === 1 ? 2 : 4);
  const length = major === 1 ? head.readUInt16LE(FIXED_BYTES) : head.readUInt32LE(FIXED_BYTES);
  if (length > MAX_HEADER_BYTES)
    fail({ message: `has a header of ${length} bytes, more than ${MAX_HEADER_BYTES}`, remedy: SAVE });
  const bytes = Buffer.alloc(length);
  if (readInto(fd, bytes, prefix) < length)
    fail({ message: "ends within its header", remedy: "It is incomplete: copy or write it again." });
  const text = bytes.toString("latin1");
  return { start: prefix + length, type: typeOf(text, fail), shape: shapeOf(text, fail) };
}

function typeOf(header: string, fail: (fault: FileFault) => never): NumberType {
  const [, , descr = "[…]"] = DESCR.exec(header) ?? fail({ message: "has a header without descr", remedy: SAVE });
  const type = Object.hasOwn(TYPES, descr) ? TYPES[descr] : undefined;
  return type ?? fail({ message: `has numbers of type ${descr}, expected <f2, <f4 or <f8`, remedy: SAVE });
}

function shapeOf(header: string, fail: (fault: FileFault) => never): Header["shape"] {
  const [, order] = ORDER.exec(header) ?? fail({ message: "has a header without fortran_order", remedy: SAVE });
  if (order === "True") fail({ message: "is in Fortran order (by column), expected C order (by row)", remedy: SAVE });
  const [, list = ""] = SHAPE.exec(header) ?? fail({ message: "has a header without shape", remedy: SAVE });
  const shape = list.split(",").flatMap((text) => (text.trim() === "" ? [] : [Number.parseInt(text, 10)]));
  const [rows, columns] = shape;
  if (rows === undefined || columns === undefined || shape.length > 2 || !shape.every(Number.isSafeInteger))
    return fail({
      message: `has the shape (${list.trim()}), expected (icons, dimensions)`,
      remedy: "Give it one row per icon.",
    });
  if (columns < MIN_DIMENSIONS || columns > MAX_DIMENSIONS)
    fail({
      message: `has vectors of ${columns} dimensions`,
      remedy: `Use ${MIN_DIMENSIONS} to ${MAX_DIMENSIONS} dimensions.`,
    });
  return [rows, columns];
}

/** Reads half-precision numbers, each by one look-up in a table of 256 KiB. */
function createHalfReader(): (bytes: ArrayBuffer) => Numbers {
  const values = new Float32Array(2 ** 16).map((_, bits) => halfNumber(bits));
  return (bytes) => {
    const halves = new Uint16Array(bytes);
    const numbers = new Float32Array(halves.length);
    for (let at = 0; at < halves.length; at++) numbers[at] = values[halves[at] as number] as number;
    return numbers;
  };
}

/** The value of an IEEE 754 half-precision number. @param bits sign, 5 bits of exponent, 10 bits of fraction */
function halfNumber(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
