/**
 * Applies `work` to items with up to `concurrency` in progress and gives the results in the items' order, several at a time
 * where the work needs no waiting. The source is read only as far ahead as that, so memory stays bounded.
 */
export async function* mapInOrder<In, Out>(
  batches: AsyncIterable<readonly In[]>,
  concurrency: number,
  work: (item: In) => Out | Promise<Out>,
): AsyncGenerator<readonly Out[]> {
  const running: Promise<Out>[] = [];
  for await (const batch of batches) {
    let done: Out[] = [];
    for (const item of batch) {
      const result = work(item);
      if (running.length === 0 && !(result instanceof Promise)) {
        done.push(result);
        continue;
      }
      if (done.length > 0) yield done;
      done = [];
      const promise = Promise.resolve(result);
      // A failure is told when its turn comes; until then it must not count as unhandled.
      promise.catch(() => undefined);
      running.push(promise);
      if (running.length >= concurrency) yield [await running.shift()!];
    }
    if (done.length > 0) yield done;
  }
  for (const result of running) yield [await result];
}
