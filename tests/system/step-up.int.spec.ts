import { commands, type CommandName } from '@feusa/contracts/commands';
import { signInBounds } from '@feusa/contracts/bounds';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGN_IN, SIGNED_OUT, type Person, statusAndCode } from './test-calls.js';
import { Product } from './test-product.js';

/** What gives power or cannot be taken back, written down a second time and by hand. */
const guarded: readonly CommandName[] = [
  ...([
    'invite-user',
    'set-user-role',
    'remove-user',
    'erase-person',
    'purge',
    'set-folder-access',
  ] as const),
];
const downloads = ['/api/audit/export', '/api/audit/bundle'];

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const freshAdmin = () => product.signInOnly(SIGN_IN.email);
const stepUp = (as: Person, body: unknown = { password: SIGN_IN.password }) =>
  product.ask('POST', '/api/step-up', { as, body });
const stepsUp = (as: Person) => product.get('/api/step-up', as);

describe('what needs a step-up', () => {
  it('is what the table says', () => {
    const names = Object.keys(commands) as CommandName[];
    expect(names.filter((name) => commands[name].stepUp).sort()).toEqual([...guarded].sort());
  });

  it.each(guarded)('%s is refused without, before anything else is told', async (name) => {
    const fresh = await freshAdmin();
    const types = await product.appends(async () =>
      expect(statusAndCode(await product.command(name, { nonsense: 1 }, fresh))).toBe(
        '403 step-up',
      ),
    );
    expect(types).toEqual([]);
    await stepUp(fresh);
    expect((await product.command(name, { nonsense: 1 }, fresh)).status).toBe(400);
  });

  it.each(downloads)('%s is refused without', async (address) => {
    const fresh = await product.signInOnly('auditor@feusa.example');
    expect(statusAndCode(await product.get(address, fresh))).toBe('403 step-up');
    await stepUp(fresh);
    expect((await product.get(address, fresh)).status).toBe(200);
  });

  it('is no way around for those who may not', async () => {
    const { basic } = product.people;
    const change = { userId: basic.id, role: 'admin' };
    expect(statusAndCode(await product.command('set-user-role', change, basic))).toBe(
      '403 not-allowed',
    );
    const fresh = await product.signInOnly('basic@feusa.example');
    expect(statusAndCode(await product.command('set-user-role', change, fresh))).toBe(
      '403 not-allowed',
    );
  });

  it('is an undo too that gives a role back or takes an account away', async () => {
    const { id } = await product.newPerson('auditor', 'undone@feusa.example');
    const events = await product.store.read((await product.store.head()).position - 2, 10);
    const [registered, raised] = events.map(({ position }) => ({ position: String(position) }));
    const fresh = await freshAdmin();
    const undo = (body: unknown) => product.ask('POST', '/api/undo', { as: fresh, body });
    for (const what of [raised, registered])
      expect(statusAndCode(await undo({ ...what, onConflict: 'overwrite' }))).toBe('403 step-up');
    const folder = await product.done('add-folder', { name: 'Undone', parentId: null }, fresh);
    expect((await undo({ position: folder['position'] })).status).toBe(200);
    await stepUp(fresh);
    expect((await undo(raised)).status).toBe(200);
    expect((await product.get(`/api/users/${id}`, fresh)).body['role']).toBe('basic');
  });
});

describe('a step-up', () => {
  it('holds in this session only', async () => {
    const [one, other] = [await freshAdmin(), await freshAdmin()];
    expect(statusAndCode(await stepsUp(one))).toBe('403 step-up');
    expect((await stepUp(one)).status).toBe(204);
    expect((await stepsUp(one)).status).toBe(204);
    expect(statusAndCode(await stepsUp(other))).toBe('403 step-up');
  });

  it('needs a session and the own password', async () => {
    const fresh = await freshAdmin();
    expect(statusAndCode(await stepUp(SIGNED_OUT))).toBe('401 not-signed-in');
    for (const body of [{}, { password: '' }, { password: 7 }, { password: 'x', more: 1 }, 'x'])
      expect([body, (await stepUp(fresh, body)).status]).toEqual([body, 400]);
    const wrong = await stepUp(fresh, { password: SIGN_IN.teamPassword });
    expect(statusAndCode(wrong)).toBe('401 session/wrong-password');
    expect(wrong.body['fields']).toEqual({ password: 'Incorrect password; try again' });
    expect(statusAndCode(await stepsUp(fresh))).toBe('403 step-up');
  });

  it('locks the account as wrong sign-ins do, for its right password too', async () => {
    const email = 'guessed@feusa.example';
    const as = await product.newPerson('basic', email);
    const answers: string[] = [];
    for (let n = 0; n <= signInBounds.failures.value; n++)
      answers.push(statusAndCode(await stepUp(as, { password: `guess ${n}` })));
    expect(answers.at(-1)).toBe('429 too-many-requests');
    expect(statusAndCode(await stepUp(as))).toBe('429 too-many-requests');
    expect(
      statusAndCode(await product.ask('POST', '/api/session', { body: { ...SIGN_IN, email } })),
    ).toBe('429 too-many-requests');
  });
});
