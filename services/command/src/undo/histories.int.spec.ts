import { randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/event-log/store/port';
import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import { idOf, nounOf, type Noun } from '@feusa/contracts/events';
import { Refusal } from '@feusa/contracts/refusals';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { openBus, send, settled, UPLOADS } from '../test-bus.js';
import { seen, undoing } from './test-undo.js';

let log: TestLog;
let store: EventStore;
let bus: CommandBus;
beforeAll(async () => {
  log = await openTestLog();
  store = log.store;
  bus = await openBus(store);
});
afterAll(() => log.close());

interface Move {
  readonly kind: number;
  readonly which: number;
  readonly where: number;
}
const moves = fc.array(fc.record({ kind: fc.nat(99), which: fc.nat(99), where: fc.nat(99) }), {
  minLength: 1,
  maxLength: 16,
  size: 'max',
});

const staff = (which: number) => ({
  ...{ firstName: `Ann ${which}`, lastName: 'Miller', phoneNumber: '600 100 200' },
  ...{ email: 'ann@feusa.example', role: `Role ${which}`, location: 'Poznań' },
  ...{ department: 'Workshop', manager: 'Sam' },
  ...(which % 2 === 0 && { mobile: '600 300 400' }),
  ...(which % 3 === 0 && { uploadId: UPLOADS.photo }),
});

type Sent = { [N in CommandName]: [N, CommandInput<N>] }[CommandName];

/** Of histories that meet every state that is wanted of them. */
const SEED = 8;

/** Of so many newest things, that histories meet the same ones again. */
const NEWEST = 2;

/** Some command; numbers pick among the newest things that were ever there. */
async function commandOf({ kind, which, where }: Move): Promise<Sent> {
  const ids: Record<Noun, string[]> = {
    ...{ folder: [''], file: [''], link: [''], employee: [''] },
    ...{ user: [''], error: [''], group: [''], webhook: [''] },
  };
  const versions = new Map<string, number>();
  for (const { stream, version } of await store.read(0, 100_000)) {
    if (version === 1) ids[nounOf(stream)].push(idOf(stream));
    versions.set(idOf(stream), version);
  }
  const one = (list: string[], index: number) =>
    list.slice(1).at(-1 - (index % NEWEST)) ?? randomUUID();
  const pick = (noun: keyof typeof ids) => one(ids[noun], which);
  const parentId = where % 4 === 0 ? null : one(ids.folder, where);
  const folderId = one(ids.folder, where);
  const employee = pick('employee');
  const choices: Sent[] = [
    ['add-folder', { name: `Folder ${where}`, parentId }],
    ['rename-folder', { id: pick('folder'), name: `Name ${where}` }],
    ['move-folder', { id: pick('folder'), parentId }],
    ['remove-folder', { id: pick('folder') }],
    ['restore-folder', { id: pick('folder') }],
    ['add-file', { folderId, uploadId: UPLOADS.plan }],
    ['remove-file', { id: pick('file') }],
    ['restore-file', { id: pick('file') }],
    ['add-link', { folderId, name: 'Portal', link: 'https://feusa.example/' }],
    ['remove-link', { id: pick('link') }],
    ['add-employee', staff(where)],
    ['update-employee', { ...staff(where), id: employee, version: versions.get(employee) ?? 1 }],
    ['remove-employee', { id: employee }],
    ['restore-employee', { id: employee }],
    ['set-user-role', { userId: pick('user'), role: where % 2 === 0 ? 'auditor' : 'basic' }],
    [
      'register-user',
      { email: `${randomUUID()}@feusa.example`, password: 'walnut harvest', teamPassword: 'team' },
    ],
    ['log-error', { details: `Error ${where}` }],
    ['remove-error', { id: pick('error') }],
    ['add-group', { name: `Group ${where}` }],
    ['set-group-members', { id: pick('group'), userIds: ids.user.slice(1, 1 + (where % 3)) }],
    ['remove-group', { id: pick('group') }],
    ['restore-group', { id: pick('group') }],
  ];
  return choices[kind % choices.length]!;
}

/** Sends them one after the other; answers with those that were accepted. */
async function play(script: readonly Move[]): Promise<CommandAnswer[]> {
  const accepted: CommandAnswer[] = [];
  for (const move of script) {
    const [name, body] = await commandOf(move);
    const answer = await settled(send(bus, name, body));
    if ('position' in answer) accepted.push(answer as CommandAnswer);
  }
  return accepted;
}

const refusal = (fault: unknown): string => {
  if (fault instanceof Refusal) return fault.code;
  throw fault;
};

/** What the properties were tried on; a property that nothing meets would hold, too. */
const tried: string[] = [];
afterAll(() => {
  for (const state of ['undone', 'ready', 'conflict', 'blocked'])
    expect(tried.filter((each) => each === state).length).toBeGreaterThan(0);
});

describe('any history', () => {
  it('undone from its end is as if it had not been', async () => {
    const { undo } = undoing(store, bus);
    await fc.assert(
      fc.asyncProperty(moves, async (script) => {
        const before = await seen(store);
        const answers = await play(script);
        for (const { position } of answers.toReversed()) {
          const code = await undo({ position: Number(position) }).then(() => undefined, refusal);
          // A folder that was named what it is named already, and so on.
          expect([undefined, 'undo/nothing-left']).toContain(code);
          if (!code) tried.push('undone');
        }
        expect(await seen(store)).toEqual(before);
      }),
      { numRuns: 25, seed: SEED },
    );
  });

  it('with one of it undone has that effect back or names what stands in the way', async () => {
    const { undo, preview } = undoing(store, bus);
    await fc.assert(
      fc.asyncProperty(moves, fc.nat(99), async (script, which) => {
        const answers = await play(script);
        const one = answers[which % Math.max(1, answers.length)];
        if (!one) return;
        const position = Number(one.position);
        const { steps } = await preview({ position });
        const [step] = steps;
        if (step) tried.push(step.state);
        const before = await seen(store);
        const head = await store.head();
        const code = await undo({ position }).then(() => undefined, refusal);
        const after = await seen(store);
        if (step?.state === 'ready') {
          expect(code).toBeUndefined();
          const stream = step.stream;
          const fields = Object.fromEntries(step.changes.map(({ field }) => [field, true]));
          const changed = Object.keys({ ...before[stream], ...after[stream] }).filter(
            (field) => (before[stream]?.[field] ?? null) !== (after[stream]?.[field] ?? null),
          );
          if (step.changes.length > 0)
            expect(changed.toSorted()).toEqual(Object.keys(fields).toSorted());
          else expect(stream in after).not.toBe(stream in before);
        } else {
          expect(await store.head()).toEqual(head);
          expect(code).toBe(step?.state === 'done' ? 'undo/nothing-left' : 'undo/in-the-way');
          expect((step?.conflicts.length ?? 0) + (step?.reason ? 1 : 0)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40, seed: SEED },
    );
  });
});
