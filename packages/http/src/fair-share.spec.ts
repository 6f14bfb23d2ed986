import { httpBounds } from '@feusa/contracts/bounds';
import { setImmediate as moment } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { FairShare } from './fair-share.js';

const AT_ONCE = httpBounds.atWork.value;
const ASKED = 120;

/** Reads of users, each of which ends when the test says so. */
function reads() {
  const share = new FairShare();
  const begun: { readonly user: string; end(): void }[] = [];
  const ask = (user: string) => {
    const request = { method: 'GET', session: { user: { id: user } }, raw: { socket: {} } };
    const context = { switchToHttp: () => ({ getRequest: () => request }) };
    const handle = () =>
      from(new Promise<void>((settle) => begun.push({ user, end: () => settle() })));
    return share.intercept(context as never, { handle });
  };
  return { ask, begun };
}

const settled = async () => {
  for (let round = 0; round < 10; round++) await moment();
};

it('works on a few reads of a user at once, and begins with those of others meanwhile', async () => {
  const { ask, begun } = reads();
  const lists = Array.from({ length: ASKED }, () => ask('greedy'));
  await settled();
  expect(begun.map(({ user }) => user)).toEqual(Array(AT_ONCE).fill('greedy'));
  const calm = ask('calm');
  await settled();
  expect(begun.map(({ user }) => user).slice(AT_ONCE)).toEqual(['calm']);
  begun[AT_ONCE]!.end();
  await calm;
  begun[0]!.end();
  await settled();
  expect(begun.map(({ user }) => user).slice(AT_ONCE + 1)).toEqual(['greedy']);
  for (let next = 1; next < begun.length; next++) {
    begun[next]!.end();
    await settled();
  }
  await Promise.all(lists);
  expect(begun).toHaveLength(ASKED + 1);
});
