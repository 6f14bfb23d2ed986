import { randomBytes, randomUUID } from 'node:crypto';
import { commands, type CommandName } from '@feusa/contracts/commands';
import fc from 'fast-check';
import sharp from 'sharp';
import { employee, SIGN_IN, type Body } from '@feusa/system-tests/test-calls';
import type { Product } from '@feusa/system-tests/test-product';
import { upload } from './test-company.js';

/** Few, so that people come again under an address, and are called alike. */
const NAMES = ['Łucja', "O'Brien", '[erased]', '资料 😀', 'Ann'];
const OTHERS = 'x.example';
type Noun = 'folder' | 'file' | 'link' | 'employee' | 'user' | 'error' | 'group' | 'webhook';

/** What there was ever, removed or not, by kind; and what people are called. */
class Known {
  private readonly ids = new Map<Noun, string[]>();
  readonly names = new Map<string, string>();

  add(noun: Noun, id: string, name?: string): void {
    this.ids.set(noun, [...(this.ids.get(noun) ?? []), id]);
    if (name !== undefined) this.names.set(id, name);
  }

  one(noun: Noun, which: number): string {
    const ids = this.ids.get(noun) ?? [];
    return ids[which % ids.length] ?? randomUUID();
  }
}

interface Making {
  readonly product: Product;
  readonly known: Known;
  readonly which: number;
  readonly other: number;
}

type Make = (making: Making) => Body | Promise<Body>;

const target =
  (noun: Noun): Make =>
  ({ known, which }) => ({ id: known.one(noun, which) });
const aside =
  (noun: Noun): Make =>
  ({ known, which, other }) => ({
    ...{ id: known.one(noun, which), folderId: known.one('folder', other) },
  });
const named = (which: number) => NAMES[which % NAMES.length]!;
const parent = ({ known, other }: Making) => (other % 3 === 0 ? null : known.one('folder', other));
const image = (which: number) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: `rgb(${which % 4},0,0)` } })
    .png()
    .toBuffer();

async function person({ product, which, other }: Making): Promise<Body> {
  const photo = which % 3 === 0 && (await upload(product, await image(other), 'me.png'));
  const [firstName, lastName] = [named(which), named(other)];
  const email = `p${other % 4}@${OTHERS}`;
  return { ...employee, firstName, lastName, email, ...(photo && { uploadId: photo }) };
}

/** A body for every command: it is of a thing that there was, and need not be accepted. */
export const bodies: Readonly<Record<CommandName, Make>> = {
  'add-folder': (making) => ({ name: named(making.which), parentId: parent(making) }),
  'rename-folder': ({ known, which, other }) => ({
    ...{ id: known.one('folder', which), name: named(other) },
  }),
  'move-folder': (making) => ({
    ...{ id: making.known.one('folder', making.which), parentId: parent(making) },
  }),
  'remove-folder': target('folder'),
  'restore-folder': target('folder'),
  'set-folder-access': ({ known, which, other }) => ({
    id: known.one('folder', which),
    access: other % 3 === 0 ? null : { read: [known.one('user', other)], manage: [] },
  }),
  'add-file': async ({ product, known, which, other }) => ({
    folderId: known.one('folder', other),
    uploadId: await upload(product, randomBytes(which + 1), `${named(other)} ${which}.bin`),
  }),
  'rename-file': ({ known, which, other }) => ({
    ...{ id: known.one('file', which), name: `${named(other)} ${other}.bin` },
  }),
  'move-file': aside('file'),
  'copy-file': aside('file'),
  'remove-file': target('file'),
  'restore-file': target('file'),
  'ask-acknowledgement': ({ known, which, other }) => ({
    ...{ id: known.one('file', which), fileVersion: 1 + (other % 2), from: { everyone: true } },
  }),
  'withdraw-acknowledgement': target('file'),
  'acknowledge-file': ({ known, which, other }) => ({
    ...{ id: known.one('file', which), fileVersion: 1 + (other % 2) },
  }),
  purge: ({ known, which, other }) => {
    const kind = (['file', 'folder', 'link'] as const)[other % 3]!;
    return { id: known.one(kind, which), kind };
  },
  'replace-file': async ({ product, known, which, other }) => ({
    id: known.one('file', which),
    uploadId: await upload(product, randomBytes(other + 1), 'other.bin'),
    note: named(other),
  }),
  'restore-file-version': ({ known, which, other }) => ({
    ...{ id: known.one('file', which), fileVersion: 1 + (other % 2) },
  }),
  'add-link': ({ known, which, other }) => ({
    ...{ folderId: known.one('folder', other), name: named(which), link: 'https://x.example' },
  }),
  'edit-link': ({ known, which, other }) => ({
    ...{ id: known.one('link', which), name: named(other), link: 'https://y.example' },
  }),
  'move-link': aside('link'),
  'copy-link': aside('link'),
  'remove-link': target('link'),
  'restore-link': target('link'),
  'add-employee': person,
  'update-employee': async (making) => ({
    ...(await person(making)),
    ...{ id: making.known.one('employee', making.which), version: 1 + (making.other % 2) },
  }),
  'remove-employee': target('employee'),
  'restore-employee': target('employee'),
  'update-own-profile': target('employee'),
  'request-profile-change': ({ known, which, other }) => ({
    ...{ id: known.one('employee', which), role: named(other) },
  }),
  'withdraw-profile-change': target('employee'),
  'accept-profile-change': ({ known, which, other }) => ({
    ...{ id: known.one('employee', which), requested: 2 + (other % 2) },
  }),
  'decline-profile-change': ({ known, which, other }) => ({
    ...{ id: known.one('employee', which), requested: 2 + (other % 2), reason: named(other) },
  }),
  'register-user': ({ which }) => ({ ...SIGN_IN, email: `P${which % 5}@${OTHERS}` }),
  'set-user-role': ({ known, which, other }) => ({
    userId: known.one('user', which),
    role: (['admin', 'auditor', 'basic'] as const)[other % 3],
  }),
  'invite-user': ({ which, other }) => ({
    ...{ email: `I${which % 5}@${OTHERS}`, role: other % 2 === 0 ? 'basic' : 'auditor' },
  }),
  'withdraw-invitation': target('user'),
  'suspend-user': target('user'),
  'reinstate-user': target('user'),
  'remove-user': target('user'),
  'erase-person': ({ known, which, other }) => {
    const kind = other % 2 === 0 ? 'user' : 'employee';
    const id = known.one(kind, which);
    return { id, kind, name: known.names.get(id) ?? 'nobody' };
  },
  'log-error': ({ which }) => ({ details: `${named(which)} O'Brien saw it`, errors: { which } }),
  'remove-error': target('error'),
  'restore-error': target('error'),
  'erase-error': target('error'),
  'add-group': ({ which }) => ({ name: named(which) }),
  'rename-group': ({ known, which, other }) => ({
    ...{ id: known.one('group', which), name: named(other) },
  }),
  'set-group-members': ({ known, which, other }) => ({
    ...{ id: known.one('group', which), userIds: [known.one('user', other)] },
  }),
  'remove-group': target('group'),
  'restore-group': target('group'),
  'add-webhook': ({ which }) => ({ url: `https://${which}.${OTHERS}/hook`, types: [] }),
  'remove-webhook': target('webhook'),
  'restore-webhook': target('webhook'),
};

const nounOf = (name: CommandName): Noun => {
  const noun = name.split('-').at(-1)!;
  return (
    noun === 'user' || noun in { folder: 1, file: 1, link: 1, employee: 1, group: 1, webhook: 1 }
      ? noun
      : 'error'
  ) as Noun;
};

const ADDS = /^(add|copy|register|invite|log)-/;

export interface Step {
  readonly name: CommandName | 'undo';
  readonly which: number;
  readonly other: number;
  readonly keyed: boolean;
}

const all = Object.keys(commands) as CommandName[];
/** What makes things go for good, and people come and go, more often than the rest. */
const things = ['remove-file', 'remove-folder', 'purge'] as const;
const people = ['register-user', 'remove-user', 'erase-person', 'add-employee'] as const;

export const history = fc.array(
  fc.record<Step>({
    name: fc.constantFrom<Step['name'][]>(...all, ...things, ...people, ...people, 'undo'),
    which: fc.nat(40),
    other: fc.nat(40),
    keyed: fc.boolean(),
  }),
  { minLength: 40, maxLength: 40 },
);

const step = (name: Step['name'], which = 0, other = 0): Step => ({
  ...{ name, which, other, keyed: false },
});

/** Several people of each kind, erased. */
export const erasedInPairs: readonly Step[] = [
  ...[step('register-user', 0), step('register-user', 1), step('register-user', 2)],
  ...[step('add-employee', 0, 1), step('add-employee', 1, 3)],
  ...[step('log-error', 1), step('log-error', 2)],
  ...[step('erase-person', 0, 0), step('erase-person', 1, 0)],
  ...[step('erase-person', 0, 1), step('erase-person', 1, 1)],
  ...[step('erase-error', 0), step('erase-error', 1)],
  // An address that comes again, and whose first owner is erased after that.
  ...[step('remove-user', 2), step('register-user', 2), step('erase-person', 2, 0)],
  // Invitations: one stays open, one is withdrawn, and of one the person is erased.
  ...[step('invite-user', 0), step('invite-user', 1), step('invite-user', 2)],
  ...[step('withdraw-invitation', 5), step('erase-person', 6, 0)],
];
/** A document of two versions, a link, and a folder with things in it and before it in the trash: all purged. */
export const purgedKinds: readonly Step[] = [
  ...[step('add-folder', 0), step('add-folder', 1), step('add-folder', 2, 1)],
  ...[step('add-file', 5, 0), step('replace-file', 0, 7), step('add-link', 0, 0)],
  ...[step('add-file', 6, 1), step('add-file', 7, 2), step('remove-file', 2)],
  ...[step('remove-file', 0), step('purge', 0, 0), step('remove-link', 0), step('purge', 0, 2)],
  ...[step('remove-folder', 1), step('purge', 1, 1)],
];
/** Carries steps out, each accepted or refused; answers with the accepted ones. */
export async function live(product: Product, steps: readonly Step[]): Promise<Step['name'][]> {
  const known = new Known();
  const accepted: Step['name'][] = [];
  let last = '0';
  for (const step of steps) {
    const { name } = step;
    const { status, body } =
      name === 'undo' ? await undo(product, step) : await send({ product, known, ...step }, step);
    if (status >= 500) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    if (status !== 200) continue;
    accepted.push(name);
    if (typeof body['position'] === 'string') last = body['position'];
  }
  await product.settled(last);
  return accepted;
}

async function send(making: Making, { name, keyed }: Step) {
  const { product, known } = making;
  const command = name as CommandName;
  const body = await bodies[command](making);
  const key = keyed ? randomUUID() : undefined;
  const answer = await product.command(command, body, product.people.admin, key);
  if (answer.status !== 200) return answer;
  const id = String(answer.body['id']);
  if (command.endsWith('-employee') && 'firstName' in body)
    known.names.set(id, `${String(body['firstName'])} ${String(body['lastName'])}`);
  if (ADDS.test(command)) known.add(nounOf(command), id, calledBy(body) ?? known.names.get(id));
  return answer;
}

const calledBy = ({ email, firstName }: Body): string | undefined =>
  firstName === undefined && typeof email === 'string' ? email : undefined;

/** Takes back one of the newest events, or the whole of what belongs to it. */
async function undo(product: Product, { which }: Step) {
  const { position } = await product.store.head();
  const [event] = await product.store.readAt([Math.max(1, position - (which % 20))]);
  const of =
    which % 2 ? { position: String(event!.position) } : { correlationId: event!.correlationId };
  const { admin } = product.people;
  return product.ask('POST', '/api/undo', { as: admin, body: { ...of, onConflict: 'skip' } });
}
