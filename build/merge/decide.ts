import type { MergeDecision, MergeReason } from "../dataset/merge-decisions.js";
import { freeId, idOf } from "../import/names.js";
import type { MergePair } from "./find-pairs.js";
import type { MergeRecords } from "./inputs.js";

/** A decision about records that exist. */
export interface DecidedPair {
  readonly first: number;
  readonly second: number;
  readonly reasons: ReadonlySet<MergeReason>;
  readonly distances?: MergePair["distances"];
  /** As in the file, with current ids. */
  readonly decision: MergeDecision;
  /** Whether the file did not have it. */
  readonly isNew: boolean;
  /**
   * Whether a person should look at it: by default, the records are kept apart although something speaks against it.
   */
  readonly isUncertain: boolean;
  /** Whether the records stay apart, but have one id: a person must decide first. */
  readonly lacksRename?: true;
}

/** A decision that does not apply. */
export interface StaleDecision {
  readonly decision: MergeDecision;
  /** Why. */
  readonly reason: string;
}

/** Which records become one. */
export interface MergePlan {
  /** By their first and then their second record. */
  readonly pairs: readonly DecidedPair[];
  readonly stale: readonly StaleDecision[];
  /** The records that become one, in the order of priority; each record is in exactly one group. */
  groupOf(record: number): readonly number[];
  /** The id of the record that a group becomes, by its first record. */
  idOf(leader: number): string;
}

/** Contradictions that an error lists. */
const MAX_LISTED = 20;

/** Wrong decisions: names both records of each. */
export class DecisionError extends Error {
  override readonly name = "DecisionError";
}

/** What decides about pairs. */
export interface DecideOptions {
  /** The file of the decisions, for messages. */
  readonly file: string;
  readonly stored: readonly MergeDecision[];
  /** Whether records that only have their id in common are kept apart, the second one under a new id. */
  readonly renameCollisions: boolean;
}

/**
 * Decides about all pairs: as the file says, else by default. By default, records are the same if two reasons agree,
 * such as name and image, and neither is already the same as another record of the other's dataset. Records that only
 * have their id in common are undecided.
 *
 * @param formerIds the record of each former id, by dataset
 * @throws DecisionError if decisions contradict each other
 */
export function decidePairs(
  records: MergeRecords,
  found: readonly MergePair[],
  formerIds: readonly ReadonlyMap<string, number>[],
  { file, stored, renameCollisions }: DecideOptions,
): MergePlan {
  const { inputs, ids, count, inputOf } = records;
  const groups = createGroups(inputOf);
  const keyOf = (one: number, two: number): number => Math.min(one, two) * count + Math.max(one, two);
  const shown = (record: number): string => `${JSON.stringify(ids[record])} of ${inputs[inputOf(record)]!.name}`;
  const { known, stale } = findRecords(records, formerIds, stored);
  const foundByKey = new Map(found.map((pair) => [keyOf(pair.first, pair.second), pair]));
  const storedByKey = new Map<number, KnownDecision>();
  const problems: string[] = [];
  for (const one of known) {
    const key = keyOf(one.first, one.second);
    const other = storedByKey.get(key);
    if (other !== undefined && other.decision.decision !== one.decision.decision)
      problems.push(
        `${file}: decides twice about ${shown(one.first)} and ${shown(one.second)}: ${other.decision.decision} and ${one.decision.decision}. Remove one of the decisions.`,
      );
    storedByKey.set(key, one);
  }

  for (const { first, second, decision } of storedByKey.values())
    if (decision.decision === "same") groups.join(first, second);
  for (const { first, second, decision } of storedByKey.values()) {
    if (decision.decision !== "different") continue;
    if (groups.areJoined(first, second))
      problems.push(
        `${file}: ${shown(first)} and ${shown(second)} are different, but other decisions make both the same as a third record: ${groups.membersOf(first).map(shown).join(", ")}. Change one of these decisions.`,
      );
    else groups.separate(first, second);
  }
  if (problems.length > 0) throw new DecisionError(listed(problems));

  const decided: DecidedPair[] = [...storedByKey.values()]
    .filter(({ decision }) => decision.decision !== "undecided")
    .map(({ first, second, decision }) => {
      const pair = foundByKey.get(keyOf(first, second));
      const reasons = pair?.reasons ?? new Set<MergeReason>();
      return {
        ...placed(first, second),
        ...seen(pair),
        reasons,
        decision: withReasons(decision, reasons),
        isNew: false,
        isUncertain: false,
      };
    });
  const isOpen = (pair: MergePair): boolean => {
    const { decision } = storedByKey.get(keyOf(pair.first, pair.second))?.decision ?? {};
    return decision === undefined || decision === "undecided";
  };
  for (const pair of found.filter(isOpen).sort(byCertainty)) {
    const { first, second, reasons } = pair;
    const isCertain = reasons.size >= 2;
    const isJoined = groups.areJoined(first, second);
    const isSame = isJoined || (isCertain && groups.mayJoin(first, second));
    if (isSame) groups.join(first, second);
    const base = { first: placeOf(records, first), second: placeOf(records, second), reasons: [...reasons].sort() };
    const isNew = !storedByKey.has(keyOf(first, second));
    const decision: MergeDecision = { ...base, decision: isSame ? "same" : "different" };
    decided.push({ first, second, ...seen(pair), reasons, decision, isNew, isUncertain: !isSame });
  }
  decided.sort((a, b) => a.first - b.first || a.second - b.second);

  const finalIds = chooseIds(records, decided, groups, shown, file);
  const pairs = openCollisions(records, decided, groups, finalIds, renameCollisions);
  return {
    pairs,
    stale,
    groupOf: (record) => groups.membersOf(record),
    idOf: (leader) => finalIds.get(leader) ?? ids[leader]!,
  };
}

/** A line for each problem, of the first ones. */
function listed(problems: readonly string[]): string {
  const left = problems.length - MAX_LISTED;
  return [...problems.slice(0, MAX_LISTED), ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
}

function placed(one: number, two: number): { readonly first: number; readonly second: number } {
  return { first: Math.min(one, two), second: Math.max(one, two) };
}

function seen(pair: MergePair | undefined): Pick<MergePair, "distances"> {
  return pair?.distances === undefined ? {} : { distances: pair.distances };
}

function withReasons(decision: MergeDecision, reasons: ReadonlySet<MergeReason>): MergeDecision {
  if (reasons.size === 0) return decision;
  return { ...decision, reasons: [...reasons].sort() };
}

/** Records with one id first, since only one of them could keep it; then the most certain pairs. */
function byCertainty(one: MergePair, two: MergePair): number {
  const distance = ({ distances }: MergePair): number => distances?.shapeDistance ?? Number.MAX_SAFE_INTEGER;
  return (
    Number(two.reasons.has("id")) - Number(one.reasons.has("id")) ||
    two.reasons.size - one.reasons.size ||
    distance(one) - distance(two) ||
    one.first - two.first ||
    one.second - two.second
  );
}

function placeOf({ inputs, ids, inputOf }: MergeRecords, record: number): string[] {
  return [inputs[inputOf(record)]!.name, ids[record]!];
}

interface KnownDecision {
  /** As in the file: the first one may have the lower priority. */
  readonly first: number;
  readonly second: number;
  /** With current ids. */
  readonly decision: MergeDecision;
}

/** Finds the records of decisions, also under new ids. */
function findRecords(
  records: MergeRecords,
  formerIds: readonly ReadonlyMap<string, number>[],
  stored: readonly MergeDecision[],
): { readonly known: readonly KnownDecision[]; readonly stale: readonly StaleDecision[] } {
  const { inputs, ids } = records;
  const wanted = new Set(stored.flatMap(({ first, second }) => [first[1]!, second[1]!]));
  const byId = inputs.map(() => new Map<string, number>());
  for (const [at, { from, icons }] of inputs.entries())
    for (let record = from; record < from + icons; record++)
      if (wanted.has(ids[record]!)) byId[at]!.set(ids[record]!, record);
  const find = ([name, id]: readonly string[]): number | string => {
    const at = inputs.findIndex((input) => input.name === name);
    if (at < 0) return `no dataset is named ${JSON.stringify(name)}`;
    return byId[at]!.get(id!) ?? formerIds[at]!.get(id!) ?? `${JSON.stringify(id)} does not exist in ${name}`;
  };
  const known: KnownDecision[] = [];
  const stale: StaleDecision[] = [];
  for (const decision of stored) {
    const [first, second] = [find(decision.first), find(decision.second)];
    if (typeof first === "string") stale.push({ decision, reason: first });
    else if (typeof second === "string") stale.push({ decision, reason: second });
    else if (first === second) stale.push({ decision, reason: "both are now one record" });
    else {
      const [one, two] = [placeOf(records, first), placeOf(records, second)];
      // The chosen id may be new, too.
      const id =
        decision.id === decision.first[1] ? one[1]! : decision.id === decision.second[1] ? two[1]! : decision.id;
      const current = { ...decision, first: one, second: two, ...(id === undefined ? {} : { id }) };
      known.push({ first, second, decision: current });
    }
  }
  return { known, stale };
}

/** Sets of records that are the same. */
interface Groups {
  join(one: number, two: number): void;
  /** Notes that two records are different. */
  separate(one: number, two: number): void;
  areJoined(one: number, two: number): boolean;
  /** Whether no dataset has a record on both sides, and no two records of them are different. */
  mayJoin(one: number, two: number): boolean;
  /** In the order of priority. */
  membersOf(record: number): readonly number[];
}

function createGroups(inputOf: (record: number) => number): Groups {
  // Most records have no other, so groups of one are not stored.
  const groups = new Map<number, number[]>();
  const apart = new Map<number, Set<number>>();
  const membersOf = (record: number): readonly number[] => groups.get(record) ?? [record];
  const note = (one: number, two: number): void => void apart.set(one, (apart.get(one) ?? new Set()).add(two));
  return {
    join(one, two) {
      if (membersOf(one).includes(two)) return;
      const members = [...membersOf(one), ...membersOf(two)].sort((a, b) => a - b);
      for (const member of members) groups.set(member, members);
    },
    separate(one, two) {
      note(one, two);
      note(two, one);
    },
    areJoined: (one, two) => membersOf(one).includes(two),
    mayJoin(one, two) {
      const [ours, others] = [membersOf(one), membersOf(two)];
      const datasets = new Set(ours.map(inputOf));
      if (others.some((other) => datasets.has(inputOf(other)))) return false;
      return !ours.some((our) => others.some((other) => apart.get(our)?.has(other)));
    },
    membersOf,
  };
}

/** The ids of groups that are not those of their first records, as decisions say. */
function chooseIds(
  records: MergeRecords,
  pairs: readonly DecidedPair[],
  groups: Groups,
  shown: (record: number) => string,
  file: string,
): Map<number, string> {
  const { ids } = records;
  const chosen = new Map<number, string>();
  const choose = (record: number, id: string, field: string): void => {
    const [leader] = groups.membersOf(record);
    const other = chosen.get(leader!);
    if (other !== undefined && other !== id)
      throw new DecisionError(
        `${file}: ${field} ${JSON.stringify(id)} of ${shown(record)} contradicts ${JSON.stringify(other)} of another decision. Change one of them.`,
      );
    chosen.set(leader!, id);
  };
  for (const { first, second, decision } of pairs) {
    const { id } = decision;
    if (decision.decision !== "same" || id === undefined) continue;
    const members = groups.membersOf(first);
    if (!members.some((member) => ids[member] === id))
      throw new DecisionError(
        `${file}: id ${JSON.stringify(id)} belongs to none of the merged records ${members.map(shown).join(", ")}. Use the id of one of them.`,
      );
    choose(second, id, "id");
  }
  for (const { first, second, decision } of pairs) {
    if (decision.decision !== "different" || decision.rename === undefined) continue;
    const renamed = String(placeOf(records, second)) === String(decision.second) ? second : first;
    const [leader] = groups.membersOf(renamed);
    // A record that became part of another one keeps no id of its own.
    if ((chosen.get(leader!) ?? ids[leader!]) === ids[renamed]) choose(renamed, decision.rename, "rename");
  }
  return chosen;
}

/**
 * Decides about groups that would have one id: renames the later ones, or leaves that to a person. A pair that the file
 * calls different stays so, others are undecided.
 */
function openCollisions(
  records: MergeRecords,
  pairs: readonly DecidedPair[],
  groups: Groups,
  chosen: Map<number, string>,
  renames: boolean,
): DecidedPair[] {
  const { ids, count, inputs, inputOf } = records;
  const leaderOf = (record: number): number => groups.membersOf(record)[0]!;
  const finalId = (leader: number): string => chosen.get(leader) ?? ids[leader]!;
  const taken = new Set<string>();
  if (renames) for (let record = 0; record < count; record++) taken.add(ids[record]!).add(finalId(leaderOf(record)));
  return pairs.map((pair) => {
    const { first, second, decision } = pair;
    const [one, two] = [leaderOf(first), leaderOf(second)];
    if (one === two || ids[first] !== ids[second] || finalId(one) !== finalId(two) || finalId(two) !== ids[second])
      return pair;
    if (!renames) {
      const kept = pair.isUncertain ? { ...decision, decision: "undecided" as const } : decision;
      return { ...pair, decision: kept, isUncertain: true, lacksRename: true };
    }
    const rename = freeId(`${idOf(inputs[inputOf(second)]!.name)}:${ids[second]}`, taken);
    chosen.set(two, rename);
    return { ...pair, decision: { ...decision, decision: "different", rename } };
  });
}
