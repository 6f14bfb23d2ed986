import { readConfig } from '@feusa/profiles/config';
import { engines } from '@feusa/system-tests/test-distributed';
import { Product } from '@feusa/system-tests/test-product';
import { poll } from '@feusa/testing/wait';
import { isSignedBy, readVerifierKey } from '@feusa/transparency/checkpoint';
import { openSigner } from '@feusa/transparency/signer';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { turnCheckpoints } from './checkpoint.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open({ FEUSA_CHECKPOINT_SECONDS: '1' }, true);
});
afterAll(() => product.close());

/** What a query service answers an auditor. */
async function answerOf(replica: string, address: string): Promise<string> {
  const { cookie = '' } = product.people.auditor;
  const answer = await fetch(replica + address, { headers: { cookie } });
  return `${answer.status} ${(await answer.text()).trim()}`;
}
const add = (name: string) => product.done('add-folder', { name, parentId: null });

it('the key of checkpoints is turned under services apart, which all go on with the next one', async () => {
  const { settings } = product;
  const keyInFile = async () => (await openSigner(settings['FEUSA_DATA_DIR']!)).key;
  const before = await keyInFile();
  await add('Before');
  for (const replica of product.replicas)
    await poll(() => answerOf(replica, '/api/audit/key')).toBe(`200 ${before}`);
  await poll(() => answerOf(product.address, '/api/audit/checkpoint')).toMatch(/^200 feusa\n/);

  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const config = readConfig({ ...engines(), FEUSA_PROFILE: 'distributed', ...settings });
  const turn = (finish: boolean) =>
    turnCheckpoints(config, settings['DATABASE_URL']!, { print, finish });
  await turn(false);
  const after = await keyInFile();
  expect([after === before, lines.join('\n')]).toEqual([false, expect.stringContaining(after)]);

  await add('Meanwhile');
  await turn(true);
  const { position } = await add('After');
  for (const replica of product.replicas) {
    await poll(() => answerOf(replica, '/api/audit/key')).toBe(`200 ${after}`);
    const note = await answerOf(replica, `/api/audit/checkpoint?after=${String(position)}`);
    expect(note).toMatch(new RegExp(`^200 feusa\\n${String(position)}\\n`));
    expect(isSignedBy(`${note.slice('200 '.length)}\n`, readVerifierKey(after)!)).toBe(true);
    expect(await answerOf(replica, '/api/audit/successions')).toContain(`key-after ${after}`);
    await poll(() => answerOf(replica, '/api/access-log/verify')).toMatch(/^200 \{"ok":true/);
    expect(await answerOf(replica, '/api/audit/verify')).toMatch(/^200 \{"ok":true/);
    const ready = async () =>
      JSON.parse((await answerOf(replica, '/health/ready')).slice(4)) as object;
    await poll(ready).toMatchObject({ degraded: [] });
  }
});
