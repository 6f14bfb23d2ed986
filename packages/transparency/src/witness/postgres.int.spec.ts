import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { openSource } from '@feusa/platform/postgres/source';
import { openTestTransparency } from '../test-transparency.js';
import { witnessMemoryContract } from './contract.js';
import { StartedOver, Witnessed } from './entities.js';
import { openPostgresMemory } from './postgres.js';

const openMemory = async (pool: Pool) =>
  openPostgresMemory({
    pool,
    source: await openSource(pool, { entities: [StartedOver, Witnessed] }),
  });

witnessMemoryContract('Postgres', async () => {
  const opened = await openTestTransparency();
  return {
    memory: await openMemory(opened.log.pool),
    operators: await openMemory(opened.log.owner),
    again: () => openMemory(opened.log.pool),
    close: () => opened.close(),
  };
});

it('a service cannot start over, whatever it is told', async () => {
  const opened = await openTestTransparency();
  const memory = await openMemory(opened.log.pool);
  const wish = { origin: 'log', by: 'Ada', reason: 'none', statement: 'none' };
  await expect(memory.startOver(wish)).rejects.toThrow('permission denied');
  await opened.close();
});
