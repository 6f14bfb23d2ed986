import { randomBytes } from 'node:crypto';
import { Client } from '@opensearch-project/opensearch';
import { openOpenSearch } from './opensearch.js';
import type { Holding, RemoteSearchIndex } from './port.js';

const URL_NAME = 'FEUSA_TEST_OPENSEARCH_URL';

/** The address of the engine for tests. @throws where none is set up */
export function testEngineUrl(): string {
  const url = process.env[URL_NAME];
  if (!url) throw new Error(`${URL_NAME} is not set: run this in the test project "engines".`);
  return url;
}

/** Of the engine itself. */
export const testClient = (): Client => new Client({ node: testEngineUrl() });

export interface TestIndex {
  readonly index: RemoteSearchIndex;
  readonly alias: string;
  /** Of the engine itself, whatever the index was opened with. */
  readonly client: Client;
  /** Another way to the same index, as another process has. */
  another(url?: string): RemoteSearchIndex;
  /** Removes all that is behind the alias. */
  drop(): Promise<void>;
}

/** Everything an index holds, when all that was written shows. */
export async function allHeld(index: Pick<RemoteSearchIndex, 'holdings' | 'refresh'>) {
  await index.refresh();
  const all: Holding[] = [];
  for await (const page of index.holdings()) all.push(...page);
  return all;
}

/** An index behind an alias of its own, not made yet. */
export function openTestIndex(): TestIndex {
  const alias = `test-${process.pid}-${randomBytes(4).toString('hex')}`;
  const opened: RemoteSearchIndex[] = [];
  const another = (url = testEngineUrl()) => {
    const index = openOpenSearch({ url, alias, log: { warn: () => {} } });
    opened.push(index);
    return index;
  };
  const client = testClient();
  return {
    ...{ index: another(), alias, client, another },
    async drop() {
      await Promise.all(opened.map((index) => index.close()));
      const { body } = await client.cat.indices({ index: `${alias}*`, format: 'json' });
      const names = (body as { index?: string }[]).map(({ index }) => index!);
      if (names.length > 0) await client.indices.delete({ index: names.join(',') });
      await client.close();
    },
  };
}
