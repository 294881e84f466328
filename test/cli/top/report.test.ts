import { describe, expect, it } from "vitest";
import type { KeyCount } from "#cli/top/key-counts.js";
import { compareSnapshots, type Report } from "#cli/top/report.js";
import { drawScreen } from "#cli/top/screen.js";
import { parseMetrics, type Snapshot } from "#cli/top/snapshot.js";

const key = (id: string, count: number, more: Partial<KeyCount> = {}): KeyCount => ({
  id,
  name: undefined,
  tier: "pro",
  count,
  perDay: undefined,
  ...more,
});

function look(at: number, icons: number, similar: number, more: string[] = [], keys: KeyCount[] = []): Snapshot {
  const lines = [
    `icons_http_requests_total{route="/api/v1/icons",status="200",tier="pro"} ${icons}`,
    `icons_http_requests_total{route="/api/v1/similar",status="200",tier="pro"} ${similar}`,
    `icons_http_request_duration_seconds_bucket{le="0.001",route="/api/v1/icons"} ${icons}`,
    `icons_http_request_duration_seconds_bucket{le="0.01",route="/api/v1/icons"} ${icons}`,
    `icons_http_request_duration_seconds_bucket{le="+Inf",route="/api/v1/icons"} ${icons}`,
    `icons_http_request_duration_seconds_bucket{le="0.001",route="/api/v1/similar"} 0`,
    `icons_http_request_duration_seconds_bucket{le="0.01",route="/api/v1/similar"} ${similar}`,
    `icons_http_request_duration_seconds_bucket{le="+Inf",route="/api/v1/similar"} ${similar}`,
    ...more,
  ];
  return { at, samples: parseMetrics(lines.join("\n")), keys };
}

describe("report between two samples", () => {
  it("calculates rates and latencies only from counts between the samples", () => {
    const report = compareSnapshots(look(1000, 1000, 5000), look(3000, 1030, 5010));
    expect(report.seconds).toBe(2);
    expect(report.requests.perSecond).toBe(20);
    expect(report.requests.p50).toBeCloseTo((0.001 * 20) / 30, 10);
    expect(report.requests.p99).toBeGreaterThan(0.001);
    expect(report.routes.map(({ route, perSecond }) => [route, perSecond])).toEqual([
      ["/api/v1/icons", 15],
      ["/api/v1/similar", 5],
    ]);
    expect(report.routes[1]!.p50).toBeCloseTo(0.0055, 10);
    expect(report.statuses).toEqual({ 200: 20 });
  });

  it("treats the counts of a restarted server as starting from zero", () => {
    const keys = [key("a", 100), key("b", 5)];
    const later = [key("a", 3), key("b", 5), key("new", 7)];
    const report = compareSnapshots(look(0, 1000, 5000, [], keys), look(1000, 10, 0, [], later));
    expect(report.requests.perSecond).toBe(10);
    expect(report.keys.map(({ id, perSecond }) => [id, perSecond])).toEqual([
      ["a", 3],
      ["new", 0],
      ["b", 0],
    ]);
  });

  it("reports an idle server, and missing metrics as unknown", () => {
    const report = compareSnapshots({ at: 0, samples: [], keys: [] }, { at: 1000, samples: [], keys: [] });
    expect(report).toMatchObject({ requests: { perSecond: 0, p50: undefined }, routes: [], statuses: {}, keys: [] });
    expect(drawScreen([report], "http://x", { columns: 80, rows: 40 }).join("\n")).toContain("no generation is served");
  });
});

describe("icons top screen", () => {
  const busy = (): Report => {
    const more = [
      'icons_http_errors_total{code="rate_limit_exceeded"} 9',
      'icons_generation_info{generation="b190dfc5529a9b5c250bee55305c87be"} 1',
      "icons_generation_icons 1022",
      "icons_generation_build_timestamp_seconds 1700000000",
      "icons_workers 4",
    ];
    const named = [key("k_1", 40, { name: "web\u001b[2J\u0007site\n", tier: "free", perDay: 100 }), key("k_2", 1234)];
    const before = [key("k_1", 30), key("k_2", 1234)];
    return compareSnapshots(look(0, 0, 0, [], before), look(1000, 4000, 20, more, named));
  };

  it("shows the server's main figures on the screen", () => {
    const shown = drawScreen([busy(), busy()], "http://127.0.0.1:9464", { columns: 100, rows: 40 }).join("\n");
    expect(shown).toContain("1,022 icons, built ");
    expect(shown).toContain("4 workers");
    expect(shown).toMatch(/requests +4,020\/s/);
    expect(shown).toMatch(/\/api\/v1\/similar +20 +5\.5 ms +9\.9 ms/);
    expect(shown).toContain("rate_limit_exceeded 9.0/s");
    expect(shown).toMatch(/k_1 +free +10 +40\/100 {2}web\\u001b\[2J\\u0007site\\n/);
    expect(shown).toMatch(/k_2 +pro +0 +1,234/);
  });

  it.each([
    [200, 60],
    [80, 24],
    [40, 10],
    [20, 3],
  ])("fits the screen into %i columns and %i rows for any name of a key", (columns, rows) => {
    const lines = drawScreen(Array.from({ length: 60 }, busy), "http://127.0.0.1:9464", { columns, rows });
    expect(lines.length).toBeLessThanOrEqual(rows);
    for (const line of lines) {
      expect([...line].length).toBeLessThanOrEqual(columns);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });
});
