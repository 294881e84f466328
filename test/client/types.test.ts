import { describe, expectTypeOf, it } from "vitest";
import type { Tier } from "#src/access/key.js";
import type { IconDetail as CatalogDetail } from "#src/catalog/detail-text.js";
import {
  type Client,
  createClient,
  type Icon,
  IconApiError,
  type IconApiErrorCode,
  type IconItem,
  type IconList,
  type SimilarIcon,
  type SimilarList,
} from "#src/client/index.js";
import type { ErrorCode } from "#src/http/contract/error-codes.js";

// These expectations are checked by the compiler, which `npm test` runs first.

describe("response types", () => {
  it("declares responses that match the JSON Schemas", () => {
    expectTypeOf<Client["icons"]>().returns.resolves.toEqualTypeOf<IconList>();
    expectTypeOf<IconList["success"]>().toEqualTypeOf<true>();
    expectTypeOf<IconList["total"]>().toEqualTypeOf<number>();
    expectTypeOf<IconList["_meta"]["api_version"]>().toEqualTypeOf<"v1">();
    expectTypeOf<IconList["_meta"]["tier"]>().toEqualTypeOf<Tier | undefined>();
    expectTypeOf<IconList["_meta"]["did_you_mean"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof NonNullable<IconList["_meta"]["facets"]>>().toEqualTypeOf<
      "category" | "color" | "style" | "mood" | "license"
    >();
    expectTypeOf<SimilarList["query"]["phash"]>().toEqualTypeOf<string | undefined>();
  });

  it("declares the fields of an icon in a list and in detail", () => {
    expectTypeOf<Omit<IconItem, "_highlight" | "_image" | "_credits">>().toEqualTypeOf<
      Record<"id" | "name" | "category" | "iconUrl" | "developer", string>
    >();
    expectTypeOf<IconItem["_highlight"]>().toEqualTypeOf<
      { name?: number[][]; developer?: number[][]; alias?: { text: string; ranges: number[][] } } | undefined
    >();
    expectTypeOf<IconItem["_image"]>().toEqualTypeOf<
      { drawing: boolean; background?: string; backdrop?: "light" | "dark" } | undefined
    >();
    expectTypeOf<SimilarIcon["variant"]>().toEqualTypeOf<"mirrored" | "inverted" | undefined>();
    expectTypeOf<SimilarIcon["distance"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<SimilarIcon["lowDetail"]>().toEqualTypeOf<true | undefined>();
    expectTypeOf<Exclude<keyof Icon, "_image">>().toEqualTypeOf<keyof CatalogDetail>();
    expectTypeOf<Icon["colors"]>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<NonNullable<Icon["colorPalette"]>[number]>().toEqualTypeOf<{
      hex: string;
      name: string;
      share: number;
    }>();
    // @ts-expect-error no field has this name
    expectTypeOf<IconItem["nmae"]>();
  });

  it("declares iteration by icon and by page", () => {
    expectTypeOf<ReturnType<Client["allIcons"]>>().toExtend<AsyncIterable<IconItem>>();
    expectTypeOf<ReturnType<Client["pages"]>>().toExtend<AsyncIterable<IconList>>();
    expectTypeOf<Client["rateLimit"]>().toEqualTypeOf<
      { readonly limit: number; readonly remaining: number; readonly resetsAt: Date | undefined } | undefined
    >();
  });
});

describe("parameter types", () => {
  it("accepts one value or several, and undefined, as list parameters", () => {
    type Given = NonNullable<Parameters<Client["icons"]>[0]>;
    expectTypeOf<Given["category"]>().toEqualTypeOf<string | readonly string[] | undefined>();
    expectTypeOf({ q: undefined, color: ["red", "#1db954"] as const, highlight: true, page: 2 }).toExtend<Given>();
    expectTypeOf<{ facets: readonly ["category", "color"] }>().toExtend<Given>();
  });

  it("rejects at compile time the parameters that the API would reject", () => {
    expectTypeOf(neverCalled).parameters.toEqualTypeOf<[Client]>();
  });
});

async function neverCalled(client: Client): Promise<void> {
  // @ts-expect-error a page is a number
  await client.icons({ page: "2" });
  // @ts-expect-error no parameter has this name
  await client.icons({ query: "spotify" });
  // @ts-expect-error not a facet
  await client.icons({ facets: "developer" });
  // @ts-expect-error an id is needed
  await client.icon();
  // @ts-expect-error neither id nor phash
  await client.similar({ limit: 5 });
  // @ts-expect-error both
  await client.similar({ id: "spotify", phash: "be86c13ec93cc1c3" });
  // @ts-expect-error a hash has no colors
  await client.similar({ phash: "be86c13ec93cc1c3", by: "color" });
  // @ts-expect-error not an order
  await client.similar({ id: "spotify", by: "taste" });
  // @ts-expect-error not a variant
  await client.similar({ id: "spotify", include: ["rotated"] });
  // @ts-expect-error the base URL is required
  createClient({ apiKey: "icn_" });
  await client.similar({ phash: "be86c13ec93cc1c3", by: "phash", include: "mirrored" });
  await client.similar({ shape: "0f".repeat(64), limit: 3 });
  await client.similar({ shape: "0f".repeat(64), palette: ["1db954:1"], by: "look" });
  // @ts-expect-error a look needs colors
  await client.similar({ shape: "0f".repeat(64), by: "look" });
  // @ts-expect-error a palette needs a shape
  await client.similar({ id: "spotify", palette: ["1db954:1"] });
  await client.similar({ id: "spotify", by: "look" });
  // @ts-expect-error a shape is no hash
  await client.similar({ phash: "be86c13ec93cc1c3", by: "shape" });
  await client.similar({ id: "spotify", phash: undefined, by: "blend", max_distance: 12 });
  await client.similar({ id: "spotify", by: "vector" });
}

describe("error types", () => {
  it("declares error codes of the catalog and three client codes", () => {
    expectTypeOf<IconApiErrorCode>().toEqualTypeOf<ErrorCode | "network_error" | "timeout" | "unexpected_response">();
    expectTypeOf<IconApiError["code"]>().toEqualTypeOf<IconApiErrorCode>();
    expectTypeOf(new IconApiError("timeout", "")).toExtend<Error>();
    // @ts-expect-error no error has this code
    expectTypeOf<IconApiError["code"]>().extract<"teapot">().toEqualTypeOf<"teapot">();
  });
});
