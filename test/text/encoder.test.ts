import fc from "fast-check";
import { Encoder } from "flexsearch";
import { describe, expect, it } from "vitest";
import { words } from "#src/text/fold.js";
import { ENCODER_OPTIONS } from "../support/flexsearch-encoder.js";
import { randomRuns } from "../support/random-runs.js";

const encoder = new Encoder(ENCODER_OPTIONS);

describe("FlexSearch encoder", () => {
  it("encodes the words into which a query is split", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(new Set(encoder.encode(text))).toEqual(new Set(words(text)));
      }),
      randomRuns(5000),
    );
  });

  it.each(["Goo goo", "App1 app100200 a1b", "C++ / .NET 4.0", "ΣΊΣΥΦΟΣ Straße", "微信支付 App", "x".repeat(3600)])(
    "splits %j as a query is split",
    (text) => {
      expect(new Set(encoder.encode(text))).toEqual(new Set(words(text)));
    },
  );
});
