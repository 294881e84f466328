import type { IconItem, IconList } from "./answers.js";

/**
 * As many as the pro plan gives; the server reduces it to the caller's and says so. A number of its own, since only types cross from
 * the server's code to the client's.
 */
export const PAGE_LIMIT = 100;

/** The pages of a list one after the other, each asked for when the one before is done with; one at least. */
export async function* walkPages(
  list: (page: number) => Promise<IconList>,
  first: number,
): AsyncGenerator<IconList, void, undefined> {
  for (let page = first; ; page++) {
    const answer = await list(page);
    yield answer;
    if (page >= answer.totalPages) return;
  }
}

/** The icons of pages. */
export async function* itemsOf(pages: AsyncIterable<IconList>): AsyncGenerator<IconItem, void, undefined> {
  for await (const { data } of pages) yield* data;
}
