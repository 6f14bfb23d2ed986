import type { EventStore } from '@feusa/adapters/event-store/port';

const PAGE = 2000;

/** The log as NDJSON: each stored event with its hash on a line of its own, oldest first. */
export async function* exportLines(store: EventStore): AsyncGenerator<string> {
  const { position: end } = await store.head();
  for (let after = 0; after < end;) {
    const page = await store.readRecords(after, Math.min(PAGE, end - after));
    if (page.length === 0) return;
    yield page.map(({ bytes, hash }) => `${bytes.slice(0, -1)},"hash":"${hash}"}\n`).join('');
    after = page.at(-1)!.position;
  }
}
