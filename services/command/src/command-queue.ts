import { randomUUID } from 'node:crypto';
import type { EventStore, Head, KeyedAnswer, NewEvent } from '@feusa/adapters/event-store/port';
import type { CommandAnswer } from '@feusa/contracts/commands';
import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import { Refusal, refuse, type RefusalCode, type RefusalFacts } from '@feusa/contracts/refusals';
import type { Command } from '@feusa/domain/decider';
import type { FolderNode } from '@feusa/domain/tree';
import { schemaVersionOf } from '@feusa/domain/upcast';
import type { Actor, AnyFeature, Features } from './feature.js';
import { WriteModel } from './write-model.js';

const BATCH = 256;
const QUEUE = 5000;
const TRIES = 5;

/** A command on its way. `key` is an idempotency key of the actor, `bodyHash` what came with it. */
export interface Submission {
  readonly command: Command;
  readonly by: Actor;
  readonly correlationId: string;
  readonly key?: { readonly key: string; readonly bodyHash: string };
}

type Outcome =
  { readonly ok: CommandAnswer } | { readonly no: RefusalCode; readonly facts: RefusalFacts };

interface Pending extends Submission {
  readonly feature: AnyFeature;
  readonly id: string;
  readonly stream: string;
  readonly prepared: unknown;
  readonly exact: boolean;
  settle(outcome: Outcome): void;
  fail(fault: unknown): void;
}

interface Decisions {
  readonly events: NewEvent[];
  readonly folders: Map<string, FolderNode>;
  readonly answers: KeyedAnswer[];
  readonly outcomes: Outcome[];
}

/**
 * Decides commands in batches: whatever arrived while one append was on its way to the disk is decided
 * together on the write model and appended at once. Each command still has its own answer.
 */
export class CommandQueue {
  private readonly queue: Pending[] = [];
  private readonly model: WriteModel;
  private busy = false;

  constructor(
    private readonly store: EventStore,
    private readonly features: Features,
    private readonly announce: (events: readonly StoredEvent[]) => void,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.model = new WriteModel(store);
  }

  /**
   * Answers once the command's event is durable.
   * @throws Refusal for a business "no"; any other error means that the outcome is unknown
   */
  async submit(submission: Submission): Promise<CommandAnswer> {
    const { command, by } = submission;
    const feature = this.features.get(command.name) ?? refuse('not-found');
    const known = feature.prepare && (await this.recall(submission));
    if (known) return answerOf(known);
    const id = targetOf(command) ?? randomUUID();
    const prepared = await feature.prepare?.(command, id, by);
    if (this.queue.length >= QUEUE) refuse('busy');
    const outcome = await new Promise<Outcome>((settle, fail) => {
      const stream = streamOf(feature.noun, id);
      const exact = feature.exact?.names.includes(command.name) ?? false;
      this.queue.push({ ...submission, feature, id, stream, prepared, exact, settle, fail });
      void this.run();
    });
    return answerOf(outcome);
  }

  private async recall({ by, key }: Submission): Promise<Outcome | undefined> {
    const [known] = key ? await this.store.answers([{ actor: by.id, key: key.key }]) : [];
    if (!known) return undefined;
    return known.bodyHash === key?.bodyHash ? (known.answer as Outcome) : REUSED;
  }

  private async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.queue.length > 0) await this.settleBatch(this.takeBatch());
    this.busy = false;
  }

  /** Up to the next command that must be decided first in its batch. */
  private takeBatch(): Pending[] {
    const next = this.queue.findIndex(({ exact }, index) => index > 0 && exact);
    return this.queue.splice(0, Math.min(next === -1 ? BATCH : next, BATCH));
  }

  private async settleBatch(batch: readonly Pending[]): Promise<void> {
    try {
      for (let attempt = 1; attempt <= TRIES; attempt++) {
        const outcomes = await this.decideAndAppend(batch);
        if (outcomes) return batch.forEach((pending, index) => pending.settle(outcomes[index]!));
        this.model.forget();
      }
      batch.forEach(({ settle }) => settle({ no: 'busy', facts: {} }));
    } catch (fault) {
      this.model.forget();
      batch.forEach(({ fail }) => fail(fault));
    }
  }

  /** Undefined where another writer was faster: then nothing was written. */
  private async decideAndAppend(
    batch: readonly Pending[],
  ): Promise<readonly Outcome[] | undefined> {
    const expected = await this.model.currentHead();
    const known = await this.load(batch);
    const exact = batch[0]?.exact ? await this.readExact(batch[0]) : undefined;
    const { outcomes, ...decided } = this.decide(batch, { expected, known, exact });
    const { events, answers } = decided;
    if (events.length === 0 && answers.length === 0) {
      const head = await this.store.head();
      return head.position === expected.position ? outcomes : undefined;
    }
    const sealed = await this.store.append({ expected, ...decided });
    if (!sealed) return undefined;
    const last = sealed.at(-1);
    if (last) {
      const hash = Buffer.from(last.hash, 'hex');
      this.model.moveTo({ position: last.event.position, hash });
      this.announce(sealed.map(({ event }) => event));
    }
    return outcomes;
  }

  private async load(batch: readonly Pending[]): Promise<Map<string, KeyedAnswer>> {
    const streams = batch.filter(({ command }) => targetOf(command));
    await this.model.loadStreams(new Map(streams.map(({ stream, feature }) => [stream, feature])));
    const folders = batch.flatMap(({ feature, command, stream }) => {
      const { state } = this.model.stream(stream, feature);
      return feature.folders?.(command, state) ?? [];
    });
    await this.model.loadFolders(folders);
    const keys = batch.flatMap(({ by, key }) => (key ? [{ actor: by.id, key: key.key }] : []));
    const known = keys.length > 0 ? await this.store.answers(keys) : [];
    return new Map(known.map((answer) => [`${answer.actor} ${answer.key}`, answer]));
  }

  private readExact({ feature, command, id }: Pending): Promise<unknown> | undefined {
    return feature.exact?.read(command, id, this.store);
  }

  private decide(
    batch: readonly Pending[],
    { expected, known, exact }: { expected: Head; known: Map<string, KeyedAnswer>; exact: unknown },
  ): Decisions {
    const decisions: Decisions = { events: [], folders: new Map(), answers: [], outcomes: [] };
    for (const pending of batch) {
      const slot = pending.key && `${pending.by.id} ${pending.key.key}`;
      const earlier = slot ? known.get(slot) : undefined;
      if (earlier) {
        const same = earlier.bodyHash === pending.key?.bodyHash;
        decisions.outcomes.push(same ? (earlier.answer as Outcome) : REUSED);
        continue;
      }
      const outcome = this.decideOne(pending, decisions, { expected, exact });
      decisions.outcomes.push(outcome);
      if (!slot || !pending.key) continue;
      const answer = { actor: pending.by.id, ...pending.key, answer: outcome };
      known.set(slot, answer);
      decisions.answers.push(answer);
    }
    return decisions;
  }

  private decideOne(
    pending: Pending,
    { events, folders }: Decisions,
    { expected, exact }: { expected: Head; exact: unknown },
  ): Outcome {
    const { feature, command, stream, id, prepared, by, correlationId } = pending;
    const { version, state } = this.model.stream(stream, feature);
    try {
      const facts = { id, version, folders: this.model.folders };
      const context = feature.context(facts, prepared, pending.exact ? exact : undefined);
      const event = feature.decider.decide(command, state, context);
      const evolved = this.model.apply(stream, feature, event);
      if (feature.noun === 'folder') folders.set(id, evolved as FolderNode);
      events.push({
        ...event,
        id: randomUUID(),
        stream,
        version: version + 1,
        schemaVersion: schemaVersionOf(event.type),
        at: this.now().toISOString(),
        actor: by.id,
        commandId: pending.key?.key ?? randomUUID(),
        correlationId,
      });
      const position = String(expected.position + events.length);
      return { ok: { id, version: version + 1, position } };
    } catch (fault) {
      if (fault instanceof Refusal) return { no: fault.code, facts: fault.facts };
      throw fault;
    }
  }
}

const REUSED: Outcome = { no: 'request/key-reused', facts: {} };

function answerOf(outcome: Outcome): CommandAnswer {
  return 'ok' in outcome ? outcome.ok : refuse(outcome.no, outcome.facts);
}

/** The thing that a command is about; undefined where it makes a new one. */
function targetOf({ body }: Command): string | undefined {
  if ('id' in body) return body.id;
  return 'userId' in body ? body.userId : undefined;
}
