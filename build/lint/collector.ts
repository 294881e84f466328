import { type CheckName, type LintSettings, SEVERITIES, type Severity } from "../dataset/lint-settings.js";
import type { RecordPlace } from "../read/places.js";
import type { Finding } from "./checks/check.js";
import { CHECKS } from "./checks/checks.js";
import type { Unplaced } from "./place-findings.js";

/** The subject of a finding: the ordinal of a record, or the path of a file. */
type About = number | string;

/** Collects findings: drops those with exceptions, counts the others, keeps the first ones of each check. */
export interface Collector {
  /** Registers a record before its findings. */
  see(ordinal: number, id: string): void;
  add(check: CheckName, about: About, finding: Finding | (() => Promise<Finding>), others?: readonly number[]): void;
  /** The number of findings of each check, including those that are not kept. */
  readonly counts: ReadonlyMap<CheckName, number>;
  /** Exceptions that matched no finding. */
  unusedExceptions(): { readonly check: CheckName; readonly key: string }[];
  /** The kept findings. @param placeOf the location of a record */
  kept(placeOf: (ordinal: number) => RecordPlace): Promise<Unplaced[]>;
}

export interface CollectorOptions {
  readonly settings: LintSettings;
  /** Maximum number of kept findings per check. */
  readonly limit: number;
  /** Less severe findings are counted, not kept. */
  readonly least: Exclude<Severity, "off">;
}

/** The severity of a check in a dataset. */
export function severityOf(name: CheckName, settings: LintSettings = {}): Severity {
  return settings[name]?.severity ?? CHECKS[name].severity;
}

export function createCollector({ settings, limit, least }: CollectorOptions): Collector {
  const counts = new Map<CheckName, number>();
  const pending: {
    check: CheckName;
    severity: Exclude<Severity, "off">;
    about: About;
    finding: Finding | (() => Promise<Finding>);
  }[] = [];
  const exceptions = Object.entries(settings).map(([check, { except = {} }]) => ({
    check: check as CheckName,
    keys: new Set(Object.keys(except)),
    used: new Set<string>(),
  }));
  /** Ids with exceptions by ordinal. */
  const known = new Map<number, string>();

  const isExcepted = (check: CheckName, keys: readonly (string | undefined)[]): boolean => {
    const exception = exceptions.find((each) => each.check === check);
    const met = keys.filter((key) => key !== undefined && exception?.keys.has(key)) as string[];
    for (const key of met) exception?.used.add(key);
    return met.length > 0;
  };
  const keyOf = (about: About): string | undefined => (typeof about === "string" ? about : known.get(about));

  return {
    counts,
    see(ordinal, id) {
      if (exceptions.some(({ keys }) => keys.has(id))) known.set(ordinal, id);
    },
    add(check, about, finding, others = []) {
      const severity = severityOf(check, settings);
      if (severity === "off" || isExcepted(check, [about, ...others].map(keyOf))) return;
      const before = counts.get(check) ?? 0;
      counts.set(check, before + 1);
      if (before >= limit || SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(least)) return;
      pending.push({ check, severity, about, finding });
    },
    unusedExceptions: () =>
      exceptions.flatMap(({ check, keys, used }) =>
        [...keys].filter((key) => !used.has(key)).map((key) => ({ check, key })),
      ),
    async kept(placeOf) {
      const findings: Unplaced[] = [];
      for (const { check, severity, about, finding } of pending) {
        const found = typeof finding === "function" ? await finding() : finding;
        const place = typeof about === "string" ? about : placeOf(about);
        findings.push({ remedy: CHECKS[check].remedy, ...found, check, severity, place });
      }
      return findings;
    },
  };
}
