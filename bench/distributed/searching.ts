import { openOpenSearch } from '@feusa/search/opensearch';
import { Client } from '@opensearch-project/opensearch';
import { people, queries } from '../data.js';
import { closedLoop, type Figures } from '../measure.js';
import type { System } from '../workloads.js';
import { openSearchProxy, type ProxiedRequest } from './opensearch-proxy.js';

const TEXTS = 100;
const ROUNDS = 3;

/** The middle of three medians, one search at a time. */
export interface Searching {
  readonly product: Figures;
  readonly bare: Figures;
}

/** Searches through the product, and in turn the same requests straight to the engine. */
export async function searching(
  system: System,
  { url, alias, ...scale }: { url: string; alias: string; seconds: number; people: number },
): Promise<Record<'prefix' | 'typo', Searching>> {
  const asked = queries(people(scale.people), TEXTS);
  const client = new Client({ node: url });
  const compare = async (kind: 'prefix' | 'typo'): Promise<Searching> => {
    const texts = asked[kind].map(({ text }) => text);
    const requests = await record(texts, url, alias);
    const seconds = scale.seconds / ROUNDS;
    const pairs: Searching[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await inTurn(requests, seconds, (all) => replay(client, all));
      const product = await inTurn(texts, seconds, (text) => system.searchEmployees(text));
      pairs.push({ bare, product });
    }
    const middle = (of: keyof Searching) =>
      pairs.map((pair) => pair[of]).sort((a, b) => a.p50 - b.p50)[(ROUNDS - 1) / 2]!;
    return { product: middle('product'), bare: middle('bare') };
  };
  try {
    return { prefix: await compare('prefix'), typo: await compare('typo') };
  } finally {
    await client.close();
  }
}

function inTurn<T>(all: readonly T[], seconds: number, call: (one: T) => Promise<unknown>) {
  let next = 0;
  return closedLoop(1, seconds, () => call(all[next++ % all.length]!));
}

/** What the product's search sends for each text. */
async function record(
  texts: readonly string[],
  url: string,
  alias: string,
): Promise<ProxiedRequest[][]> {
  let seen: ProxiedRequest[] = [];
  const proxy = await openSearchProxy(url, async (asked) => void seen.push(asked));
  const index = openOpenSearch({ url: proxy.url, alias, log: { warn: () => {} } });
  const all: ProxiedRequest[][] = [];
  for (const text of texts) {
    await index.search(text);
    all.push(seen);
    seen = [];
  }
  await index.close();
  await proxy.close();
  return all;
}

async function replay(client: Client, requests: readonly ProxiedRequest[]): Promise<void> {
  for (const { method, path, body } of requests) {
    const content = path.includes('_msearch') ? { bulkBody: body } : { body };
    await client.transport.request({ method, path, ...content });
  }
}
