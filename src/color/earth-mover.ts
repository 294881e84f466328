/** Farther than any way. */
const UNREACHED = 2 ** 30;

/** Works out the least work of carrying masses from sources to sinks, in memory that is used again. */
export interface EarthMover {
  /** Mass that lies at each source; used up by `move`. Whole numbers. */
  readonly supply: Int32Array;
  /** Mass that each sink takes; used up by `move`. Whole numbers. */
  readonly demand: Int32Array;
  /** What a unit of mass costs from source i to sink j, at i · `size` + j. Whole numbers, not negative. */
  readonly costs: Int32Array;
  /**
   * The earth mover's distance: the least sum of mass times cost that carries supply to demand, as much as the smaller of both.
   * Exact, since all are whole numbers; at most 2³¹.
   *
   * @param sources how many there are
   * @param sinks how many there are
   */
  move(sources: number, sinks: number): number;
}

/**
 * The distance is that of Rubner, Tomasi, Guibas, "The earth mover's distance as a metric for image retrieval", 2000. It is
 * worked out by successive shortest paths: the nearest sink that still takes mass gets it from the source whose way there,
 * perhaps by sending other masses elsewhere, is the shortest. Source: Ahuja, Magnanti, Orlin, "Network flows", 1993, section 9.7.
 *
 * @param size most sources, and most sinks
 * Cost: about `sources` + `sinks` paths, each in a few passes over `sources` · `sinks`.
 */
export function createEarthMover(size: number): EarthMover {
  const supply = new Int32Array(size);
  const demand = new Int32Array(size);
  const costs = new Int32Array(size * size);
  const carried = new Int32Array(size * size);
  // The way to each source and sink: its cost, and what lies before it; −1 where the way begins.
  const toSource = new Int32Array(size);
  const toSink = new Int32Array(size);
  const beforeSource = new Int32Array(size);
  const beforeSink = new Int32Array(size);

  /** Ways to all sinks, from sources that have mass left. Bellman and Ford: what was carried can be taken back, at a negative cost. */
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

  /** The nearest sink that still takes mass; −1 where none does, or none can be reached. */
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

  /** Carries as much along the way to a sink as it allows. @returns how much */
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
