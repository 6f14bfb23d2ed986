import { expect, it } from '@jest/globals';
import { openTestTransparency } from '../test-transparency.js';
import { witnessMemoryContract } from './contract.js';
import { openPostgresMemory } from './postgres.js';

witnessMemoryContract('Postgres', async () => {
  const opened = await openTestTransparency();
  return {
    memory: openPostgresMemory(opened.log.pool),
    operators: openPostgresMemory(opened.log.owner),
    again: () => Promise.resolve(openPostgresMemory(opened.log.pool)),
    close: () => opened.close(),
  };
});

it('a service cannot start over, whatever it is told', async () => {
  const opened = await openTestTransparency();
  const memory = openPostgresMemory(opened.log.pool);
  const wish = { origin: 'log', by: 'Ada', reason: 'none', statement: 'none' };
  await expect(memory.startOver(wish)).rejects.toThrow('permission denied');
  await opened.close();
});
