import { isDeepStrictEqual } from "node:util";
import { RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import { imagesOf, type SourceRecord } from "../dataset/source-record.js";
import type { UpstreamIcon } from "../import/upstream.js";
import { createRecordCheck } from "../import/write-records.js";
import type { Rename } from "./find-renames.js";
import { mergeMembers } from "./merge-values.js";
import { addDigests, changedFields, fieldsOf, withDigests, withoutDigests } from "./record-digests.js";
import type { Entry, Mine, Source } from "./sides.js";

/** Kinds of rows of a report, in its order. */
export const UPDATE_KINDS = ["kept", "left out", "renamed", "removed", "added", "drawing", "fields"] as const;

/** What an update does about an icon. */
export interface UpdateRow {
  readonly kind: (typeof UPDATE_KINDS)[number];
  /** The id before. */
  readonly id: string;
  /** The id after, if it is another one. */
  readonly to?: string;
  /** Why, or which fields. */
  readonly detail: string;
}

/** The versions of a dataset that an update brings together. */
export interface UpdateInput {
  /** What the source had. */
  readonly base: ReadonlyMap<string, UpstreamIcon>;
  readonly mine: Mine;
  readonly theirs: Source;
  readonly renames: ReadonlyMap<string, Rename>;
  /** Path of a file with records by its name. */
  pathOf(file: string): string;
  /** Name and version of the source, for reasons that servers show. */
  readonly source: string;
  /** ISO 8601. */
  readonly date: string;
}

/** The dataset after an update. */
export interface UpdatePlan {
  readonly rows: readonly UpdateRow[];
  /** In the order of files and records. */
  readonly entries: readonly Entry[];
  readonly removed: readonly RemovedIcon[];
  /** The icons of the source that the dataset has, which are the base of the next update. */
  readonly icons: readonly UpstreamIcon[];
}

const MAX_FORMER_IDS = RECORD_FIELDS.formerIds.schema.maxItems;
const IMAGE_FIELDS: ReadonlySet<string> = new Set(["id", "image", "variants"]);
/** Fields that updates and imports write, too. */
const NO_EDITS: ReadonlySet<string> = new Set(["formerIds", "createdAt", "updatedAt"]);

/**
 * Plans an update: what only the source or only a person has changed counts; what both have changed stays as the person
 * wants it, and is reported. Every id that leads to an icon before leads to one after, or to the reason why it is gone.
 */
export function planUpdate(input: UpdateInput): UpdatePlan {
  const planner = new Planner(input);
  planner.matchKept();
  planner.matchRenamed();
  planner.dropMissing();
  planner.addNew();
  planner.merge();
  planner.coverAliases();
  return planner.plan();
}

class Planner {
  readonly #input: UpdateInput;
  readonly #rows: UpdateRow[] = [];
  readonly #byId: Map<string, Entry>;
  readonly #byFormerId = new Map<string, Entry>();
  /** The entry of each icon of the source that the dataset has, and its id before. */
  readonly #matched = new Map<string, { readonly entry: Entry; readonly before: string }>();
  readonly #taken = new Set<Entry>();
  /** Records that are gone, with the reason or the record that replaces them. */
  readonly #dropped = new Map<Entry, RemovedIcon | Entry>();
  readonly #added: Entry[] = [];
  readonly #removed: Map<string, RemovedIcon>;
  readonly #check = createRecordCheck();

  constructor(input: UpdateInput) {
    this.#input = input;
    const { entries, removed } = input.mine;
    this.#byId = new Map(entries.map((entry) => [entry.record.id, entry]));
    this.#removed = new Map(removed.map((icon) => [icon.id, icon]));
    for (const entry of entries) for (const id of entry.record.formerIds ?? []) this.#byFormerId.set(id, entry);
  }

  /** Finds the records of icons that the source still has, also if a person has renamed them. */
  matchKept(): void {
    const { base, theirs } = this.#input;
    for (const id of base.keys()) {
      const entry = this.#entryOf(id);
      if (entry !== undefined && theirs.icons.has(id)) this.#match(id, entry, id);
      else if (entry === undefined && !this.#byFormerId.has(id) && !this.#removed.has(id))
        this.#remove(id, { reason: "removed from this dataset" }, theirs.icons.has(id) ? undefined : "left out");
    }
  }

  matchRenamed(): void {
    for (const [id, { to, reason }] of this.#input.renames) {
      const entry = this.#entryOf(id);
      if (entry === undefined || this.#taken.has(entry)) continue;
      const target = this.#matched.get(to)?.entry;
      const edits = target === undefined ? [] : this.#editsOf(id, entry);
      if (target === undefined && this.#reasonAgainst(to, entry) === undefined) {
        this.#match(to, entry, id);
        if (entry.record.id === id) this.#rename(entry, to);
        else this.#addFormerIds(entry, [to]);
      } else if (target !== undefined && edits.length === 0) {
        this.#taken.add(entry);
        this.#dropped.set(entry, target);
        this.#addFormerIds(target, [entry.record.id, ...(entry.record.formerIds ?? [])]);
      } else continue;
      this.#rows.push({ kind: "renamed", id, to: (target ?? entry).record.id, detail: reason });
    }
  }

  /** Removes records of icons that the source does not have any more, unless a person has edited them. */
  dropMissing(): void {
    const { base, theirs, source, renames } = this.#input;
    const takedowns = new Map(theirs.removed.map((icon) => [icon.id, icon]));
    for (const id of base.keys()) {
      const entry = this.#entryOf(id);
      if (theirs.icons.has(id) || entry === undefined || this.#taken.has(entry)) continue;
      this.#taken.add(entry);
      const edits = this.#editsOf(id, entry);
      const reason = `${theirs.hidden.has(id) ? "hidden" : "no longer"} in ${source}`;
      const to = renames.get(id)?.to;
      if (edits.length > 0) {
        const instead = to === undefined ? "" : `; it is ${to} there`;
        this.#tell("kept", entry.record.id, `${reason}${instead}; you changed ${edits.join(", ")}`);
        continue;
      }
      const facts = takedowns.get(id) ?? { reason, ...(to === undefined ? {} : { successor: to }) };
      for (const gone of [entry.record.id, ...(entry.record.formerIds ?? [])])
        this.#remove(gone, facts, gone === entry.record.id ? "removed" : undefined);
      this.#dropped.set(entry, this.#removed.get(entry.record.id)!);
    }
    for (const icon of theirs.removed)
      if (!this.#byId.has(icon.id) && !this.#byFormerId.has(icon.id) && !this.#removed.has(icon.id))
        this.#removed.set(icon.id, icon);
  }

  addNew(): void {
    const { theirs, pathOf, date } = this.#input;
    /** By the source's files, the record after which the next one belongs. */
    const previous = new Map<string, Entry>();
    for (const [id, { file, record }] of theirs.icons) {
      let entry = this.#matched.get(id)?.entry;
      const reason = entry === undefined ? this.#reasonAgainst(id) : undefined;
      if (reason !== undefined) this.#tell("left out", id, reason);
      else if (entry === undefined) {
        const place = previous.get(file) ?? { file: pathOf(file), at: -1 };
        entry = { ...place, record: { ...record, createdAt: record.createdAt ?? date } };
        this.#added.push(entry);
        this.#match(id, entry, id);
        this.#tell("added", id, record.name);
      }
      if (entry !== undefined) previous.set(file, entry);
    }
  }

  /** Brings the changes of the source into the records. */
  merge(): void {
    for (const [id, { entry, before }] of this.#matched) {
      const [base, theirs] = [this.#input.base.get(before), this.#input.theirs.icons.get(id)!];
      if (base === undefined) continue;
      const changes = changedFields(withDigests(base), withDigests(theirs));
      if (changes.length === 0) continue;
      const isDrawn = changes.includes("image") || changes.includes("variants");
      const others = changes.filter((field) => !IMAGE_FIELDS.has(field));
      const [old, fresh] = [base, theirs].map(({ images }) => Object.values(images));
      if (isDrawn && !isDeepStrictEqual(old, fresh)) this.#tell("drawing", before, "");
      if (others.length > 0) this.#tell("fields", before, others.join(", "));
      const { id: own, formerIds, ...mine } = this.#withDigests(entry.record);
      const conflicts: string[] = [];
      const onConflict = (path: string): void => void conflicts.push(path);
      const merged = mergeMembers(fieldsOf(withDigests(base)), mine, fieldsOf(withDigests(theirs)), "", onConflict);
      const former = formerIds === undefined ? {} : { formerIds };
      const isDated = base.record.updatedAt !== theirs.record.updatedAt;
      const updated = isDated ? {} : { updatedAt: this.#input.date };
      const record = withoutDigests({ id: own, ...merged, ...former, ...updated } as SourceRecord);
      const checked = this.#check(record);
      if ("reason" in checked) this.#tell("kept", entry.record.id, `all fields; with the new ones, ${checked.reason}`);
      else entry.record = record;
      if (conflicts.length > 0) this.#tell("kept", entry.record.id, `both changed ${conflicts.join(", ")}`);
    }
  }

  /** Keeps the redirects of Iconify aliases that the sets do not have any more. */
  coverAliases(): void {
    const { mine, theirs } = this.#input;
    const covered = this.#coveredIds();
    for (const [alias, target] of mine.aliases) {
      const now = theirs.aliases.get(alias);
      const icon = now === undefined ? undefined : this.#matched.get(now)?.entry.record;
      if (covered.has(alias) || (icon !== undefined && icon.id === now && shows(icon))) continue;
      const entry = this.#byId.get(target)!;
      const dropped = this.#dropped.get(entry) ?? entry;
      if ("record" in dropped) this.#addFormerIds(dropped, [alias]);
      else this.#remove(alias, dropped);
    }
  }

  plan(): UpdatePlan {
    const { entries, files } = this.#input.mine;
    const order = new Map(
      [...new Set([...files.keys(), ...this.#added.map(({ file }) => file)])].sort().map((file, at) => [file, at]),
    );
    const left = [...entries, ...this.#added].filter((entry) => !this.#dropped.has(entry));
    const ids = new Set(left.map(({ record }) => record.id));
    const current = new Map(left.flatMap(({ record: { id, formerIds = [] } }) => formerIds.map((one) => [one, id])));
    const removed = [...this.#removed.values()].map(({ successor, ...icon }) => {
      const now = successor === undefined || ids.has(successor) ? successor : current.get(successor);
      return now === undefined ? icon : { ...icon, successor: now };
    });
    return {
      rows: this.#rows.sort((a, b) => UPDATE_KINDS.indexOf(a.kind) - UPDATE_KINDS.indexOf(b.kind)),
      entries: left.sort((a, b) => order.get(a.file)! - order.get(b.file)! || a.at - b.at),
      removed,
      icons: [...this.#input.theirs.icons.values()].filter(({ record }) => this.#matched.has(record.id)),
    };
  }

  /** The record of an icon by its id in the source: a person may have renamed it. */
  #entryOf(id: string): Entry | undefined {
    const own = this.#byId.get(id);
    if (own !== undefined) return own;
    const renamed = this.#byFormerId.get(id);
    return renamed !== undefined && !this.#input.base.has(renamed.record.id) ? renamed : undefined;
  }

  #match(id: string, entry: Entry, before: string): void {
    if (this.#taken.has(entry)) return;
    this.#taken.add(entry);
    this.#matched.set(id, { entry, before });
  }

  /** Why an icon of the source can't be in the dataset. @param of the record that it may belong to */
  #reasonAgainst(id: string, of?: Entry): string | undefined {
    const { mine, theirs } = this.#input;
    if (this.#removed.has(id)) return "removed.json lists it; remove that entry to add it";
    const other = this.#byId.get(id);
    if (other !== undefined && other !== of) return "you have another icon of this id; rename one";
    const former = this.#byFormerId.get(id);
    if (former !== undefined && former !== of) return `is a former id of ${former.record.id}`;
    const images = Object.entries(theirs.icons.get(id)!.images);
    const own = images.find(([image, digest]) => mine.isEdited(image) && mine.digestOf(image) !== digest);
    return own && `${own[0]} is an image of yours; rename it`;
  }

  /** The fields that a person has changed since the source's version. */
  #editsOf(id: string, { record }: Entry): string[] {
    const base = withDigests(this.#input.base.get(id)!);
    return changedFields(base, this.#withDigests(record)).filter((field) => !NO_EDITS.has(field));
  }

  #rename(entry: Entry, to: string): void {
    const { id, formerIds = [], ...fields } = entry.record;
    entry.record = { ...fields, id: to, formerIds: [] };
    this.#addFormerIds(entry, [...formerIds, id]);
  }

  #addFormerIds(entry: Entry, ids: readonly string[]): void {
    const all = [...new Set([...(entry.record.formerIds ?? []), ...ids])].filter((id) => id !== entry.record.id);
    const successor = entry.record.id;
    for (const id of all.splice(MAX_FORMER_IDS)) this.#remove(id, { reason: `renamed to ${successor}`, successor });
    entry.record = { ...entry.record, formerIds: all };
    for (const id of all) this.#byFormerId.set(id, entry);
  }

  #remove(
    id: string,
    { date, reason, successor }: Partial<RemovedIcon> & { readonly reason: string },
    kind?: UpdateRow["kind"],
  ): void {
    this.#removed.set(id, {
      id,
      date: date ?? this.#input.date,
      reason,
      ...(successor === undefined ? {} : { successor }),
    });
    if (kind !== undefined) this.#tell(kind, id, reason);
  }

  #tell(kind: UpdateRow["kind"], id: string, detail: string): void {
    this.#rows.push({ kind, id, detail });
  }

  #coveredIds(): ReadonlySet<string> {
    const ids = new Set(this.#removed.keys());
    for (const entry of [...this.#byId.values(), ...this.#added]) {
      if (this.#dropped.has(entry)) continue;
      for (const id of [entry.record.id, ...(entry.record.formerIds ?? [])]) ids.add(id);
    }
    return ids;
  }

  #withDigests(record: SourceRecord): SourceRecord {
    return addDigests(record, this.#input.mine.digestOf);
  }
}

/** Whether a record shows the icon of its id in an Iconify set, so that the set's aliases lead to it. */
function shows(record: SourceRecord): boolean {
  return imagesOf(record).some(({ image }) => image === `iconify:${record.id.replace(":", "/")}`);
}
