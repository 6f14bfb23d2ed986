import { Client as OpenSearch } from '@opensearch-project/opensearch';
import { engineContract, type Client } from './contract.js';

const index = 'words';

await engineContract('opensearch', async ({ OPENSEARCH_URL }): Promise<Client> => {
  const client = new OpenSearch({ node: OPENSEARCH_URL! });
  return {
    async write(word) {
      await client.indices.create({ index, body: { settings: { number_of_replicas: 0 } } });
      await client.index({ index, id: word, body: { word }, refresh: true });
    },
    async read() {
      if (!(await client.indices.exists({ index })).body) return [];
      const { body } = await client.search({ index });
      return body.hits.hits.map(({ _id }) => String(_id));
    },
    close: () => client.close(),
  };
});
