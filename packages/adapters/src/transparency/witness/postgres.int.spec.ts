import { openTestTransparency } from '../test-transparency.js';
import { witnessMemoryContract } from './contract.js';
import { openPostgresMemory } from './postgres.js';

witnessMemoryContract('Postgres', async () => {
  const { log, close } = await openTestTransparency();
  return {
    memory: openPostgresMemory(log.pool),
    again: async () => openPostgresMemory(log.pool),
    close,
  };
});
