import { createHash, randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/event-log/store/port';
import { commands } from '@feusa/contracts/commands';
import type { StoredEvent } from '@feusa/contracts/events';
import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import { refuse } from '@feusa/contracts/refusals';
import {
  MAX_UNDONE,
  type OnConflict,
  type UndoAnswer,
  type UndoPreview,
} from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import type { CommandBus } from '@nestjs/cqrs';
import { isAboutAccounts } from '../command-door.js';
import type { Features } from '../feature.js';
import { type Requester, KeptAnswers } from '../kept-answers.js';
import { carryOut } from './carry-out.js';
import { findEvents, type UndoSelection } from './find.js';
import { planHash, planUndo, type Step } from './plan.js';
import { countsOf, showPlan } from './show.js';

/** What is remembered of undos. */
class Answers extends KeptAnswers<UndoAnswer> {
  /** But of work that broke off: a repetition goes on with that. */
  override async remember(answer: UndoAnswer, asked: Requester): Promise<UndoAnswer> {
    return answer.stopped?.code === 'unavailable' ? answer : super.remember(answer, asked);
  }

  /** Ends what this person undoes under a key, once what is on its way is through. */
  async stop(asked: Required<Requester>): Promise<void> {
    if (await this.isStopped(asked)) return;
    await this.keep({ ...stopOf(asked), bodyHash: '', answer: {} }, () => this.isStopped(asked));
  }

  async isStopped(asked: Requester): Promise<boolean> {
    return asked.key !== undefined && (await this.find(stopOf(asked))).length > 0;
  }
}

/** The same for every repetition of a request, so that what an undo has done is found under one id. */
const operationOf = ({ by, key }: Requester): string =>
  key ? uuidOf(`undo ${by.id} ${key.key}`) : randomUUID();

/** Where it stands that an undo is to be stopped. */
const stopOf = ({ by, key }: Requester) => ({
  actor: by.id,
  key: uuidOf(`stop undo ${by.id} ${key?.key}`),
});

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

interface Parts {
  readonly store: EventStore;
  readonly features: Features;
  readonly bus: CommandBus;
}

export interface UndoRequest extends UndoSelection {
  readonly plan?: string | undefined;
  readonly onConflict: OnConflict;
  readonly onNameTaken?: OnNameTaken | undefined;
}

type UndoQuery = UndoSelection & {
  readonly before?: number | undefined;
  readonly limit: number;
  /** What is to be done about names that are taken. */
  readonly onConflict?: OnNameTaken | undefined;
};

interface UndoRequester extends Requester {
  /** By an access token. */
  readonly isProgram: boolean;
  isSteppedUp(): Promise<boolean>;
}

/** What is going to be done; `work` does it, told after each part how many steps are done. */
export interface RunningUndo {
  readonly due: number;
  work(step: (done: number) => void): Promise<UndoAnswer>;
}

/** Takes commands back by commands that compensate. */
export class Undos {
  private readonly turns = new Map<string, Promise<void>>();
  private readonly answers: Answers;

  constructor(private readonly parts: Parts) {
    this.answers = new Answers(parts.store);
  }

  async preview(ask: UndoQuery, by: SessionUser): Promise<UndoPreview> {
    const { store } = this.parts;
    const events = await findEvents(store, ask, by);
    const how = { by, overwrite: false, onNameTaken: ask.onConflict };
    const steps = await planUndo(events, { ...this.parts, ...how });
    return showPlan(steps, ask, { store, by });
  }

  /** Ends an undo of this person that is under way; its own answer tells how far it came. */
  stop(asked: Required<Requester>): Promise<void> {
    return this.answers.stop(asked);
  }

  /**
   * Looks at everything first.
   * @throws Refusal where nothing is left to undo, something stands in the way, or the plan is another one
   */
  async start(order: UndoRequest, asked: UndoRequester): Promise<RunningUndo> {
    const end = await this.turn(asked);
    try {
      const known = await this.answers.recall(asked);
      if (known) return { due: known.done, work: async () => (end(), known) };
      const run = await this.prepare(order, asked);
      return { due: run.due, work: (step) => run.work(step).finally(end) };
    } catch (fault) {
      end();
      const known = await this.answers.recall(asked);
      if (known) return { due: known.done, work: async () => known };
      throw fault;
    }
  }

  private async prepare(order: UndoRequest, asked: UndoRequester): Promise<RunningUndo> {
    const { store, bus } = this.parts;
    const { by } = asked;
    const correlationId = operationOf(asked);
    const events = await findEvents(store, order, by);
    const before = asked.key ? await undoneUnder(store, correlationId) : new Set<string>();
    const done = events.filter(({ id }) => before.has(id)).length;
    const steps = await this.plan(events, order, { by, isResumed: done > 0 });
    await requireRights(steps, asked);
    const due = done + steps.filter(({ chosen }) => chosen).length;
    return {
      due,
      work: async (step) => {
        // Where nothing can be asked, the commands themselves fail.
        const isStopped = () => this.answers.isStopped(asked).catch(() => false);
        const { onNameTaken } = order;
        const execution = { bus, by, correlationId, done, step, isStopped, onNameTaken };
        return this.answers.remember(await carryOut(steps, execution), asked);
      },
    };
  }

  /** What was begun is carried on with, whatever stands in the way of the rest. */
  private async plan(
    events: readonly StoredEvent[],
    { plan, onConflict, onNameTaken }: UndoRequest,
    { by, isResumed }: { readonly by: SessionUser; readonly isResumed: boolean },
  ): Promise<Step[]> {
    const planned = (overwrite: boolean) =>
      planUndo(events, { ...this.parts, by, overwrite, onNameTaken });
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
  private async turn({ by, key }: Requester): Promise<() => void> {
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
}

/** The ids of the events that an undo has taken back so far. */
async function undoneUnder(store: EventStore, correlationId: string): Promise<Set<string>> {
  const found = await store.readRecorded(0, MAX_UNDONE + 1, { correlationId });
  return new Set(found.flatMap(({ event: { undoes } }) => undoes ?? []));
}

/** @throws Refusal of what the commands themselves would be refused to a program, or without a step-up */
async function requireRights(
  steps: readonly Step[],
  { isProgram, isSteppedUp }: UndoRequester,
): Promise<void> {
  const names = steps.flatMap(({ chosen }) => (chosen ? [chosen.command.name] : []));
  const needsStepUp = names.some((name) => commands[name].stepUp);
  if (isProgram && (needsStepUp || names.some(isAboutAccounts))) refuse('token/for-people');
  if (needsStepUp && !(await isSteppedUp())) refuse('step-up');
}

function inTheWay(steps: readonly Step[]): never {
  return refuse('undo/in-the-way', { counts: countsOf(steps), reason: steps[0]?.reason?.text });
}
