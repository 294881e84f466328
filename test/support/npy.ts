/** Fields of a NumPy header; each replaces the one of a valid file. */
export interface NpyHeader {
  readonly descr?: string;
  readonly order?: string;
  readonly shape?: string;
  readonly version?: number;
}

/** Bytes of the numbers by NumPy's name of the type. */
const WRITERS: Readonly<Record<string, (numbers: readonly number[]) => ArrayBufferView>> = {
  "<f4": (numbers) => Float32Array.from(numbers),
  "<f8": (numbers) => Float64Array.from(numbers),
};

/** A NumPy file as `numpy.save` writes it, in float64 unless told otherwise. */
export function npyOf(rows: readonly (readonly number[])[], header: NpyHeader = {}): Buffer {
  const { descr = "'<f8'", order = "False", version = 1 } = header;
  const shape = header.shape ?? `(${rows.length}, ${rows[0]?.length ?? 0})`;
  const fields = `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;
  const prefix = version === 1 ? 10 : 12;
  const text = `${fields.padEnd(64 * Math.ceil((prefix + fields.length + 1) / 64) - prefix - 1)}\n`;
  const length = Buffer.alloc(prefix - 8);
  if (version === 1) length.writeUInt16LE(text.length);
  else length.writeUInt32LE(text.length);
  const { buffer, byteOffset, byteLength } = (WRITERS[descr.slice(1, -1)] ?? WRITERS["<f8"]!)(rows.flat());
  const magic = Buffer.from([0x93, ...Buffer.from("NUMPY"), version, 0]);
  return Buffer.concat([magic, length, Buffer.from(text, "latin1"), Buffer.from(buffer, byteOffset, byteLength)]);
}
