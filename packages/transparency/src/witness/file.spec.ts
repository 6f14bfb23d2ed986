import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { witnessMemoryContract } from './contract.js';
import { openFileMemory } from './file.js';

const newHome = () => mkdtemp(path.join(tmpdir(), 'feusa-witness-'));

witnessMemoryContract('files', async () => {
  const home = await newHome();
  const memory = await openFileMemory(home);
  return {
    memory,
    again: () => openFileMemory(home),
    close: () => rm(home, { recursive: true }),
  };
});

it('a directory belongs to one process, until that is gone', async () => {
  const home = await newHome();
  const pid = path.join(home, 'witness.pid');
  await writeFile(pid, String(process.ppid));
  await expect(openFileMemory(home)).rejects.toThrow('another process');
  // Larger than any that there is.
  await writeFile(pid, '99999999');
  await (await openFileMemory(home)).close();
  await rm(home, { recursive: true });
});
