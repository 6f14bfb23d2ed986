import { randomUUID } from 'node:crypto';
import type { Batch, Head, KeyedAnswer, NewEvent } from '@feusa/event-log/store/port';
import type { CommandAnswer } from '@feusa/contracts/commands';
import { Refusal, refuse, type RefusalCode, type RefusalFacts } from '@feusa/contracts/refusals';
import type { Naming } from '@feusa/domain/naming';
import type { FolderNode } from '@feusa/domain/tree';
import { schemaVersionOf } from '@feusa/domain/upcast';
import { isUnlimited, requireAccess, visibleNames } from './access/require-access.js';
import type { AnyFeature } from './feature.js';
import { stampAfter } from './stamp.js';
import { isSameBody, type KeyedBody, type Submission } from './submission.js';
import type { WriteModel } from './write-model.js';

/** A command that can be decided; `exact`: first in its batch, on what only the database knows. */
export interface Ready extends Submission {
  readonly feature: AnyFeature;
  readonly id: string;
  readonly stream: string;
  /** Streams of all kinds of things that the id of a new thing would be that of, if they were there. */
  readonly namesakes: ReadonlyMap<string, AnyFeature>;
  readonly prepared: unknown;
  /** What preparing it came to, where that was a refusal already. */
  readonly refused: Outcome | undefined;
  readonly exact: boolean;
}

/** What is remembered of a command and told again. */
export type Outcome =
  { readonly ok: CommandAnswer } | { readonly no: RefusalCode; readonly facts: RefusalFacts };

/** A bug in one command's decision: it fails alone, and nothing of it is remembered. */
export class Fault {
  constructor(readonly cause: unknown) {}
}

/** What to append, and what to tell each command of the batch, in its order. */
export interface Decided extends Batch {
  /** The command of each event. */
  readonly causes: readonly Ready[];
  readonly outcomes: readonly (Outcome | Fault)[];
}

/** `known`: remembered answers by `slotOf`; `exact`: what was read for the first command. */
export interface BatchContext {
  readonly model: WriteModel;
  readonly expected: Head;
  readonly known: Map<string, KeyedAnswer>;
  readonly exact: unknown;
}

export const REUSED: Outcome = { no: 'request/key-reused', facts: {} };

/** Where the answer of an actor's key is remembered. */
export const slotOf = ({ actor, key }: { actor: string; key: string }): string => `${actor} ${key}`;

/** What a key that was used before is answered with. */
export const recalled = (known: KeyedAnswer, key: KeyedBody): Outcome =>
  isSameBody(known.bodyHash, key) ? (known.answer as Outcome) : REUSED;

/** Decides commands one after the other, each on what those before it decided. */
export function decideBatch(batch: readonly Ready[], batchContext: BatchContext): Decided {
  const { known, expected } = batchContext;
  const events: NewEvent[] = [];
  const folders = new Map<string, FolderNode>();
  const answers: KeyedAnswer[] = [];
  const causes: Ready[] = [];
  const growing = { events, causes, folders, ...batchContext };
  const outcomes = batch.map((ready) => {
    const { by, key } = ready;
    const slot = key && slotOf({ actor: by.id, key: key.key });
    const earlier = slot && known.get(slot);
    if (earlier) return recalled(earlier, key);
    const outcome = ready.refused ?? decideOne(ready, growing);
    if (slot && !(outcome instanceof Fault)) {
      const answer = { actor: by.id, ...key, answer: outcome };
      known.set(slot, answer);
      answers.push(answer);
    }
    return outcome;
  });
  return { expected, events, causes, folders, answers, outcomes };
}

interface Growing extends BatchContext {
  readonly events: NewEvent[];
  readonly causes: Ready[];
  readonly folders: Map<string, FolderNode>;
}

function decideOne(ready: Ready, growing: Growing): Outcome | Fault {
  const { model, events, causes, folders, expected, exact } = growing;
  const { feature, command, stream, id, prepared, by, correlationId } = ready;
  const { version, state } = model.stream(stream, feature);
  const newest = () => String(expected.position + events.length);
  try {
    requireUnchanged(ready, version, exact);
    requireNew(ready, model);
    const naming = allowedNaming({ state, source: exact, ...ready }, model);
    const { directory } = model;
    const facts = { id, version, folders: model.folders, by, naming, directory };
    const context = feature.context(facts, prepared, ready.exact ? exact : undefined);
    const event = feature.decider.decide(command, state, context);
    if (!event) return { ok: { id, version, position: newest() } };
    const evolved = model.apply(stream, feature, event, by.id);
    if (feature.noun === 'folder') folders.set(id, evolved as FolderNode);
    causes.push(ready);
    // Spreads come last here and wherever it is often: an object that begins with one is built slowly.
    const placed: NewEvent = {
      id: randomUUID(),
      stream,
      version: version + 1,
      schemaVersion: schemaVersionOf(event.type),
      at: stampAfter(events.at(-1)?.at ?? expected.at),
      actor: by.id,
      commandId: ready.key?.key ?? randomUUID(),
      correlationId,
      ...event,
    };
    const { undoes } = ready.compensates ?? {};
    events.push(undoes === undefined ? placed : { ...placed, undoes });
    return { ok: { id, version: version + 1, position: newest() } };
  } catch (fault) {
    return fault instanceof Refusal ? { no: fault.code, facts: fault.facts } : new Fault(fault);
  }
}

interface Deciding extends Pick<Submission, 'by' | 'command' | 'onConflict'> {
  readonly feature: AnyFeature;
  readonly id: string;
  readonly state: unknown;
  /** What a copy is of. */
  readonly source: unknown;
}

/** Which names are taken, for whom a command comes from. @throws Refusal where they may not send it */
export function allowedNaming(deciding: Deciding, model: WriteModel): Naming | undefined {
  const { by, onConflict } = deciding;
  const naming = onConflict && { onConflict, named: model.named };
  if (isUnlimited(by)) return naming;
  const sight = model.sightOf(by);
  requireAccess(deciding, sight);
  return naming && visibleNames(naming, sight.accessTo);
}

/** @throws Refusal where anything has the id already that a new thing is to have */
function requireNew({ id, namesakes }: Ready, model: WriteModel): void {
  for (const [stream, feature] of namesakes) {
    if (model.stream(stream, feature).version > 0) refuse('id-taken', { id });
  }
}

/** @throws Refusal where what is to be taken back is not as it was looked at any more */
function requireUnchanged({ compensates }: Ready, version: number, held: unknown): void {
  if (!compensates) return;
  if (compensates.version !== version) refuse('undo/changed');
  if (compensates.held !== undefined && compensates.held !== held) refuse('undo/changed');
}
