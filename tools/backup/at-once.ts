const WIDTH = 4;

/** Does work for each item of all pages, a few at a time; the first fault ends it. Results keep the order. */
export async function* atOnce<Item, Result>(
  pages: AsyncIterable<readonly Item[]>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<readonly Result[]> {
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += WIDTH) {
      const settled = await Promise.allSettled(page.slice(at, at + WIDTH).map(work));
      yield settled.map((each) => {
        if (each.status === 'rejected') throw each.reason;
        return each.value;
      });
    }
  }
}
