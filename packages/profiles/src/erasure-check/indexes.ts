import type { Client } from '@opensearch-project/opensearch';
import { clientOf, type OpenSearchConnection } from '@feusa/search/opensearch/engine';
import type { SearchedValues } from './searched-values.js';

const AT_ONCE = 2000;

/** The indexes, hidden ones too, that have one of these texts in a document or in what describes them. */
export async function indexesWith(
  connection: OpenSearchConnection,
  wanted: SearchedValues,
): Promise<string[]> {
  const client = clientOf(connection);
  try {
    const { body } = await client.indices.get({ index: '_all', expand_wildcards: 'all' });
    const found: string[] = [];
    for (const [index, description] of Object.entries(body))
      if (wanted.isIn(JSON.stringify(description)) || (await isHeld(client, index, wanted)))
        found.push(index);
    return found;
  } finally {
    await client.close();
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
