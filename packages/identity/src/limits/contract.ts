import { poll } from '@feusa/testing/wait';
import { Refusal } from '@feusa/contracts/refusals';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Limits } from './port.js';

const OWNER = 'ann@feusa.local';
const HOME = '10.0.0.1';

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let done = 0; done < count; done++) await work();
};
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'allowed',
    (fault) => (fault instanceof Refusal ? fault.code : fault),
  );

/** What every adapter of the limits does; `open` gives one with empty counts. */
export const limitsContract = (name: string, open: () => Promise<Limits>) =>
  describe(`limits contract: ${name}`, () => {
    let limits: Limits;
    beforeEach(async () => {
      limits = await open();
    });
    const allowed = (address: string) => refusal(limits.signInAllowed(OWNER, address));

    it('lets an address try to sign in 100 times a minute', async () => {
      await times(100, () => limits.signInAttempt(HOME));
      const fault = await limits.signInAttempt(HOME).catch((error: Refusal) => error);
      expect(fault).toMatchObject({ code: 'too-many-requests', status: 429 });
      const { retryAfter } = (fault as Refusal).facts as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(60);
      await limits.signInAttempt('10.0.0.2');
    });

    it('counts a network of IPv6 as one, as one customer has all of it', async () => {
      for (let host = 0; host < 100; host++) await limits.signInAttempt(`2001:db8:1:2:${host}::1`);
      const another = limits.signInAttempt('2001:db8:1:2:ffff::1');
      expect(await refusal(another)).toBe('too-many-requests');
      expect(await refusal(limits.signInAttempt('2001:db8:1:3::1'))).toBe('allowed');
      await limits.signedIn(OWNER, '2001:db8:1:2::7');
      await times(10, () => limits.signInFailed(OWNER, '10.0.1.1'));
      expect(await allowed('2001:db8:1:2::8')).toBe('allowed');
      expect(await allowed('2001:db8:1:3::7')).toBe('too-many-requests');
    });

    it('lets an account fail 10 times, from however many addresses', async () => {
      for (let host = 1; host <= 10; host++) await limits.signInFailed(OWNER, `10.0.1.${host}`);
      expect(await allowed('10.0.1.99')).toBe('too-many-requests');
      expect(await refusal(limits.signInAllowed('sam@feusa.local', HOME))).toBe('allowed');
    });

    it('lets somebody who registers others be wrong about the team password 10 times', async () => {
      await times(10, () => limits.teamPasswordFailed(OWNER));
      expect(await refusal(limits.teamPasswordAllowed(OWNER))).toBe('too-many-requests');
      expect(await refusal(limits.teamPasswordFailed(OWNER))).toBe('too-many-requests');
      expect(await refusal(limits.teamPasswordAllowed('sam@feusa.local'))).toBe('allowed');
    });

    it('says so at the failure that is one too many', async () => {
      await times(10, () => limits.signInFailed(OWNER, HOME));
      expect(await refusal(limits.signInFailed(OWNER, HOME))).toBe('too-many-requests');
    });

    it('says which failure was the last one left', async () => {
      const answers: boolean[] = [];
      await times(10, async () => answers.push(await limits.signInFailed(OWNER, HOME)));
      expect(answers).toEqual([...Array(9).fill(false), true]);
    });

    it('lets an account have 5 letters of a kind in an hour', async () => {
      const allowedOf = (user: string, kind: 'new-device' | 'locked-out') =>
        limits.noticeAllowed(user, kind);
      await times(5, async () => expect(await allowedOf('ann', 'new-device')).toBe(true));
      expect(await allowedOf('ann', 'new-device')).toBe(false);
      expect(await allowedOf('ann', 'locked-out')).toBe(true);
      expect(await allowedOf('sam', 'new-device')).toBe(true);
    });

    it('counts the failures of attempts that run at once', async () => {
      const attempts = Array.from({ length: 40 }, () => refusal(limits.signInFailed(OWNER, HOME)));
      const answers = await Promise.all(attempts);
      expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(10);
    });

    it('never lets strangers lock the owner out', async () => {
      await limits.signedIn(OWNER, HOME);
      await times(10, () => limits.signInFailed(OWNER, '10.0.1.1'));
      expect(await allowed('10.0.1.1')).toBe('too-many-requests');
      expect(await allowed(HOME)).toBe('allowed');
    });

    it('limits guesses from an address that the owner uses, too', async () => {
      await limits.signedIn(OWNER, HOME);
      await times(10, () => limits.signInFailed(OWNER, HOME));
      expect(await allowed(HOME)).toBe('too-many-requests');
    });

    it('sends an account one reset mail in some minutes, wherever it is asked for', async () => {
      expect(await limits.resetAllowed(OWNER, '10.0.1.1')).toBe(true);
      await times(20, async () => expect(await limits.resetAllowed(OWNER, '10.0.1.1')).toBe(false));
      expect(await limits.resetAllowed(OWNER, '10.0.1.2')).toBe(false);
      expect(await limits.resetAllowed('sam@feusa.local', '10.0.1.1')).toBe(true);
    });

    it('never lets strangers use up what the owner may ask for', async () => {
      await limits.signedIn(OWNER, HOME);
      await times(20, () => limits.resetAllowed(OWNER, '10.0.1.1'));
      expect(await limits.resetAllowed(OWNER, HOME)).toBe(true);
      expect(await limits.resetAllowed(OWNER, HOME)).toBe(false);
    });

    it('lets nobody wait as long as few guesses fail', async () => {
      await times(599, () => limits.guessFailed());
      const turns = Array.from({ length: 200 }, () => limits.guessTurn(OWNER, '10.0.1.1'));
      await Promise.all(turns);
    });

    it('slows down all guesses together, but not at an address that the owner uses', async () => {
      await limits.signedIn(OWNER, HOME);
      for (let guess = 0; guess < 300; guess++) {
        await Promise.all([
          limits.guessFailed(),
          refusal(limits.signInFailed(`user-${guess}`, `10.1.0.${guess % 200}`)),
        ]);
      }
      const begun = performance.now();
      const strangers = Array.from({ length: 6 }, (_, host) =>
        limits.guessTurn(OWNER, `10.2.0.${host}`),
      );
      const first = await Promise.race([
        Promise.all(strangers).then(() => 'strangers'),
        limits.guessTurn(OWNER, HOME).then(() => 'owner'),
      ]);
      expect(first).toBe('owner');
      await Promise.all(strangers);
      expect(performance.now() - begun).toBeGreaterThan(450);
    });

    it('lets only so many wait', async () => {
      await times(600, () => limits.guessFailed());
      // Some have their turn while others are still asking, on a machine that is slow.
      const answers: unknown[] = [];
      for (let each = 0; each < 200; each++)
        void refusal(limits.guessTurn(OWNER, HOME)).then((answer) => answers.push(answer));
      const busy = () => answers.filter((each) => each === 'busy').length;
      await poll(busy).toBeGreaterThan(50);
      expect(busy()).toBeLessThanOrEqual(100);
    });

    it('lets an address ask for 100 reset mails an hour', async () => {
      for (let user = 0; user < 100; user++) await limits.resetAllowed(`user-${user}`, HOME);
      expect(await limits.resetAllowed('another', HOME)).toBe(false);
      expect(await limits.resetAllowed('another', '10.0.0.2')).toBe(true);
    });

    it('takes 30 error reports a minute of a user', async () => {
      await times(30, () => limits.logError('ann'));
      expect(await refusal(limits.logError('ann'))).toBe('too-many-requests');
      await limits.logError('sam');
    });

    it('takes 30 changes of their own an hour of a user', async () => {
      await times(30, () => limits.ownChange('ann'));
      expect(await refusal(limits.ownChange('ann'))).toBe('too-many-requests');
      await limits.ownChange('sam');
    });

    it('takes 60 reports on the content policy a minute of an address', async () => {
      await times(60, () => limits.cspReport(HOME));
      expect(await refusal(limits.cspReport(HOME))).toBe('too-many-requests');
      await limits.cspReport('10.0.0.2');
    });
  });
