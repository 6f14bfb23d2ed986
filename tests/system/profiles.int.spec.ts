import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body, type Person } from './test-calls.js';
import { problemText } from './test-problem.js';
import { Product } from './test-product.js';
import sharp from 'sharp';

let product: Product;
let ann: Person;
let id: string;
const EMAIL = 'ann@feusa.example';
beforeAll(async () => {
  product = await Product.open();
  ann = await product.newPerson('basic', EMAIL);
  ({ id } = await product.done('add-employee', { ...employee, email: 'Ann@Feusa.example' }));
});
afterAll(() => product.close());

const send = (name: string, body: Body, as: Person = ann) =>
  product.ask('POST', `/api/commands/${name}`, { as, body: { id, ...body } });
const read = async (address: string, as: Person) => {
  const { position } = await product.store.head();
  return (await product.ask('GET', `${address}?after=${position}`, { as })).body;
};
const own = () => read('/api/own-profile', ann);
const waiting = async () =>
  (await read('/api/profile-requests', product.people.admin))['requests'] as Body[];
const ask = async (body: Body) => {
  const answer = await send('request-profile-change', body);
  expect(answer.status).toBe(200);
  return answer.body['version'] as number;
};

describe('somebody’s own entry', () => {
  it('is the one with the e-mail address of the account; others have none', async () => {
    expect(await own()).toMatchObject({ employee: { id }, request: null });
    expect(await read('/api/own-profile', product.people.basic)).toMatchObject({ employee: null });
  });

  it('has its phones changed by them, and by nobody else who is no administrator', async () => {
    const { status } = await send('update-own-profile', { mobile: '600 300 400' });
    expect(status).toBe(200);
    expect(await own()).toMatchObject({ employee: { mobile: '600 300 400' } });
    expect((await send('update-own-profile', { mobile: '' })).status).toBe(200);
    expect((await own())['employee']).not.toHaveProperty('mobile');
    const { admin, basic } = product.people;
    for (const as of [admin, basic])
      expect(await send('update-own-profile', { mobile: '' }, as)).toMatchObject({
        ...{ status: 403, body: { code: 'profile/not-own' } },
      });
    const bad = await send('update-own-profile', { phoneNumber: 'abc' });
    expect(bad.body).toMatchObject({ fields: { phoneNumber: 'Phone number is not valid' } });
    expect((await send('update-own-profile', { role: 'Boss' })).status).toBe(400);
  });

  it('has its photo changed by them, who may upload no more than that', async () => {
    const create = { width: 9, height: 9, channels: 3 as const, background: 'teal' };
    const photo = await sharp({ create }).png().toBuffer();
    const uploadId = await product.upload(photo, 'me.png', ann);
    expect((await send('update-own-profile', { uploadId })).status).toBe(200);
    const { file } = (await own())['employee'] as { file: string };
    expect((await product.ask('GET', file, { as: product.people.basic })).status).toBe(200);
    const announce = async (as: Person, length: number) => {
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(length) };
      return problemText(await product.ask('POST', '/api/uploads', { as, headers }));
    };
    expect(await announce(ann, 32 * 1024 * 1024 + 1)).toBe('413 upload/too-large');
    expect(await announce(product.people.basic, 100)).toBe('403 not-allowed');
  });

  it('is as before once they undo what they have changed, and when they do it again', async () => {
    const shown = async () => {
      const { mobile, file } = (await own())['employee'] as Body;
      return { mobile, file };
    };
    const before = await shown();
    const changed = await send('update-own-profile', { mobile: '600 300 400', removeImage: true });
    const after = await shown();
    expect([before.file, after]).toEqual([expect.any(String), { mobile: '600 300 400' }]);
    const undo = (body: Body) => product.ask('POST', '/api/undo', { as: ann, body });
    const undone = await undo({ position: changed.body['position'] });
    expect([undone.status, await shown()]).toEqual([200, before]);
    const again = await undo({ correlationId: undone.body['id'] });
    expect([again.status, await shown()]).toEqual([200, after]);
    await undo({ correlationId: again.body['id'] });
  });

  it('waits with the rest for an administrator, who sees both values and accepts', async () => {
    await ask({ role: 'Driver' });
    const requested = await ask({ role: 'Foreman', location: employee.location });
    expect(await waiting()).toEqual([
      expect.objectContaining({
        ...{ id, version: requested },
        changes: [{ field: 'role', from: employee.role, to: 'Foreman' }],
      }),
    ]);
    expect((await product.ask('GET', '/api/profile-requests', { as: ann })).status).toBe(403);
    const { admin } = product.people;
    expect((await send('accept-profile-change', { requested }, ann)).status).toBe(403);
    const stale = await send('accept-profile-change', { requested: requested - 1 }, admin);
    expect(stale).toMatchObject({ status: 409, body: { code: 'profile/asked-anew' } });
    expect((await send('accept-profile-change', { requested }, admin)).status).toBe(200);
    expect(await own()).toMatchObject({ employee: { role: 'Foreman' }, request: null });
    expect(await waiting()).toEqual([]);
    expect((await send('accept-profile-change', { requested }, admin)).status).toBe(404);
  });

  it('says why a change was declined, and lets an edit go on that began before it was asked for', async () => {
    const before = (await own())['employee'] as Body & { version: number };
    const requested = await ask({ department: 'Sales' });
    const { admin } = product.people;
    const declined = { requested, reason: 'Not before May' };
    expect((await send('decline-profile-change', declined, admin)).status).toBe(200);
    expect(await own()).toMatchObject({ request: { declined: 'Not before May' } });
    expect(await waiting()).toEqual([]);
    const edited = { ...employee, email: EMAIL, version: before.version };
    expect((await send('update-employee', edited, admin)).status).toBe(200);
    expect((await send('update-employee', edited, admin)).status).toBe(409);
  });

  it('has a request withdrawn by an undo of who asked, who may look at that as often as they like', async () => {
    const { body } = await send('request-profile-change', { department: 'Parts' });
    const look = () => product.get(`/api/undo?position=${String(body['position'])}`, ann);
    for (let n = 0; n <= 30; n++)
      expect([n, (await look()).body]).toMatchObject([n, { counts: { ready: 1 } }]);
    const undone = await product.ask('POST', '/api/undo', {
      ...{ as: ann, body: { position: body['position'] } },
    });
    expect(undone).toMatchObject({ status: 200, body: { done: 1 } });
    expect(await own()).toMatchObject({ request: null });
  });

  it('is withdrawn, refused where nothing is asked for, and gone with the person', async () => {
    expect((await send('request-profile-change', { role: employee.role })).body).toMatchObject({
      code: 'profile/nothing-asked',
    });
    await ask({ role: 'Secret wish' });
    expect((await send('withdraw-profile-change', {})).status).toBe(200);
    expect((await send('withdraw-profile-change', {})).status).toBe(404);
    await ask({ role: 'Secret wish' });
    const stored = await product.store.read(0, 1000);
    expect(stored.filter(({ type }) => type === 'ProfileChangeRequested').length).toBe(6);
    const name = `${employee.firstName} ${employee.lastName}`;
    const body = { kind: 'employee', name };
    expect((await send('erase-person', body, product.people.admin)).status).toBe(200);
    expect(await own()).toMatchObject({ employee: null, request: null });
    const after = JSON.stringify(await product.store.read(0, 1000));
    expect(after).not.toContain('Secret wish');
  });
});
