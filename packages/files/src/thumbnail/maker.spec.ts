import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { breaking, program } from '../apart/test-breaking.js';
import { ThumbnailMaker } from './maker.js';

let maker: ThumbnailMaker;
afterEach(() => maker.close());
const make = async (text: string) => (await maker.make(Buffer.from(text), 96)).toString();

describe('a picture that breaks its reader', () => {
  it.each(breaking)(
    '%s: it costs itself, and the next one is made',
    async (_, text, limits, code) => {
      maker = new ThumbnailMaker({ program, ...limits });
      expect(await make('before')).toBe('small before');
      await expect(make(text)).rejects.toMatchObject({ code });
      expect(await make('after')).toBe('small after');
    },
  );
});

it('keeps nobody waiting who asks for something else meanwhile', async () => {
  maker = new ThumbnailMaker({ program });
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-thumbnails-'));
  const flag = path.join(dir, 'flag');
  const both = [make(flag), make(flag)];
  // The event loop of this process turns, else the file would never come.
  await setImmediate();
  await expect(make('a third')).rejects.toMatchObject({ code: 'busy' });
  await writeFile(flag, '');
  expect(await Promise.all(both)).toEqual([`small ${flag}`, `small ${flag}`]);
  await rm(dir, { recursive: true });
});
