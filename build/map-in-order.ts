/**
 * Applies `work` to items with up to `concurrency` in progress and gives the results in the items' order. The source is
 * read only as far ahead as that, so memory stays bounded.
 */
export async function* mapInOrder<In, Out>(
  items: AsyncIterable<In>,
  concurrency: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = [];
  for await (const item of items) {
    const result = work(item);
    // A failure is told when its turn comes; until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= concurrency) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}
