const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The signature, then length and name of the chunk that contains the size. */
const SIZE_AT = 16;

/** Width and height in pixels from the header of a PNG file; undefined if the bytes are not PNG. */
export function pngSizeOf(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (bytes.length < SIZE_AT + 8 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  return { width: bytes.readUInt32BE(SIZE_AT), height: bytes.readUInt32BE(SIZE_AT + 4) };
}
