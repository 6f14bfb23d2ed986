import { mailBounds } from '@feusa/contracts/bounds';
import type { StoredEvent } from '@feusa/contracts/events';
import { openTestDatabase, type TestDatabase } from '@feusa/identity/sessions/test-database';
import type { Ports } from '@feusa/profiles/ports';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { testPorts } from '../session/test-ports.js';
import { openBus, send, UPLOADS } from '../test-bus.js';
import { AcknowledgementLetters } from './letters.js';
import { remind } from './reminders.js';

const SMTP = { SMTP_URL: 'smtp://mail.example', FEUSA_PUBLIC_URL: 'https://intranet.example' };
const DAY = 24 * 3_600_000;
let database: TestDatabase;
let bus: CommandBus;
let opened: ReturnType<typeof testPorts>;
let letters: AcknowledgementLetters;
let folder: string;
let file: string;

async function start(settings: object) {
  opened = testPorts(database, settings);
  letters = new AcknowledgementLetters(opened.ports as Ports);
  bus = await openBus(opened.ports.store, (events: readonly StoredEvent[]) =>
    letters.after(events),
  );
  folder = (await send(bus, 'add-folder', { name: 'Safety', parentId: null })).id;
  file = (await send(bus, 'add-file', { folderId: folder, uploadId: UPLOADS.plan })).id;
}
const register = async (email: string) =>
  (await send(bus, 'register-user', { email, password: 'long enough 1', teamPassword: 'team' })).id;
const ask = async (from: object, more: object = {}) => {
  await send(bus, 'ask-acknowledgement', { id: file, fileVersion: 1, from, ...more } as never);
  await letters.settled();
};
const recipients = () => opened.letters.splice(0).map(({ to }) => to);

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

it('go once to everybody, or to the groups and users who are asked', async () => {
  await start(SMTP);
  const [ann, ben] = [await register('ann@x.example'), await register('ben@x.example')];
  await register('cas@x.example');
  await ask({ everyone: true }, { due: '2026-12-24' });
  const [first] = opened.letters;
  expect(first?.text).toContain('by 2026-12-24');
  expect(first?.text).toContain('https://intranet.example/dashboard');
  expect(first?.text).not.toMatch(/plan|Safety/);
  expect(recipients()).toEqual(['ann@x.example', 'ben@x.example', 'cas@x.example']);
  const { id } = await send(bus, 'add-group', { name: 'Workshop' });
  await send(bus, 'set-group-members', { id, userIds: [ben] });
  await ask({ groups: [id], users: [ann] });
  expect(recipients()).toEqual(['ann@x.example', 'ben@x.example']);
});

it('go to nobody who may not read the document', async () => {
  await start(SMTP);
  const ann = await register('ann@x.example');
  await register('ben@x.example');
  await send(bus, 'set-folder-access', { id: folder, access: { read: [ann], manage: [] } });
  await ask({ everyone: true });
  expect(recipients()).toEqual(['ann@x.example']);
});

it('remind once before it is due and once when it is overdue, those who have not, and may read it', async () => {
  await start(SMTP);
  const [ann, ben] = [await register('ann@x.example'), await register('ben@x.example')];
  await register('cas@x.example');
  const due = new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);
  await ask({ everyone: true }, { due });
  recipients();
  const after = (days: number) => remind(opened.ports as Ports, Date.now() + days * DAY);
  await after(7);
  expect(recipients()).toEqual([]);
  await send(bus, 'acknowledge-file', { id: file, fileVersion: 1 }, { by: { id: ben } });
  await Promise.all([after(9), after(9)]);
  const [first] = opened.letters;
  expect(first?.text).toContain(`is due by ${due}`);
  expect(first?.text).not.toMatch(/plan|Safety/);
  expect(recipients()).toEqual(['ann@x.example', 'cas@x.example']);
  await after(10);
  expect(recipients()).toEqual([]);
  await send(bus, 'set-folder-access', { id: folder, access: { read: [ann], manage: [] } });
  await after(11);
  expect(opened.letters[0]?.subject).toContain('overdue');
  expect(recipients()).toEqual(['ann@x.example']);
  await after(12);
  expect(recipients()).toEqual([]);
});

it('remind of nothing that was withdrawn, has gone, or was due long ago', async () => {
  await start(SMTP);
  await register('ann@x.example');
  const due = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
  await ask({ everyone: true }, { due });
  recipients();
  const after = (days: number) => remind(opened.ports as Ports, Date.now() + days * DAY);
  await after(30);
  await send(bus, 'remove-file', { id: file });
  await after(2);
  await send(bus, 'restore-file', { id: file });
  await send(bus, 'withdraw-acknowledgement', { id: file });
  await after(4);
  expect(recipients()).toEqual([]);
});

it('are not written without a mail server', async () => {
  await start({});
  await register('ann@x.example');
  await ask({ everyone: true });
  expect(recipients()).toEqual([]);
});

it('are bounded for one request', async () => {
  await start(SMTP);
  const many = mailBounds.asking.value + 3;
  const account = (n: number) => ({ id: `u${n}`, email: `u${n}@x.example`, role: 'basic' });
  const store = {
    ...opened.ports.store,
    accounts: async () => Array.from({ length: many }, (_, n) => account(n)),
  };
  letters = new AcknowledgementLetters({ ...opened.ports, store } as never);
  await ask({ everyone: true });
  expect(recipients()).toHaveLength(mailBounds.asking.value);
  expect(opened.lines.join('')).toContain('"left":3');
});
