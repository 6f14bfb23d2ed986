import { openOpenSearch } from '@feusa/search/opensearch';
import { INDEX, sourceOf } from '@feusa/search/opensearch/documents';
import { changesOf } from '@feusa/search/person-changes';
import { reindex } from '@feusa/search-indexer/reindex';
import { Client } from '@opensearch-project/opensearch';
import type { Log } from './log.js';

const ALIAS = 'bench-people';
const BARE = 'bench-bare';
const AT_ONCE = 500;

/** Documents a second. */
export interface Reindexing {
  readonly people: number;
  readonly product: number;
  readonly bare: number;
}

/** Reindexes a log of so many people, and in turn sends the same documents to an index like it. */
export async function reindexing(
  log: Log,
  { url, people, rounds }: { url: string; people: number; rounds: number },
): Promise<Reindexing> {
  const client = new Client({ node: url });
  const index = openOpenSearch({ url, alias: ALIAS, log: console });
  const documents = await documentsOf(log);
  if (documents.length !== people) throw new Error(`${documents.length} of ${people} people`);
  const taken: Reindexing[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const bare = people / (await bulk(client, documents));
      const { seconds } = await reindex({ index, store: log.store });
      taken.push({ people, product: people / seconds, bare });
    }
  } finally {
    await client.indices.delete({ index: `${BARE},${ALIAS}-*` });
    await client.close();
    await index.close();
  }
  const middle = (of: 'product' | 'bare') =>
    taken.map((each) => each[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  return { people, product: middle('product'), bare: middle('bare') };
}

/** As lines of a bulk request, each ready to be sent. */
async function documentsOf({ store }: Log): Promise<string[]> {
  const { people } = await changesOf(await store.readLatest('employee'), store);
  return people.map(sourceOf).map((source) => {
    const meta = { index: { _index: BARE, _id: source.id } };
    return `${JSON.stringify(meta)}\n${JSON.stringify(source)}\n`;
  });
}

/** Into an empty index of the product's mapping, 500 at once; seconds until they are found. */
async function bulk(client: Client, documents: readonly string[]): Promise<number> {
  await client.indices.delete({ index: BARE, ignore_unavailable: true });
  const began = performance.now();
  await client.transport.request({ method: 'PUT', path: `/${BARE}`, body: INDEX });
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const bulkBody = documents.slice(at, at + AT_ONCE).join('');
    const { body } = await client.transport.request({ method: 'POST', path: '/_bulk', bulkBody });
    if ((body as { errors?: boolean }).errors) throw new Error('OpenSearch refused a document');
  }
  await client.indices.refresh({ index: BARE });
  return (performance.now() - began) / 1000;
}
