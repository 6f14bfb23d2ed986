import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import { openPool } from '@feusa/platform/postgres/pool';
import { Authenticator } from '@feusa/testing/authenticator';
import { codeOf } from '@feusa/testing/codes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Body, type Person, statusAndCode } from './test-calls.js';
import { setUpTotp } from './test-codes.js';
import { challengeIn, PAGE, PasskeyCalls } from './test-passkeys.js';
import { Product } from './test-product.js';

let product: Product;
let calls: PasskeyCalls;
beforeAll(async () => {
  product = await Product.open({ FEUSA_PUBLIC_URL: PAGE });
  calls = new PasskeyCalls(product);
});
afterAll(() => product.close());

const WRONG = '401 second-factor/passkey-wrong';
const factors = async (as: Person) => (await product.get('/api/me/second-factors', as)).body;
const remove = (as: Person, id: unknown) =>
  product.ask('DELETE', `/api/me/passkeys/${String(id)}`, { as });
const personOf = ({ body, headers }: Answer): Person => ({
  id: (body['user'] as Person).id,
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
});

let people = 0;
async function newcomer() {
  const email = `passkey-${++people}@feusa.example`;
  return { email, as: await product.newPerson('basic', email) };
}
async function withPasskey() {
  const { email, as } = await newcomer();
  const authenticator = new Authenticator();
  const added = await calls.add(as, authenticator);
  return { email, as, authenticator, added };
}

async function inDatabase<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  const { rows } = await pool.query<T>(text, values);
  await pool.end();
  return rows;
}

describe('a passkey', () => {
  it('is made for this person and this intranet', async () => {
    const { as, email } = await newcomer();
    const { status, body } = await calls.options(as);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      rp: { id: 'intranet.test' },
      user: {
        name: email,
        id: Buffer.from(as.id.replaceAll('-', ''), 'hex').toString('base64url'),
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      excludeCredentials: [],
    });
    expect(JSON.stringify(body)).not.toContain(as.cookie);
  });

  it('is a second factor with recovery codes, and has a name', async () => {
    const { as, added } = await withPasskey();
    expect(added).toEqual({
      id: expect.any(String),
      name: 'Laptop',
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
      recoveryCodes: expect.any(Array),
    });
    expect(added['recoveryCodes']).toHaveLength(10);
    const { id, name, createdAt, lastUsedAt } = added;
    const view = { id, name, createdAt, lastUsedAt };
    expect(await factors(as)).toEqual({
      ...{ totp: null, passkeys: [view], recoveryCodes: 10, required: false },
    });
  });

  it('is asked for after the right password, and signs in', async () => {
    const { as, email, authenticator } = await withPasskey();
    const asked = await calls.signIn(email);
    expect(statusAndCode(asked)).toBe('401 second-factor');
    expect(asked.body['kinds']).toEqual(['passkey', 'recovery']);
    expect(asked.body['passkeyOptions']).toMatchObject({
      rpId: 'intranet.test',
      allowCredentials: [{ id: authenticator.id.toString('base64url') }],
    });
    const guess = await calls.signIn(email, { password: 'not this one' });
    expect([statusAndCode(guess), guess.body['passkeyOptions']]).toEqual([
      ...['401 session/wrong-credentials', undefined],
    ]);
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    const [own] = (await factors(as))['passkeys'] as Body[];
    expect(own?.['lastUsedAt']).toEqual(expect.stringMatching(/Z$/));
  });

  it('steps up, and recovery codes do too', async () => {
    const { email, authenticator, added } = await withPasskey();
    const as = personOf(await calls.signedIn(email, authenticator));
    expect(statusAndCode(await remove(as, added['id']))).toBe('403 step-up');
    const asked = await calls.stepUp(as);
    expect(statusAndCode(asked)).toBe('401 second-factor');
    const challenge = challengeIn(asked);
    const passkey = authenticator.get({ origin: PAGE, challenge });
    expect(statusAndCode(await calls.signIn(email, { passkey }))).toBe(WRONG);
    const again = authenticator.get({
      origin: PAGE,
      challenge: challengeIn(await calls.stepUp(as)),
    });
    expect((await calls.stepUp(as, { passkey: again })).status).toBe(204);
    const [code] = added['recoveryCodes'] as string[];
    expect((await calls.signIn(email, { code })).status).toBe(201);
    expect(statusAndCode(await calls.signIn(email, { code }))).toBe('401 second-factor/wrong');
    expect((await remove(as, added['id'])).status).toBe(204);
    expect((await calls.signIn(email)).status).toBe(201);
    expect(statusAndCode(await remove(as, added['id']))).toBe('404 passkey/not-found');
  });

  it('stands beside an authenticator app, and either may go', async () => {
    const { as, email, authenticator, added } = await withPasskey();
    expect(statusAndCode(await product.ask('POST', '/api/me/totp', { as }))).toBe('201');
    const fresh = personOf(await calls.signedIn(email, authenticator));
    for (const address of ['/api/me/totp', '/api/me/passkeys/options'])
      expect(statusAndCode(await product.ask('POST', address, { as: fresh }))).toBe('403 step-up');
    const { secret } = await setUpTotp(product, as);
    const asked = await calls.signIn(email);
    expect(asked.body['kinds']).toEqual(['totp', 'passkey', 'recovery']);
    expect((await calls.signIn(email, { code: codeOf(secret) })).status).toBe(201);
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    const second = await calls.add(as, new Authenticator(), 'Phone');
    expect(second['recoveryCodes']).toBeUndefined();
    expect((await product.ask('DELETE', '/api/me/totp', { as })).status).toBe(204);
    expect(await factors(as)).toMatchObject({ totp: null, recoveryCodes: 10 });
    expect((await remove(as, added['id'])).status).toBe(204);
    expect(await factors(as)).toMatchObject({ recoveryCodes: 10 });
    expect((await remove(as, second['id'])).status).toBe(204);
    expect(await factors(as)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  it('outlasts a restart, and goes with its account when the person is erased', async () => {
    const { as, email, authenticator } = await withPasskey();
    await calls.add(as, new Authenticator(), 'A name that tells of somebody');
    await product.restart();
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    const of = 'select from auth.passkeys where user_id = $1';
    expect(await inDatabase(of, [as.id])).toHaveLength(2);
    await product.stepUp(product.people.admin);
    await product.done('erase-person', { id: as.id, kind: 'user', name: email });
    expect(await inDatabase(of, [as.id])).toEqual([]);
  });
});

describe('is refused', () => {
  it('where it was made on another page, for another name, or says nothing that can be read', async () => {
    const { as } = await newcomer();
    const made = async (change: Body) => {
      const challenge = challengeIn(await calls.options(as));
      return calls.send(as, new Authenticator().create({ origin: PAGE, challenge, ...change }));
    };
    for (const change of [
      { origin: 'https://intranet.evil.example' },
      { origin: 'https://intranet.test:8080' },
      { party: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { challenge: '' },
    ])
      expect([change, statusAndCode(await made(change))]).toEqual([
        change,
        '400 passkey/not-added',
      ]);
    const other = new Authenticator();
    const { challenge } = (await calls.options(as)).body as { challenge: string };
    const good = other.create({ origin: PAGE, challenge });
    const broken = { ...good.response, attestationObject: 'AAAA' };
    expect(statusAndCode(await calls.send(as, { ...good, response: broken }))).toBe(
      '400 passkey/not-added',
    );
    for (const body of [undefined, 'x', {}, { ...good, id: '<>' }, { ...good, type: 'password' }])
      expect((await calls.send(as, body)).status).toBe(400);
    expect((await calls.send(as, good, ' ')).body['fields']).toEqual({
      name: 'Please choose a name',
    });
    expect(await factors(as)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  it('where it brings a certificate, whose addresses nobody looks at', async () => {
    const { as } = await newcomer();
    const challenge = challengeIn(await calls.options(as));
    const certificate = new Map<string, number | Buffer>([
      ['alg', -7],
      ['x5c', Buffer.from('of a maker')],
    ]);
    const made = new Authenticator().create({ origin: PAGE, challenge }, certificate);
    expect(statusAndCode(await calls.send(as, made))).toBe('400 passkey/not-added');
  });

  it('where its challenge was used, has expired, was another person’s or for something else', async () => {
    const { email, as, authenticator } = await withPasskey();
    const proof = await calls.asked(email, authenticator);
    expect((await calls.signIn(email, proof)).status).toBe(201);
    expect(statusAndCode(await calls.signIn(email, proof))).toBe(WRONG);
    const raced = await calls.asked(email, authenticator);
    const answers = await Promise.all([1, 2, 3].map(() => calls.signIn(email, raced)));
    expect(answers.map(statusAndCode).sort()).toEqual(['201', WRONG, WRONG]);

    const late = await calls.asked(email, authenticator);
    await inDatabase(`update auth.passkey_challenges set expires_at = now() where user_id = $1`, [
      as.id,
    ]);
    expect(statusAndCode(await calls.signIn(email, late))).toBe(WRONG);
    const another = await withPasskey();
    const theirs = challengeIn(await calls.signIn(another.email));
    const passkey = authenticator.get({ origin: PAGE, challenge: theirs });
    expect(statusAndCode(await calls.signIn(email, { passkey }))).toBe(WRONG);
    await product.stepUp(product.people.admin);
  });

  it('at the sign-in from another page, by another key, or without a right signature', async () => {
    const { email, authenticator } = await withPasskey();
    const answered = async (by: Authenticator, change: Body = {}) => {
      const challenge = challengeIn(await calls.signIn(email));
      return by.get({ origin: PAGE, challenge, ...change });
    };
    const evil = await answered(authenticator, { origin: 'https://evil.example' });
    expect(statusAndCode(await calls.signIn(email, { passkey: evil }))).toBe(WRONG);
    const elsewhere = await answered(authenticator, { party: 'evil.example' });
    expect(statusAndCode(await calls.signIn(email, { passkey: elsewhere }))).toBe(WRONG);
    const { authenticator: of } = await withPasskey();
    expect(statusAndCode(await calls.signIn(email, { passkey: await answered(of) }))).toBe(WRONG);
    const right = await answered(authenticator);
    const { signature } = (await answered(new Authenticator())).response;
    const forged = { ...right, response: { ...right.response, signature } };
    const refused = await calls.signIn(email, { passkey: forged });
    expect(statusAndCode(refused)).toBe(WRONG);
    expect(refused.body['kinds']).toEqual(['passkey', 'recovery']);
    const again = authenticator.get({ origin: PAGE, challenge: challengeIn(refused) });
    expect((await calls.signIn(email, { passkey: again })).status).toBe(201);
  });

  it('where its counter went back, as that of a copy does', async () => {
    const { email, authenticator } = await withPasskey();
    const copy = authenticator.copied();
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    expect(statusAndCode(await calls.signedIn(email, copy))).toBe(WRONG);
    expect((await calls.signedIn(email, authenticator)).status).toBe(201);
    const { as: other, email: theirs } = await newcomer();
    const uncounted = new Authenticator(-1);
    uncounted.counter = undefined;
    await calls.add(other, uncounted);
    for (let n = 0; n < 2; n++) expect((await calls.signedIn(theirs, uncounted)).status).toBe(201);
  });

  it('after it was removed', async () => {
    const { email, as, authenticator, added } = await withPasskey();
    await calls.add(as, new Authenticator(), 'Phone');
    const proof = await calls.asked(email, authenticator);
    expect((await remove(as, added['id'])).status).toBe(204);
    expect(statusAndCode(await calls.signIn(email, proof))).toBe(WRONG);
  });

  it('where somebody else has it, and nobody removes another’s', async () => {
    const { authenticator, added } = await withPasskey();
    const { as } = await newcomer();
    const challenge = challengeIn(await calls.options(as));
    const made = authenticator.create({ origin: PAGE, challenge });
    expect(statusAndCode(await calls.send(as, made))).toBe('409 passkey/already');
    expect(await factors(as)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    expect(statusAndCode(await remove(as, added['id']))).toBe('404 passkey/not-found');
    expect((await remove(as, 'nonsense')).status).toBe(400);
  });

  it('after five wrong ones, together with codes, right ones too', async () => {
    const { email, authenticator } = await withPasskey();
    for (let n = 0; n < secondFactorBounds.wrong.value; n++) {
      const wrong =
        n % 2 ? await calls.asked(email, new Authenticator()) : { code: 'abcd-abcd-abcd-abcd' };
      expect((await calls.signIn(email, wrong)).status).toBe(401);
    }
    expect(statusAndCode(await calls.signedIn(email, authenticator))).toBe('429 too-many-requests');
  });
});

describe('bounds', () => {
  it('so many passkeys, and so many open challenges', async () => {
    const { as, email } = await newcomer();
    const authenticator = new Authenticator();
    await calls.add(as, authenticator);
    const first = await calls.asked(email, authenticator);
    for (let n = 0; n < secondFactorBounds.challenges.value; n++) await calls.signIn(email);
    const count = `select from auth.passkey_challenges where user_id = $1`;
    expect(await inDatabase(count, [as.id])).toHaveLength(secondFactorBounds.challenges.value);
    expect(statusAndCode(await calls.signIn(email, first))).toBe(WRONG);
    const most = secondFactorBounds.passkeys.value;
    for (let n = 1; n < most; n++) await calls.add(as, new Authenticator(), `Key ${n}`);
    expect(statusAndCode(await calls.options(as))).toBe('409 passkey/too-many');
  });
});

describe('a company that asks for second factors', () => {
  it('counts a passkey, and an administrator takes a lost one away', async () => {
    const { as, email } = await newcomer();
    product.settings['FEUSA_REQUIRE_SECOND_FACTOR'] = 'all';
    await product.restart();
    expect(statusAndCode(await product.get('/api/tree', as))).toBe('403 second-factor/required');
    await calls.add(as);
    expect((await product.get('/api/tree', as)).status).toBe(200);
    const { admin } = product.people;
    await calls.add(admin);
    const { users } = (await product.get('/api/users', admin)).body as { users: Body[] };
    expect(users.find(({ id }) => id === as.id)?.['secondFactor']).toBe(true);
    const taken = await product.ask('DELETE', `/api/users/${as.id}/second-factors`, { as: admin });
    expect(taken.status).toBe(204);
    expect(statusAndCode(await product.get('/api/tree', as))).toBe('403 second-factor/required');
    expect((await calls.signIn(email)).status).toBe(201);
    product.settings['FEUSA_REQUIRE_SECOND_FACTOR'] = 'none';
    await product.restart();
  });
});

it('an intranet that is reached by a number has none, and says why', async () => {
  delete product.settings['FEUSA_PUBLIC_URL'];
  await product.restart();
  const here = new PasskeyCalls(product, product.address);
  const { as } = await newcomer();
  expect(statusAndCode(await here.options(as))).toBe('409 passkey/no-name');
  const named = product.address.replace('127.0.0.1', 'localhost');
  const headers = { cookie: as.cookie ?? '', origin: named };
  const answer = await fetch(`${named}/api/me/passkeys/options`, { method: 'POST', headers });
  expect(await answer.json()).toMatchObject({ rp: { id: 'localhost' } });
});
