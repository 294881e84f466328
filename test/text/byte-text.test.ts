import { describe, expect, it } from "vitest";
import { asByteText, type ByteText, bytesOf, fromByteText, toByteText } from "#src/text/byte-text.js";

describe("byte text", () => {
  it.each(["", "Spotify", "Ünïcödé", "微信 😀"])("holds %j as one character per byte of its UTF-8", (text) => {
    const bytes = toByteText(text);
    expect(bytes.length).toBe(Buffer.byteLength(text));
    expect(bytesOf(bytes).toString()).toBe(text);
    expect(fromByteText(bytes)).toBe(text);
    expect(bytesOf(asByteText(`"${bytes}"`)).toString()).toBe(`"${text}"`);
  });

  it("rejects ordinary strings at compile time", () => {
    // @ts-expect-error an ordinary string may have more than a byte per character
    const bytes: ByteText = "é";
    expect(bytesOf(bytes).toString()).not.toBe("é");
  });
});
