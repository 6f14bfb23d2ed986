import { Redis } from 'ioredis';
import { engineContract, type Client } from './contract.js';

await engineContract('redis', async ({ REDIS_URL }): Promise<Client> => {
  const client = new Redis(REDIS_URL!);
  return {
    write: async (word) => void (await client.rpush('words', word)),
    read: () => client.lrange('words', 0, -1),
    close: async () => void (await client.quit()),
  };
});
