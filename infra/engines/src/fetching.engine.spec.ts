import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isMissing } from './contract.js';

const run = promisify(execFile);

/** Small, and at work nowhere else here: Redis from the system is taken where there is one. */
const artifact = 'com.github.codemonstur:embedded-redis:1.4.4';

((await isMissing('s3')) ? describe.skip : describe)('fetching programs', () => {
  let cache: string;
  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), 'feusa-cache-'));
  });
  afterEach(() => rm(cache, { recursive: true }));

  /** In a process of its own. @returns what it printed */
  const fetchElsewhere = async (env: NodeJS.ProcessEnv = {}) => {
    const code = `
      const { fetched } = await import(${JSON.stringify(import.meta.resolve('./maven.ts'))});
      const wanted = { title: 'Redis', artifacts: ['${artifact}'], goal: 'unpack-dependencies' };
      await fetched(wanted, console.log).catch((fault) => console.log(fault.name + ': ' + fault.message));`;
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code];
    const options = { env: { ...process.env, FEUSA_CACHE: cache, ...env } };
    return (await run(process.execPath, args, options)).stdout;
  };

  it('is done whole by two processes at once, and not again', async () => {
    await mkdir(join(cache, '.making-999999999-left'));
    const said = await Promise.all([fetchElsewhere(), fetchElsewhere()]);
    expect(said.join('')).not.toContain('StartFault');
    expect(await readdir(cache)).toEqual(['embedded-redis-1.4.4']);
    const files = await readdir(join(cache, 'embedded-redis-1.4.4'));
    expect(files.filter((name) => name.startsWith('redis-server-'))).not.toEqual([]);
    expect(await fetchElsewhere({ PATH: '' })).toBe('');
  });

  it('says what to install where Maven is missing, and leaves nothing', async () => {
    expect(await fetchElsewhere({ PATH: '' })).toMatch(/^Fetching Redis ...\n.*install Maven/);
    expect(await readdir(cache)).toEqual([]);
  });

  it('says what Maven said where it cannot', async () => {
    expect(await fetchElsewhere({ JAVA_HOME: '/nowhere' })).toMatch(/Maven cannot fetch Redis: ./);
  });
});
