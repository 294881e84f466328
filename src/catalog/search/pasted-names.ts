import { decodeListItem } from "../../format/list-item.js";
import type { Fillers } from "../../text/fillers.js";
import { words } from "../../text/fold.js";
import type { WorkBudget } from "../execution/work-budget.js";
import type { Generation } from "../generation/generation.js";
import type { Identity } from "../identity-kinds.js";
import type { Resolver } from "../resolve.js";
import { type Clause, isInAny } from "../sets/clause.js";

/** Prefixes and suffixes that icon fonts, components and their packages add to names. */
const ICON_SETS = `
  ai bi bootstrap brand brands bs bx bxl bxs cg ci cib cil devicon devicons di fa fa6 fab fad fal far fas feather fi
  fill fluent fontawesome gi go gr heroicons hi hi2 i icon icones iconify icons im io io5 ion la lab lia logo logos
  lu lucide material md mdi mui octicon octicons original outline phosphor pi plain ri rx si simple simpleicons
  skill tabler tb tfi ti uil vsc vscode wi wordmark`;
/** What else stands around a name in addresses and in names of files and packages. */
const PLACES = `
  app co com de dev eu fr gif http https ico io jp jpeg jpg js net org png ru svg tsx uk us webp www`;
/** Parts of a technology's tool set. */
const PARTS = `
  api cli client components core dom hooks js lib library native package plugin router sdk server tools ts types`;

const AROUND = new Set(words(ICON_SETS + PLACES));
const TOOLS = new Set(words(PARTS));
/** A version, also with the name before it: `v2`, `16-alpine`, `8.3`, `4o`. */
const VERSION = /^v?\d+(?:\.\d+|\.x)*[a-z]?$/i;
const NAME_WITH_VERSION = /^([a-z]{3,})-?v?\d+(?:\.\d+)*[a-z]?$/i;
const MAIL = /^[^@\s]+@([\w-]+(?:\.[\w-]+)+)$/;
/** A single word with a sign that names hardly have. */
const IDENTITY = /^[^\s]*[./:@][^\s]*$/;
const LARGE_AFTER_SMALL = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
/** A sign or a capital within a word, which people do not type. */
const PASTED = /[^\s\d][-_/:@.]\S|[<>]|[a-z][A-Z]/;
const SEPARATORS = /[\s/\\<>"'=:@_,;()]+|\.(?!\d)/;
const HYPHENS = /-(?!\d)/;
/** Longer texts hardly consist of a name and what surrounds it. */
const MOST_PARTS = 16;

/**
 * The name of the icon that a text means if it consists of a name and what people paste with it: an address, an image,
 * a package, a component or a file, or a name with a version. Undefined if fillers explain the rest, too.
 *
 * @example pastedName("hello@slack.com", …) // "Slack"
 * @example pastedName("<SiSpotify />", …) // "Spotify"
 * @example pastedName("php 8.3", …) // "PHP"
 */
export function pastedName(
  { blob }: Generation,
  resolve: Resolver,
  text: string,
  fillers: Fillers,
  scope: readonly Clause[],
  budget: WorkBudget,
): string | undefined {
  for (const identity of [...identitiesIn(text), ...bareNames(text, fillers)]) {
    const { ordinal } = resolve(identity, budget);
    if (ordinal === undefined || !scope.every((clause) => passes(clause, ordinal))) continue;
    return decodeListItem(blob("cards").view(ordinal), ordinal).name;
  }
  return undefined;
}

function passes({ any, not = false }: Clause, ordinal: number): boolean {
  return isInAny(any, ordinal) !== not;
}

/** What a pasted text may be, likeliest first: `hello@slack.com` is of a domain, `@angular/core` a package. */
function identitiesIn(text: string): Identity[] {
  const value = text.trim();
  const domain = MAIL.exec(value)?.[1];
  if (domain !== undefined) return [{ kind: "domain", value: domain }];
  if (!IDENTITY.test(value)) return [];
  const scoped: Identity[] = value.startsWith("@") ? [{ kind: "package", value: `npm:${value}` }] : [];
  return [...scoped, ...(["package", "container", "domain", "bundle"] as const).map((kind) => ({ kind, value }))];
}

/** The name in a text without what icon sets, addresses, files, versions and tool sets add to it. */
function bareNames(text: string, fillers: Fillers): Identity[] {
  const isPasted = PASTED.test(text.trim());
  const parts = text.split(SEPARATORS).flatMap((part) => part.split(LARGE_AFTER_SMALL));
  if (parts.length > MOST_PARTS) return [];
  const pieces = parts.flatMap((part) => part.split(HYPHENS)).filter((part) => words(part).length > 0);
  const named = pieces
    .filter((piece, at) => !(at > 0 && VERSION.test(piece)) && !(isPasted && AROUND.has(piece.toLowerCase())))
    .map((piece) => NAME_WITH_VERSION.exec(piece)?.[1] ?? piece)
    .flatMap(words);
  const technologies = named.filter((word) => !TOOLS.has(word));
  // The tools of other technologies are icons of their own.
  const isTool = technologies.length < named.length && technologies.every(fillers.isAmbiguous);
  const name = (isTool ? technologies : named).join(" ");
  const meaningful = words(text).filter((word) => !fillers.isFiller(word));
  const known = [words(text), meaningful, meaningful.filter((word) => !fillers.isAmbiguous(word))];
  return name === "" || known.some((some) => some.join(" ") === name) ? [] : [{ kind: "name", value: name }];
}
