/** More than the cost of any path. */
const UNREACHED = 2 ** 30;

/** Computes the minimum work for moving masses from sources to sinks, in reused memory. */
export interface EarthMover {
  /** Mass at each source; consumed by `move`. Integers. */
  readonly supply: Int32Array;
  /** Capacity of each sink; consumed by `move`. Integers. */
  readonly demand: Int32Array;
  /** Cost per unit of mass from source i to sink j, at i · `size` + j. Integers, not negative. */
  readonly costs: Int32Array;
  /**
   * The earth mover's distance: the minimum sum of mass times cost that moves supply to demand, up to the smaller of
   * their totals. Exact, since all values are integers; at most 2³¹.
   *
   * @param sources number of sources
   * @param sinks number of sinks
   */
  move(sources: number, sinks: number): number;
}

/**
 * The distance defined by Rubner, Tomasi, Guibas, "The earth mover's distance as a metric for image retrieval", 2000.
 * Computed by successive shortest paths: the nearest sink with free capacity is filled from the source with the
 * shortest path, which may redirect previous flow. Source: Ahuja, Magnanti, Orlin, "Network flows", 1993, section 9.7.
 *
 * @param size maximum number of sources, and of sinks
 * Cost: about `sources` + `sinks` paths, each in a few passes over `sources` · `sinks`.
 */
export function createEarthMover(size: number): EarthMover {
  const supply = new Int32Array(size);
  const demand = new Int32Array(size);
  const costs = new Int32Array(size * size);
  const carried = new Int32Array(size * size);
  // The path to each source and sink: its cost and its predecessor; −1 at the start of a path.
  const toSource = new Int32Array(size);
  const toSink = new Int32Array(size);
  const beforeSource = new Int32Array(size);
  const beforeSink = new Int32Array(size);

  /**
   * Bellman–Ford: shortest paths from sources with remaining mass to all sinks. Flow can be undone at a negative cost.
   */
  const findWays = (sources: number, sinks: number): void => {
    for (let source = 0; source < sources; source++) {
      toSource[source] = supply[source]! > 0 ? 0 : UNREACHED;
      beforeSource[source] = -1;
    }
    for (let sink = 0; sink < sinks; sink++) toSink[sink] = UNREACHED;
    for (let changed = true; changed; ) {
      changed = false;
      for (let source = 0; source < sources; source++) {
        const before = toSource[source]!;
        if (before === UNREACHED) continue;
        for (let sink = 0; sink < sinks; sink++) {
          const way = before + costs[source * size + sink]!;
          if (way >= toSink[sink]!) continue;
          toSink[sink] = way;
          beforeSink[sink] = source;
          for (let other = 0; other < sources; other++) {
            if (carried[other * size + sink] === 0) continue;
            const back = way - costs[other * size + sink]!;
            if (back >= toSource[other]!) continue;
            toSource[other] = back;
            beforeSource[other] = sink;
            changed = true;
          }
        }
      }
    }
  };

  /** The nearest reachable sink with free capacity; −1 if there is none. */
  const nearestSink = (sinks: number): number => {
    let nearest = -1;
    let least = UNREACHED;
    for (let sink = 0; sink < sinks; sink++) {
      if (demand[sink] === 0 || toSink[sink]! >= least) continue;
      nearest = sink;
      least = toSink[sink]!;
    }
    return nearest;
  };

  /** Moves as much mass as possible along the path to a sink. @returns the mass moved */
  const carryTo = (end: number): number => {
    let mass = demand[end]!;
    let source = beforeSink[end]!;
    for (let sink = beforeSource[source]!; sink >= 0; sink = beforeSource[source]!) {
      mass = Math.min(mass, carried[source * size + sink]!);
      source = beforeSink[sink]!;
    }
    mass = Math.min(mass, supply[source]!);
    supply[source]! -= mass;
    demand[end]! -= mass;
    for (let sink = end; sink >= 0; sink = beforeSource[source]!) {
      source = beforeSink[sink]!;
      carried[source * size + sink]! += mass;
      const back = beforeSource[source]!;
      if (back >= 0) carried[source * size + back]! -= mass;
    }
    return mass;
  };

  return {
    supply,
    demand,
    costs,
    move(sources, sinks) {
      for (let source = 0; source < sources; source++) {
        for (let sink = 0; sink < sinks; sink++) carried[source * size + sink] = 0;
      }
      let work = 0;
      for (;;) {
        findWays(sources, sinks);
        const end = nearestSink(sinks);
        if (end < 0) return work;
        const way = toSink[end]!;
        work += carryTo(end) * way;
      }
    },
  };
}
