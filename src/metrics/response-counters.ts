import { Counter, Histogram, type Registry } from "prom-client";
import { TIERS } from "../access/key.js";
import { WINDOW } from "../access/quota-window.js";
import { ERRORS } from "../http/contract/error-codes.js";
import type { Observer } from "../http/log/observer.js";
import { CUT_REASONS } from "../http/transport/connections.js";

/** Label of requests without a matching route. */
const UNMATCHED = "unmatched";
const UNPARSED = "unparsed";
/** Tier label of requests without a known caller. */
const NO_TIER = "none";
/**
 * Bounds of the duration buckets. Responses from memory take a tenth of a millisecond; ten seconds is the timeout for
 * receiving a request.
 */
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts one response of a kind. */
type CountOne = (seconds: number) => void;

/**
 * Counts responses by route, status and tier. The counters of each kind are looked up by their labels once; after that,
 * a response costs two lookups and two additions in prom-client, a microsecond or two.
 */
export function countResponses(registry: Registry): Observer {
  const registers = [registry];
  const requests = new Counter({
    name: "icons_http_requests_total",
    help: "Responses sent, by route pattern, HTTP status and the caller's plan.",
    labelNames: ["route", "status", "tier"],
    registers,
  });
  const durations = new Histogram({
    name: "icons_http_request_duration_seconds",
    help: "Seconds from a request's headers to the end of its response.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "icons_http_errors_total",
    help: "Error responses, by error code.",
    labelNames: ["code"],
    registers,
  });
  const quotaRefusals = new Counter({
    name: "icons_quota_refusals_total",
    help: `Requests rejected because the ${WINDOW.quota} was used up, by plan.`,
    labelNames: ["tier"],
    registers,
  });
  const cuts = new Counter({
    name: "icons_connections_cut_total",
    help: "Connections closed because their responses were not read in time, too many bytes waited in all connections, or more than 64 KiB of empty lines came before a request.",
    labelNames: ["reason"],
    registers,
  });
  // The rate of an event that has not happened yet should be 0, not absent.
  for (const code of Object.keys(ERRORS)) errors.inc({ code }, 0);
  for (const reason of Object.keys(CUT_REASONS)) cuts.inc({ reason }, 0);
  for (const tier of TIERS) quotaRefusals.inc({ tier }, 0);

  const kinds = new Map<string, CountOne>();
  const createKind = (route: string, status: number, tier: string): CountOne => {
    const label = labelOf(route);
    const counter = requests.labels(label, String(status), tier);
    const duration = durations.labels(label);
    return (seconds) => {
      counter.inc();
      duration.observe(seconds);
    };
  };
  return {
    responded({ route = UNMATCHED, status, caller, seconds }) {
      const tier = caller?.tier ?? NO_TIER;
      const name = `${status} ${tier} ${route}`;
      let count = kinds.get(name);
      if (count === undefined) {
        count = createKind(route, status, tier);
        kinds.set(name, count);
      }
      count(seconds);
      if (caller?.allowance.allowed === false) quotaRefusals.inc({ tier });
    },
    refusedUnread: (status) => requests.inc({ route: UNPARSED, status: String(status), tier: NO_TIER }),
    refused: (code) => errors.inc({ code }),
    cut: (reason) => cuts.inc({ reason }),
  };
}

/** A route's pattern without the expressions of its parameters: `/api/v1/icons/:id`. */
function labelOf(route: string): string {
  return route.replaceAll(/\(.*?\)/g, "");
}
