import { type Catalog, openCatalog } from "../../src/catalog/catalog.js";
import type { Highlight } from "../../src/catalog/highlight.js";
import { option, publicUrl } from "../options/options.js";

/** Flags of every command that queries a generation. */
export interface AskFlags {
  readonly artifacts: string;
  readonly publicUrl: string;
  readonly json?: boolean;
}

export const publicUrlOption = () =>
  option("--public-url <url>", "origin of image URLs", "http://localhost:3000").argParser(publicUrl);

export function openForFlags({ artifacts }: AskFlags): Catalog {
  return openCatalog(artifacts);
}

/** A list item in the form of the API. */
export interface ListedIcon {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly iconUrl: string;
  readonly developer: string;
  readonly _highlight?: Highlight;
}

export function parseItems<Item extends ListedIcon = ListedIcon>(json: Buffer): Item[] {
  return JSON.parse(json.toString("utf8"));
}
