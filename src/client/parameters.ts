import type { IconsQuery, SimilarQuery, Static } from "../http/schemas.js";

/** Parameters as they are given in code: of a list one value may stand alone, and undefined counts as absent. */
type Given<Query> = {
  readonly [Name in keyof Query]?:
    | (NonNullable<Query[Name]> extends (infer Item)[] ? Item | readonly Item[] : Query[Name])
    | undefined;
};

/** What icons are searched and filtered by. */
export interface IconsParameters extends Given<Static<typeof IconsQuery>> {}

type SimilarQueryGiven = Given<Static<typeof SimilarQuery>>;

interface ByIcon extends Omit<SimilarQueryGiven, "id" | "phash"> {
  /** Finds icons similar to this one, which is left out itself. */
  readonly id: string;
  readonly phash?: undefined;
}

interface ByHash extends Omit<SimilarQueryGiven, "id" | "phash" | "by"> {
  /** A perceptual hash of 16 hex digits. */
  readonly phash: string;
  readonly id?: undefined;
  /** A hash has no colours to compare. */
  readonly by?: "shape" | undefined;
}

/** The icon or the hash to compare with, and how. */
export type SimilarParameters = ByIcon | ByHash;

/** Parameters as the query of an address, with its `?`; empty where there are none. A list is one value with commas. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
