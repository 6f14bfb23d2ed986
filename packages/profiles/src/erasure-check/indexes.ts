import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import { clientOf, type OpenSearchConnection } from '@feusa/search/opensearch/engine';
import type { SearchedValues } from './searched-values.js';

const AT_ONCE = 2000;
const TRIES = 10;
const BETWEEN_MS = 200;

/**
 * The indexes, hidden ones too, that have one of these texts in a document or in what describes them. One that
 * is removed meanwhile, as a generation that another one replaces, is passed over, and what came is read too.
 */
export async function indexesWith(
  connection: OpenSearchConnection,
  wanted: SearchedValues,
): Promise<string[]> {
  const client = clientOf(connection);
  const found: string[] = [];
  try {
    for await (const [index, description] of indexesOf(client)) {
      const isIn = wanted.isIn(JSON.stringify(description));
      if (isIn || (await isHeldIfThere(client, index, wanted))) found.push(index);
    }
    return found;
  } finally {
    await client.close();
  }
}

/** Each once, until there is none that was not given yet. */
async function* indexesOf(client: Client): AsyncIterable<[string, unknown]> {
  const given = new Set<string>();
  for (;;) {
    const { body } = await client.indices.get({ index: '_all', expand_wildcards: 'all' });
    const others = Object.entries(body).filter(([index]) => !given.has(index));
    if (others.length === 0) return;
    yield* others;
    for (const [index] of others) given.add(index);
  }
}

/** One that is being made or removed refuses for a moment, in other words at each step of the reading. */
async function isHeldIfThere(...about: Parameters<typeof isHeld>): Promise<boolean> {
  const [client, index] = about;
  for (let tries = 1; ; tries++) {
    try {
      return await isHeld(...about);
    } catch (fault) {
      const { body: isThere } = await client.indices.exists({ index });
      if (!isThere) return false;
      if (tries === TRIES) throw fault;
      await sleep(BETWEEN_MS);
    }
  }
}

async function isHeld(client: Client, index: string, wanted: SearchedValues): Promise<boolean> {
  await client.indices.refresh({ index });
  const all = { index, scroll: '1m', size: AT_ONCE, sort: '_doc' };
  let { body } = await client.search(all);
  try {
    while (body.hits.hits.length > 0) {
      if (wanted.isIn(JSON.stringify(body.hits.hits))) return true;
      const next = { body: { scroll: '1m', scroll_id: body._scroll_id! } };
      ({ body } = await client.scroll(next));
    }
    return false;
  } finally {
    await client.clearScroll({ body: { scroll_id: [body._scroll_id!] } });
  }
}
