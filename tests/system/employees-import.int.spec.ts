import { randomUUID } from 'node:crypto';
import type { ImportPlan, ImportResult } from '@feusa/contracts/imports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body, type Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let admin: Person;
beforeAll(async () => {
  product = await Product.open();
  ({ admin } = product.people);
});
afterAll(() => product.close());

const HEADER = 'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager';
/** A row of somebody called by this name. */
const row = (
  name: string,
  { role = 'Driver', manager = 'The board', phone = '402 555 0100' } = {},
) => `${name},Doe,${phone},,${name}@feusa.example,${role},Fargo,Service,${manager}`;
const send = (text: string | Uint8Array, as: Person = admin, type = 'text/csv') =>
  product.ask('POST', '/api/imports/employees', {
    as,
    body: text,
    headers: { 'content-type': type },
  });
const plan = async (...rows: string[]) => {
  const { status, body } = await send([HEADER, ...rows].join('\r\n'));
  expect(status).toBe(200);
  return body as unknown as ImportPlan;
};
const carryOut = (planId: string, as: Person = admin) =>
  product.ask('POST', `/api/imports/employees/${planId}`, { as });
const add = async (name: string, more: Body = {}) =>
  (
    await product.done('add-employee', {
      ...employee,
      ...{ firstName: name, lastName: 'Doe', phoneNumber: '402 555 0100', role: 'Driver' },
      ...{ email: `${name}@feusa.example`, location: 'Fargo', department: 'Service' },
      ...{ manager: 'The board', ...more },
    })
  ).id;
const everybody = async () => {
  const { body } = await product.read('/api/employees');
  return (body as { employees: Body[] }).employees;
};

describe('a file of people', () => {
  it('says what becomes of each row, and changes nothing yet', async () => {
    const changed = await add('Ben', { mobile: '600 300 400' });
    const same = await add('Cas');
    const before = await everybody();
    const { rows, counts, planId, correlationId } = await plan(
      row('Ann'),
      row('Ben', { role: 'Foreman' }).replace('Ben@', 'BEN@').replace('BEN@', 'Ben@'),
      row('Cas'),
      row('Dan', { phone: 'none' }),
      row('Ann'),
    );
    expect(rows).toMatchObject([
      { line: 2, outcome: 'add', name: 'Ann Doe', email: 'Ann@feusa.example' },
      {
        ...{ line: 3, outcome: 'change', id: changed },
        changes: [
          { field: 'mobile', from: '600 300 400', to: '' },
          { field: 'role', from: 'Driver', to: 'Foreman' },
        ],
      },
      { line: 4, outcome: 'same', id: same },
      { line: 5, outcome: 'refused', field: 'phoneNumber', reason: 'Phone number is not valid' },
      { line: 6, outcome: 'refused', field: 'email', reason: 'the same as in line 2' },
    ]);
    expect(counts).toEqual({ add: 1, change: 1, same: 1, refused: 2 });
    expect(planId).not.toBe(correlationId);
    expect(await everybody()).toEqual(before);
  });

  it('is read in the character set that was declared with it', async () => {
    const bytes = Buffer.from(
      [HEADER, row('Jürgen').replace('Jürgen@', 'jurgen@')].join('\n'),
      'latin1',
    );
    const { status, body } = await send(bytes, admin, 'text/csv; charset=iso-8859-1');
    expect([status, (body as unknown as ImportPlan).rows[0]]).toMatchObject([
      200,
      { name: 'Jürgen Doe' },
    ]);
  });

  it('is carried out as planned, once, and taken back as one', async () => {
    const id = await add('Eve');
    const before = await everybody();
    const { planId, correlationId, rows } = await plan(
      row('Eve', { role: 'Foreman' }),
      row('Fay', { manager: 'Eve Doe' }),
      row('Gil', { manager: 'Fay Doe' }),
    );
    const done = await carryOut(planId);
    expect(done).toMatchObject({
      status: 200,
      body: { planId, correlationId, added: 2, changed: 1, failed: [], left: 0 },
    });
    await product.settled(String(done.body['position']));
    const people = await everybody();
    const fay = people.find(({ firstName }) => firstName === 'Fay');
    expect(fay).toMatchObject({ managerId: id, id: (rows[1] as { id: string }).id });
    expect(people.find(({ firstName }) => firstName === 'Gil')).toMatchObject({
      managerId: fay?.['id'],
    });
    expect(await product.appends(() => carryOut(planId))).toEqual([]);
    const { body: preview } = await product.get(`/api/undo?correlationId=${correlationId}`, admin);
    expect(preview).toMatchObject({ total: 3, counts: { ready: 3 } });
    const body = { correlationId, plan: preview['plan'] };
    const undone = await product.ask('POST', '/api/undo', { as: admin, body });
    expect(undone.body).toMatchObject({ done: 3 });
    await product.settled(String(undone.body['position']));
    const ids = (all: Body[]) => all.map(({ id: each, role }) => [each, role]);
    expect(ids(await everybody())).toEqual(ids(before));
  });

  it('that does not fit any more is not carried out, and says where', async () => {
    const id = await add('Hal');
    const { planId } = await plan(row('Hal', { role: 'Foreman' }), row('Ivy'));
    await add('Ivy');
    const refused = await product.command('update-employee', {
      ...employee,
      ...{ id, version: 1, firstName: 'Hal', email: 'Hal@feusa.example' },
    });
    expect(refused.status).toBe(200);
    let answer = {} as Body;
    const appended = await product.appends(async () => {
      const { status, body } = await carryOut(planId);
      answer = { status, ...body };
    });
    expect(answer).toMatchObject({ status: 409, code: 'import/outdated', lines: [2, 3] });
    expect(appended).toEqual([]);
  });

  it('goes on where others changed somebody else', async () => {
    const { planId } = await plan(row('Jon'));
    await add('Kim');
    expect((await carryOut(planId)).body as unknown as ImportResult).toMatchObject({ added: 1 });
  });

  it('names who would come to be above themselves', async () => {
    await add('Leo');
    await add('Mia', { manager: 'Leo Doe' });
    const { rows } = await plan(row('Leo', { manager: 'Mia Doe' }));
    expect(rows).toMatchObject([{ outcome: 'refused', field: 'manager' }]);
  });

  it('keeps mobile numbers where it has no column for them', async () => {
    await add('Ned', { mobile: '600 300 400' });
    const line = row('Ned').replace(',,', ',');
    const { body } = await send(`${HEADER.replace(',mobile', '')}\n${line}`);
    expect(body).toMatchObject({ counts: { same: 1 } });
  });

  it('is for administrators, and a plan for who made it', async () => {
    const text = `${HEADER}\n${row('Oda')}`;
    expect((await send(text, product.people.basic)).status).toBe(403);
    expect((await send(text, { id: '' })).status).toBe(401);
    const { planId } = await plan(row('Oda'));
    expect((await carryOut(planId, product.people.auditor)).status).toBe(403);
    const other = await product.newPerson('admin', 'other@feusa.example');
    expect((await carryOut(planId, other)).status).toBe(404);
    expect((await carryOut(randomUUID())).status).toBe(404);
    expect((await carryOut('a plan')).status).toBe(404);
  });

  it('says all that is wrong with a row, each with its column', async () => {
    const faulty = row('Eve', { phone: 'none', role: '' }).replace('Eve@feusa.example', 'nowhere');
    const { rows } = await plan(faulty, 'Fay,Doe');
    expect(rows).toMatchObject([
      {
        outcome: 'refused',
        ...{ field: 'phoneNumber', reason: 'Phone number is not valid' },
        faults: [
          { field: 'phoneNumber', reason: 'Phone number is not valid' },
          { field: 'email' },
          { field: 'role', reason: 'Required' },
        ],
      },
      { outcome: 'refused', field: null, faults: [{ field: null }] },
    ]);
  });

  it('is refused where it is none, or too much', async () => {
    expect(await send('name,colour\nAnn,red')).toMatchObject({
      status: 400,
      body: {
        code: 'import/unreadable',
        detail: expect.stringMatching(/^The columns in the first line do not fit/) as unknown,
      },
    });
    expect((await send('')).status).toBe(400);
    expect(await send('{}', admin, 'application/json')).toMatchObject({
      status: 415,
      body: { detail: 'Send text/csv' },
    });
    expect(await send(HEADER, admin, 'text/plain')).toMatchObject({
      status: 415,
      body: { detail: 'A body of this type is not taken here' },
    });
    const rows = Array.from({ length: 10_001 }, (_, n) => row(`P${n}`));
    expect((await send([HEADER, ...rows].join('\n'))).status).toBe(400);
    expect((await send('a'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('10,000 people', () => {
  it('are planned while files come in and others are answered', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) =>
      row(`P${at}`, { manager: `P${at >> 3} Doe` }),
    );
    const { id: folderId } = await product.done('add-folder', { name: 'Beside', parentId: null });
    const answers = { files: 0, reads: 0 };
    let isPlanned = false;
    const planned = plan(...rows).finally(() => (isPlanned = true));
    const files = async () => {
      while (!isPlanned) {
        const bytes = Buffer.from(`File ${answers.files}`);
        const uploadId = await product.upload(bytes, `File ${answers.files}.txt`);
        await product.done('add-file', { folderId, uploadId });
        answers.files++;
      }
    };
    const reads = async () => {
      while (!isPlanned) {
        expect((await product.get('/api/folders')).status).toBe(200);
        answers.reads++;
      }
    };
    await Promise.all([files(), reads()]);
    expect((await planned).counts).toEqual({ add: 10_000, change: 0, same: 0, refused: 0 });
    // Both go on for as long as the plan is made, so that the last of each may have begun before it was.
    expect(answers.files).toBeGreaterThan(1);
    expect(answers.reads).toBeGreaterThan(1);
  });
});
