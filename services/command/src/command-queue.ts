import type { EventStore, KeyedAnswer, RecordedEvent } from '@feusa/event-log/store/port';
import type { EventLog } from '@feusa/event-log/subscription/port';
import { streamOf } from '@feusa/contracts/events';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import {
  type Ready,
  decideBatch,
  Fault,
  recalled,
  type Decided,
  type Outcome,
} from './decide-batch.js';
import { isUnlimited, TAKES_ALL } from './access/require-access.js';
import type { AnyFeature, Features } from './feature.js';
import { DirectoryIndex } from './features/directory-index.js';
import type { Submission } from './submission.js';
import { commandBounds } from '@feusa/contracts/bounds';
import type { CommandAnswer } from '@feusa/contracts/commands';
import { newId } from '@feusa/platform/new-id';
import { observeAppend, observeCommand } from './observe.js';
import { NameNotKnown } from './known-names.js';
import { MetKeys } from './met-keys.js';
import { loadNamesFor } from './load-names.js';
import { WriteModel } from './write-model.js';

const BATCH = 256;
const QUEUE = commandBounds.queue.value;

interface Pending extends Ready {
  settle(outcome: Outcome): void;
  fail(fault: unknown): void;
}

/** Who is told of what was appended, and what may be appended next. */
type Followers = Pick<EventLog, 'publish' | 'expect'>;

/**
 * Decides commands in batches: whatever arrived while one append was on its way to the disk is decided
 * together on the write model and appended at once. Each command still has its own answer.
 */
export class CommandQueue {
  private readonly queue: Pending[] = [];
  private readonly model: WriteModel;
  private readonly keys: MetKeys;
  private busy = false;

  constructor(
    private readonly store: EventStore,
    private readonly features: Features,
    private readonly followers: Followers,
  ) {
    this.model = new WriteModel(store);
    this.keys = new MetKeys(store);
  }

  /**
   * Answers once the command's event is durable.
   * @throws Refusal for a business "no"; any other error means that the outcome is unknown
   */
  submit(submission: Submission, feature: AnyFeature): Promise<CommandAnswer> {
    return observeCommand(submission, (observed) => this.answer(observed, feature));
  }

  private async answer(submission: Submission, feature: AnyFeature): Promise<CommandAnswer> {
    const known = feature.prepare && (await this.recall(submission));
    if (known) return answerOf(known);
    const ready = await makeReady(feature, this.features, submission);
    if (this.queue.length >= QUEUE) refuse('busy');
    const outcome = await new Promise<Outcome>((settle, fail) => {
      this.queue.push({ settle, fail, ...ready });
      this.wake();
    });
    return answerOf(outcome);
  }

  private async recall({ by, key }: Submission): Promise<Outcome | undefined> {
    if (!key) return undefined;
    const [known] = await this.store.answers([{ actor: by.id, key: key.key }]);
    return known && recalled(known, key);
  }

  /** Commands that arrive in the same turn of the event loop share the first batch. */
  private wake(): void {
    if (this.busy) return;
    this.busy = true;
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
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
      const outcomes =
        (await this.appendOptimistically(batch)) ?? (await this.appendUnderLock(batch));
      for (const [index, { settle, fail }] of batch.entries()) {
        const outcome = outcomes[index]!;
        if (outcome instanceof Fault) fail(outcome.cause);
        else settle(outcome);
      }
    } catch (fault) {
      this.model.forget();
      batch.forEach(({ fail }) => fail(fault));
    }
  }

  /** Undefined where another writer was faster: then nothing was written. */
  private async appendOptimistically(
    batch: readonly Pending[],
  ): Promise<Decided['outcomes'] | undefined> {
    const decided = await this.decide(batch);
    if (decided.events.length === 0 && decided.answers.length === 0) {
      const { position } = await this.store.head();
      return position === decided.expected.position ? decided.outcomes : undefined;
    }
    const recorded = await observeAppend(
      () => decided,
      () => this.store.append(decided),
    );
    return recorded && this.appended(decided, recorded);
  }

  /** Decides again with the log held still: who has lost once need not lose for ever. */
  private async appendUnderLock(batch: readonly Pending[]): Promise<Decided['outcomes']> {
    this.model.forget();
    this.keys.meet(batch);
    let decided: Decided | undefined;
    const recorded = await observeAppend(
      () => decided,
      () => this.store.appendUnderLock(async () => (decided = await this.decide(batch))),
    );
    return this.appended(decided!, recorded);
  }

  private appended(decided: Decided, recorded: readonly RecordedEvent[]): Decided['outcomes'] {
    const last = recorded.at(-1);
    if (last) {
      const hash = Buffer.from(last.hash, 'hex');
      const events = recorded.map(({ event }) => event);
      const { position, at } = last.event;
      this.model.moveTo({ position, hash, at });
      DirectoryIndex.appended(this.store, decided.expected.position, events);
      this.followers.publish(events);
    }
    return decided.outcomes;
  }

  /** `listed`: folders of which all names are to be known. */
  private async decide(
    batch: readonly Pending[],
    listed: readonly (string | null)[] = [],
  ): Promise<Decided> {
    const { model } = this;
    const expected = await model.currentHead();
    await model.loadAllNames(listed);
    const known = await this.load(batch);
    const [first] = batch;
    const exact = first?.exact ? await readStrongly(first, this.store) : undefined;
    if (first && exact !== undefined && !isUnlimited(first.by)) await loadSource(model, exact);
    await loadNamesFor(batch, { model, exact });
    const decided = decideBatch(batch, { model, expected, known, exact });
    const unlisted = decided.outcomes.flatMap(folderNotListed);
    if (unlisted.length === 0) return decided;
    model.forget();
    return this.decide(batch, [...listed, ...unlisted]);
  }

  private async load(batch: readonly Pending[]): Promise<Map<string, KeyedAnswer>> {
    const streams = batch.filter(targetOf);
    this.followers.expect?.(streams.map(({ stream }) => stream));
    const own = streams.map(({ stream, feature }) => [stream, feature] as const);
    const others = batch.flatMap(({ namesakes }) => [...namesakes]);
    await this.model.loadStreams(new Map([...own, ...others]));
    const folders = batch.map(({ feature, command, stream }) => {
      const { state } = this.model.stream(stream, feature);
      return feature.folders?.(command, state) ?? [];
    });
    await this.model.loadFolders(folders.flat());
    if (batch.some(({ feature, command }) => feature.readsDirectory?.includes(command.name)))
      await this.model.loadDirectory();
    await this.loadAccess(batch, folders);
    return this.keys.answersTo(batch);
  }

  /** Administrators are asked nothing more. */
  private async loadAccess(
    batch: readonly Pending[],
    folders: readonly (readonly (string | null)[])[],
  ): Promise<void> {
    for (const [index, { by, command }] of batch.entries()) {
      const own = folders[index] ?? [];
      if (isUnlimited(by) || own.length === 0) continue;
      await this.model.loadAccess(own);
      if (TAKES_ALL.has(command.name)) await this.model.loadRestricted();
    }
  }
}

/** The folder whose names a decision needed and did not have. */
const folderNotListed = (outcome: Decided['outcomes'][number]): (string | null)[] =>
  outcome instanceof Fault && outcome.cause instanceof NameNotKnown ? [outcome.cause.folder] : [];

/** Where what is copied lies. */
async function loadSource(model: WriteModel, source: unknown): Promise<void> {
  const { folderId } = (source ?? {}) as { readonly folderId?: string };
  if (folderId === undefined) return;
  await model.loadFolders([folderId]);
  await model.loadAccess([folderId]);
}

function answerOf(outcome: Outcome): CommandAnswer {
  return 'ok' in outcome ? outcome.ok : refuse(outcome.no, outcome.facts);
}

/** Prepares a command, which may take its time. @throws Refusal that its key does not keep */
export async function makeReady(
  feature: AnyFeature,
  features: Features,
  submission: Submission,
): Promise<Ready> {
  const { command } = submission;
  const chosen = targetOf(submission);
  const id = chosen ?? newId();
  const isNew = chosen !== undefined && /^(add|copy)-/.test(command.name);
  const namesakes = new Map(
    (isNew ? adding(features) : []).map((each) => [streamOf(each.noun, id), each] as const),
  );
  const { prepared, refused } = await prepare(feature, id, submission);
  const stream = streamOf(feature.noun, id);
  const exact = isExact(feature, submission);
  return { feature, id, stream, namesakes, prepared, refused, exact, ...submission };
}

/** Who makes things that a client may choose an id for, and accounts, which are named beside groups by their ids. */
const adding = (features: Features): AnyFeature[] => [
  ...new Set([...features].flatMap(([name, each]) => (MAKES.test(name) ? [each] : []))),
];
const MAKES = /^(add|register)-/;

/** The thing that a command is about; undefined where it makes a new one. */
export function targetOf({
  target,
  command: { name, body },
}: Pick<Submission, 'target' | 'command'>): string | undefined {
  if (target !== undefined) return target;
  if (name === 'copy-file' || name === 'copy-link') return body.newId;
  if ('id' in body) return body.id;
  return 'userId' in body ? body.userId : undefined;
}

/** A refusal is an answer that its key keeps, unless it says no more than "later". */
async function prepare(
  feature: AnyFeature,
  id: string,
  { command, by, key, compensates }: Submission,
): Promise<Pick<Ready, 'prepared' | 'refused'>> {
  try {
    await feature.limit?.(command, by);
    const known = compensates?.prepared;
    const prepared = known === undefined ? await feature.prepare?.(command, id, by) : known;
    return { prepared, refused: undefined };
  } catch (fault) {
    const lasts = fault instanceof Refusal && fault.status < 500 && fault.status !== 429;
    if (!lasts || !key) throw fault;
    return { prepared: undefined, refused: { no: fault.code, facts: fault.facts } };
  }
}

function isExact({ exact }: AnyFeature, { command: { name }, compensates }: Submission): boolean {
  if (compensates?.held !== undefined) return true;
  return exact?.names.includes(name) ?? false;
}

/** What only the database knows of a command that is `exact`. */
export async function readStrongly(
  { feature, command, id, compensates, by }: Ready,
  store: EventStore,
): Promise<unknown> {
  if (compensates?.held !== undefined) return (await store.heldIn([id])).length;
  return feature.exact?.read(command, id, store, by);
}
