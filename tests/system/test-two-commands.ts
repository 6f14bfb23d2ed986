import type { OpenIdProvider } from '@feusa/testing/openid-provider';
import { Authenticator } from '@feusa/testing/authenticator';
import { codeOf } from '@feusa/testing/codes';
import { describe, expect, it } from '@jest/globals';
import { setUpTotp } from './test-codes.js';
import { TestCalls, type Answer, type Person, statusAndCode } from './test-calls.js';
import { PAGE, PasskeyCalls } from './test-passkeys.js';
import type { Product } from './test-product.js';
import { newAccount, START, TestBrowser } from './test-sso.js';

/** Each request reaches another copy of the command service than the one before. */
class InTurn extends TestCalls {
  private turn = 0;

  constructor(private readonly product: Product) {
    super();
    Object.assign(this.people, product.people);
  }

  get address(): string {
    const { commands } = this.product;
    return commands[this.turn++ % commands.length]!;
  }
  get replicas(): readonly string[] {
    return this.product.replicas;
  }
}

const personOf = ({ body, headers }: Answer): Person => ({
  id: (body['user'] as Person).id,
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
});

/** What begins at one of two command services ends at the other; the product is reached as `PAGE`. */
export function atTwoCommands(opened: () => Product, provided: () => OpenIdProvider): void {
  const calls = () => new InTurn(opened());
  const stepsUp = async (as: Person) =>
    Promise.all(
      opened().commands.map(async (address) => {
        const headers = { cookie: as.cookie ?? '' };
        return (await fetch(`${address}/api/step-up`, { headers })).status;
      }),
    );

  describe('at two command services', () => {
    it('a sign-in at the provider ends at the other one, though the provider was started anew meanwhile', async () => {
      const [product, provider, email] = [opened(), provided(), 'sso@feusa.example'];
      const id = await newAccount(product, email);
      provider.person = { email };
      const browser = new TestBrowser(calls(), PAGE);
      const atProvider = await browser.open(START, ({ origin }) => origin === provider.issuer);
      await provider.turnKeys();
      const isCallback = ({ pathname }: URL) => pathname === '/api/sso/callback';
      const callback = await browser.open(atProvider.href, isCallback);
      const ticket = new Map(browser.jar());
      expect((await browser.step(callback)).location).toBe('/');
      expect((await browser.person()).id).toBe(id);
      // It counts once, wherever it comes back to.
      for (let count = 0; count < product.commands.length; count++) {
        const again = new TestBrowser(calls(), PAGE);
        for (const [name, value] of ticket) again.jar().set(name, value);
        expect((await again.step(callback)).location).toMatch(/^\/\?sso=/);
        expect((await again.person()).id).toBe('');
      }
      const as = await browser.person();
      const rested = await stepsUp(as);
      await browser.open(`${START}?for=step-up&to=/account`);
      expect([rested, await stepsUp(as)]).toEqual([
        [403, 403],
        [204, 204],
      ]);
    });

    it('a passkey is made, signs in and steps up at the one that was not asked, once', async () => {
      const [people, email, authenticator] = [calls(), 'key@feusa.example', new Authenticator()];
      const passkeys = new PasskeyCalls(people, PAGE);
      await passkeys.add(await people.newPerson('basic', email), authenticator);
      const proof = await passkeys.asked(email, authenticator);
      const answers = await Promise.all([1, 2].map(() => passkeys.signIn(email, proof)));
      expect(answers.map(statusAndCode).sort()).toEqual(['201', '401 second-factor/passkey-wrong']);
      const as = personOf(answers.find(({ status }) => status === 201)!);
      expect(await stepsUp(as)).toEqual([403, 403]);
      const asked = await passkeys.stepUp(as);
      const { challenge = '' } = asked.body['passkeyOptions'] as { challenge?: string };
      const passkey = authenticator.get({ origin: PAGE, challenge });
      expect(statusAndCode(await passkeys.stepUp(as, { passkey }))).toBe('204');
      expect(await stepsUp(as)).toEqual([204, 204]);
    });

    it('a code of an authenticator app counts once, at whichever it comes first', async () => {
      const [people, email] = [calls(), 'app@feusa.example'];
      const { secret } = await setUpTotp(people, await people.newPerson('basic', email));
      const passkeys = new PasskeyCalls(people, PAGE);
      const code = codeOf(secret);
      const answers = await Promise.all([1, 2].map(() => passkeys.signIn(email, { code })));
      expect(answers.map(statusAndCode).sort()).toEqual(['201', '401 second-factor/wrong']);
    });
  });
}
