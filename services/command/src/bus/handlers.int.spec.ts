import { randomUUID } from 'node:crypto';
import { EVENT_LOG } from '@feusa/event-log/subscription/port';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { commands, type CommandName } from '@feusa/contracts/commands';
import { unhandledExceptions } from '@feusa/platform/telemetry/metrics';
import type { Command } from '@feusa/domain/decider';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { Erasing, SweepAfterErasure } from '../erasure/erase.js';
import { EndSessions } from '../session/end-sessions.js';
import { ANN, openContext, send, settled, testFeatures } from '../test-bus.js';
import { changeOf, changeTypes, PublishAppended } from './write-side.js';

let log: TestLog;
let shared: Awaited<ReturnType<typeof openWriteSide>>;
beforeAll(async () => {
  log = await openTestLog();
  shared = await openWriteSide();
});
afterAll(() => log.close());

const failures = async (cause: string) => {
  const { values } = await unhandledExceptions.get();
  return values.find(({ labels }) => labels['cause'] === cause)?.value ?? 0;
};

/** The write side with all that follows an append, on ports that note what they are asked. */
async function openWriteSide(endUser = async (): Promise<void> => undefined) {
  const done: string[] = [];
  const said: unknown[][] = [];
  const sessions = {
    userChanged: (id: string) => void done.push(`changed ${id}`),
    endUser: (id: string) => (done.push(`ended ${id}`), endUser()),
  };
  const providers = [
    ...[PublishAppended, EndSessions, SweepAfterErasure],
    { provide: EVENT_LOG, useValue: { publish: () => void done.push('published') } },
    { provide: SESSIONS, useValue: sessions },
    { provide: Erasing, useValue: { after: () => void done.push('swept') } },
  ];
  const error = (...words: unknown[]) => void said.push(words);
  const context = await openContext(log.another(), { providers, log: { error } });
  return { context, bus: context.get(CommandBus), done, said };
}

const registration = (email: string) => ({ email, password: 'secret', teamPassword: 'team' });

describe('the command table', () => {
  it.each(Object.keys(commands) as CommandName[])('has a handler for %s', async (name) => {
    const kind = name === 'purge' ? 'link' : 'employee';
    const body = { id: randomUUID(), userId: randomUUID(), kind, name: 'x' };
    const change = changeOf({ command: { name, body } as Command, by: ANN, correlationId: 'x' });
    expect(change).toBeInstanceOf(changeTypes[testFeatures.get(name)!.noun]);
    const fault: unknown = await shared.bus.execute(change).catch((thrown: unknown) => thrown);
    expect(String(fault)).not.toContain('CommandHandlerNotFound');
  });

  it('has those who sign in erased by the handler of users', () => {
    const body = { id: randomUUID(), kind: 'user', name: 'x' } as const;
    const command = { name: 'erase-person', body } as const;
    const change = changeOf({ command, by: ANN, correlationId: 'x' });
    expect(change).toBeInstanceOf(changeTypes.user);
  });
});

describe('what follows an append', () => {
  it('is begun before the answer: published, sessions ended, swept', async () => {
    const { bus, done } = await openWriteSide();
    const [kept, gone] = await Promise.all(
      ['kept', 'gone'].map((who) => send(bus, 'register-user', registration(`${who}@x.example`))),
    );
    await send(bus, 'set-user-role', { userId: kept!.id, role: 'admin' });
    done.length = 0;
    await send(bus, 'remove-user', { id: gone!.id });
    expect(done).toEqual(['published', `changed ${gone!.id}`, `ended ${gone!.id}`, 'swept']);
    done.length = 0;
    expect(await settled(send(bus, 'remove-user', { id: gone!.id }))).toHaveProperty('refused');
    expect(done).toEqual([]);
  });

  it('that fails is logged and counted, and the command was accepted all the same', async () => {
    const { bus, done, said } = await openWriteSide(() => Promise.reject(new Error('no engine')));
    const before = await failures('EventsAppended');
    const { id } = await send(bus, 'register-user', registration('lost@x.example'));
    expect(await send(bus, 'remove-user', { id })).toMatchObject({ id, version: 2 });
    await poll(() => said).toHaveLength(1);
    const [[facts, words]] = said as [[{ err: AggregateError; cause: string }, string]];
    expect(words).toBe('a handler of the bus has failed');
    expect(facts.cause).toBe('EventsAppended');
    expect(facts.err.errors).toEqual([new Error('no engine')]);
    expect(await failures('EventsAppended')).toBe(before + 1);
    done.length = 0;
    await send(bus, 'add-folder', { name: 'after', parentId: null });
    expect(done).toEqual(['published', 'swept']);
  });

  it('happens for commands too that are on their way when the application closes', async () => {
    const { context, bus, done } = await openWriteSide();
    const sent = send(bus, 'add-folder', { name: 'late', parentId: null });
    await context.close();
    await sent;
    expect(done).toContain('published');
  });
});
