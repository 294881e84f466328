import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DENSITIES, LARGE_HEIGHT, layoutGrid, MAX_HEIGHT, scrollTopFor } from "#src/explorer/grid-layout.js";

const grids = fc.record({
  total: fc.oneof(fc.nat(3000), fc.nat(20_000_000)),
  cell: fc.constantFrom(...Object.values(DENSITIES)),
  width: fc.integer({ min: 0, max: 4000 }),
  viewport: fc.integer({ min: 1, max: 2500 }),
  /** As a fraction of the scrollable height. */
  scrolled: fc.double({ min: 0, max: 1, noNaN: true }),
  maxHeight: fc.constantFrom(MAX_HEIGHT, LARGE_HEIGHT),
});

describe("grid layout", () => {
  it("renders every visible row at its position, and few others", () => {
    fc.assert(
      fc.property(grids, ({ total, cell, width, viewport, scrolled, maxHeight }) => {
        const { height, rows, columns } = layoutGrid(total, cell, { width, viewport, scrollTop: 0, maxHeight });
        const scrollTop = Math.max(0, height - viewport) * scrolled;
        const { firstRow, endRow, inView, top } = layoutGrid(total, cell, { width, viewport, scrollTop, maxHeight });
        expect(height).toBeLessThanOrEqual(maxHeight);
        expect(columns * rows).toBeGreaterThanOrEqual(total);
        expect(endRow - firstRow).toBeLessThanOrEqual(viewport / cell.height + 6);
        // No gap above or below the visible part, except at the ends of the list.
        if (firstRow > 0) expect(top).toBeLessThanOrEqual(scrollTop);
        const bottom = top + (endRow - firstRow) * cell.height;
        if (endRow < rows) expect(bottom).toBeGreaterThanOrEqual(scrollTop + viewport);
        expect(firstRow === 0 || rows > 0).toBe(true);
        const [first, end] = inView;
        expect(first).toBeGreaterThanOrEqual(firstRow);
        expect(end).toBeLessThanOrEqual(endRow);
        // All rows but those that show less than an eighth at an edge.
        expect(top + (first - firstRow) * cell.height).toBeLessThanOrEqual(scrollTop + cell.height / 8 + 1);
        if (end < rows)
          expect(top + (end - firstRow) * cell.height).toBeGreaterThanOrEqual(
            scrollTop + viewport - cell.height / 8 - 1,
          );
      }),
    );
  });

  it("reaches the first row and the last one", () => {
    fc.assert(
      fc.property(grids, ({ total, cell, width, viewport, maxHeight }) => {
        fc.pre(total > 0);
        const start = layoutGrid(total, cell, { width, viewport, scrollTop: 0, maxHeight });
        expect(start).toMatchObject({ firstRow: 0, top: 0 });
        const scrollTop = Math.max(0, start.height - viewport);
        const end = layoutGrid(total, cell, { width, viewport, scrollTop, maxHeight });
        expect(end.endRow).toBe(end.rows);
        const bottom = end.top + (end.endRow - end.firstRow) * cell.height;
        expect(bottom).toBeCloseTo(end.height, 3);
        // The margin below the rows only moves the rows.
        const beyond = layoutGrid(total, cell, { width, viewport, scrollTop: scrollTop + 15, maxHeight });
        expect(beyond.top + (beyond.endRow - beyond.firstRow) * cell.height).toBeCloseTo(end.height, 3);
      }),
    );
  });

  it("lays out the grid like a complete page up to the maximum height", () => {
    const cell = { width: 100, height: 100 };
    expect(layoutGrid(1000, cell, { width: 1099, viewport: 500, scrollTop: 1234 })).toEqual({
      columns: 10,
      rows: 100,
      height: 10_000,
      firstRow: 10,
      endRow: 20,
      inView: [12, 18],
      top: 1000,
    });
  });
});

describe("scrolling to a row", () => {
  it("makes the row fully visible, and does nothing if it already is", () => {
    fc.assert(
      fc.property(grids, fc.nat(), ({ total, cell, width, viewport, scrolled, maxHeight }, any) => {
        const { height, rows } = layoutGrid(total, cell, { width, viewport, scrollTop: 0, maxHeight });
        fc.pre(rows > 0 && viewport >= cell.height);
        const row = any % rows;
        const before = Math.max(0, height - viewport) * scrolled;
        const scrollTop = scrollTopFor(row, total, cell, { width, viewport, scrollTop: before, maxHeight });
        const { firstRow, endRow, top } = layoutGrid(total, cell, { width, viewport, scrollTop, maxHeight });
        expect(row >= firstRow && row < endRow).toBe(true);
        const at = top + (row - firstRow) * cell.height - scrollTop;
        expect(at).toBeGreaterThanOrEqual(-0.01);
        expect(at + cell.height).toBeLessThanOrEqual(viewport + 0.01);
        expect(scrollTopFor(row, total, cell, { width, viewport, scrollTop, maxHeight })).toBeCloseTo(scrollTop, 1);
      }),
    );
  });
});
