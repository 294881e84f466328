import { type Command, InvalidArgumentError, type Option } from "commander";
import { TIERS, type Tier } from "../../src/access/key.js";
import { DEFAULT_PLANS, MAX_PER_DAY, type Plans } from "../../src/access/plan.js";
import { WINDOW } from "../../src/access/quota-window.js";
import { option, wholeNumber } from "./options.js";

/** A page of this size takes up to 4 ms of processor time. */
const MAX_PER_PAGE = 1000;
const UNLIMITED = "unlimited";

/** The daily quotas of the plans. */
export type QuotaFlags = Readonly<Record<`${Tier}RequestsPerDay`, number | typeof UNLIMITED>>;

/** The numbers of the plans. */
export type PlanFlags = QuotaFlags & Readonly<Record<`${Tier}IconsPerPage`, number>>;

/** Adds the flags for the daily quotas of the plans. */
export function addQuotaOptions(command: Command): Command {
  for (const tier of TIERS) command.addOption(requestsOption(tier).helpGroup("Plans:"));
  return command;
}

/** Adds the flags for all numbers of the plans. */
export function addPlanOptions(command: Command): Command {
  for (const tier of TIERS) {
    const { maxLimit } = DEFAULT_PLANS[tier];
    const pages = option(`--${tier}-icons-per-page <n>`, `maximum page size on the ${tier} plan`, maxLimit);
    command
      .addOption(requestsOption(tier).helpGroup("Plans:"))
      .addOption(pages.argParser(wholeNumber(1, MAX_PER_PAGE)).helpGroup("Plans:"));
  }
  return command;
}

/** The daily quota of a plan; undefined: unlimited. */
export function perDayOf(flags: QuotaFlags, tier: Tier): number | undefined {
  const perDay = flags[`${tier}RequestsPerDay`];
  return perDay === UNLIMITED ? undefined : perDay;
}

export function plansOf(flags: PlanFlags): Plans {
  const entries = TIERS.map((tier) => [
    tier,
    { ...DEFAULT_PLANS[tier], perDay: perDayOf(flags, tier), maxLimit: flags[`${tier}IconsPerPage`] },
  ]);
  return Object.fromEntries(entries);
}

function requestsOption(tier: Tier): Option {
  const { perDay = UNLIMITED } = DEFAULT_PLANS[tier];
  const flags = `--${tier}-requests-per-day <n>`;
  return option(flags, `${WINDOW.requests} on the ${tier} plan, or ${UNLIMITED}`, perDay).argParser(requestsPerDay);
}

function requestsPerDay(text: string): number | typeof UNLIMITED {
  if (text === UNLIMITED) return text;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_PER_DAY) return number;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PER_DAY}, or ${UNLIMITED}.`);
}
