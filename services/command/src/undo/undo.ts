import { createHash, randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/adapters/event-store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import {
  MAX_UNDONE,
  type OnConflict,
  type UndoAnswer,
  type UndoPreview,
} from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import type { CommandQueue } from '../command-queue.js';
import type { Features } from '../feature.js';
import { carryOut } from './carry-out.js';
import { findEvents, type Wanted } from './find.js';
import { planHash, planUndo, type Step } from './plan.js';
import { countsOf, showPlan } from './show.js';

interface Parts {
  readonly store: EventStore;
  readonly features: Features;
  readonly queue: CommandQueue;
}

export interface Order extends Wanted {
  readonly plan?: string | undefined;
  readonly onConflict: OnConflict;
}

export interface Asked {
  readonly by: SessionUser;
  readonly key?: { readonly key: string; readonly bodyHash: string };
}

/** What is going to be done; `work` does it, told after each part how many steps are done. */
export interface Started {
  readonly due: number;
  work(step: (done: number) => void): Promise<UndoAnswer>;
}

/** Takes commands back by commands that compensate. */
export class Undos {
  private readonly turns = new Map<string, Promise<void>>();

  constructor(private readonly parts: Parts) {}

  async preview(
    ask: Wanted & { readonly before?: number | undefined; readonly limit: number },
    by: SessionUser,
  ): Promise<UndoPreview> {
    const { store } = this.parts;
    const events = await findEvents(store, ask, by);
    const steps = await planUndo(events, { ...this.parts, by, overwrite: false });
    return showPlan(steps, ask, { store, by });
  }

  /**
   * Looks at everything first.
   * @throws Refusal where nothing is left to undo, something stands in the way, or the plan is another one
   */
  async start(order: Order, asked: Asked): Promise<Started> {
    const end = await this.turn(asked);
    try {
      const known = await this.recall(asked);
      if (known) return { due: known.done, work: async () => (end(), known) };
      const run = await this.prepare(order, asked);
      return { due: run.due, work: (step) => run.work(step).finally(end) };
    } catch (fault) {
      end();
      const known = await this.recall(asked);
      if (known) return { due: known.done, work: async () => known };
      throw fault;
    }
  }

  private async prepare(order: Order, asked: Asked): Promise<Started> {
    const { store, queue } = this.parts;
    const { by } = asked;
    const correlationId = operationOf(asked);
    const events = await findEvents(store, order, by);
    const before = asked.key ? await undoneUnder(store, correlationId) : new Set<string>();
    const done = events.filter(({ id }) => before.has(id)).length;
    const steps = await this.plan(events, order, { by, isResumed: done > 0 });
    const due = done + steps.filter(({ chosen }) => chosen).length;
    return {
      due,
      work: async (step) => {
        const orders = { queue, by, correlationId, done, step };
        return this.remember(await carryOut(steps, orders), asked);
      },
    };
  }

  /** What was begun is carried on with, whatever stands in the way of the rest. */
  private async plan(
    events: readonly StoredEvent[],
    { plan, onConflict }: Order,
    { by, isResumed }: { readonly by: SessionUser; readonly isResumed: boolean },
  ): Promise<Step[]> {
    const planned = (overwrite: boolean) => planUndo(events, { ...this.parts, by, overwrite });
    const seen = await planned(false);
    const { ready, conflict, blocked } = countsOf(seen);
    const steps = onConflict === 'overwrite' && conflict > 0 ? await planned(true) : seen;
    if (isResumed) return steps;
    if (plan !== undefined && plan !== planHash(seen)) refuse('undo/changed');
    if (ready + conflict + blocked === 0) refuse('undo/nothing-left');
    if (onConflict === 'stop' && conflict + blocked > 0) inTheWay(seen);
    return steps.some(({ chosen }) => chosen) ? steps : inTheWay(seen);
  }

  /** One after the other of those with the same key. */
  private async turn({ by, key }: Asked): Promise<() => void> {
    if (!key) return () => undefined;
    const slot = `${by.id} ${key.key}`;
    while (this.turns.has(slot)) await this.turns.get(slot);
    let resolve = () => {};
    this.turns.set(slot, new Promise((settle) => (resolve = settle)));
    return () => {
      this.turns.delete(slot);
      resolve();
    };
  }

  /** The answer that was given to this key, if it was. */
  private async recall({ by, key }: Asked): Promise<UndoAnswer | undefined> {
    if (!key) return undefined;
    const [known] = await this.parts.store.answers([{ actor: by.id, key: key.key }]);
    if (!known) return undefined;
    return known.bodyHash === key.bodyHash
      ? (known.answer as UndoAnswer)
      : refuse('request/key-reused');
  }

  /** Keeps the answer for its key, unless the work ended too early: then a repetition goes on with it. */
  private async remember(answer: UndoAnswer, asked: Asked): Promise<UndoAnswer> {
    const { by, key } = asked;
    if (!key || answer.stopped !== undefined) return answer;
    const { store } = this.parts;
    const kept = { actor: by.id, ...key, answer };
    const nothing = { events: [], folders: new Map<string, never>() };
    try {
      await store.appendInTurn(async () => {
        return { ...nothing, expected: await store.head(), answers: [kept] };
      });
      return answer;
    } catch (fault) {
      const known = await this.recall(asked);
      if (known) return known;
      throw fault;
    }
  }
}

/** The ids of the events that an undo has taken back so far. */
async function undoneUnder(store: EventStore, correlationId: string): Promise<Set<string>> {
  const found = await store.readSealed(0, MAX_UNDONE + 1, { correlationId });
  return new Set(found.flatMap(({ event: { undoes } }) => undoes ?? []));
}

function inTheWay(steps: readonly Step[]): never {
  return refuse('undo/in-the-way', { counts: countsOf(steps), reason: steps[0]?.reason?.text });
}

/** The same for every repetition of a request, so that what an undo has done is found under one id. */
function operationOf({ by, key }: Asked): string {
  if (!key) return randomUUID();
  const hex = createHash('sha256').update(`undo ${by.id} ${key.key}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}
