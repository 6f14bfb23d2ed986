import { randomUUID } from 'node:crypto';
import type { EventStore } from '@feusa/event-log/store/port';
import { streamOf } from '@feusa/contracts/events';
import { Refusal } from '@feusa/contracts/refusals';
import type { Command } from '@feusa/domain/decider';
import type { Ready } from './decide-batch.js';
import type { AnyFeature, Features } from './feature.js';
import type { Submission } from './submission.js';

/** Prepares a command, which may take its time. @throws Refusal that its key does not keep */
export async function makeReady(
  feature: AnyFeature,
  features: Features,
  submission: Submission,
): Promise<Ready> {
  const { command } = submission;
  const chosen = targetOf(command);
  const id = chosen ?? randomUUID();
  const isNew = chosen !== undefined && command.name.startsWith('add-');
  const namesakes = new Map(
    (isNew ? adding(features) : []).map((each) => [streamOf(each.noun, id), each] as const),
  );
  const { prepared, refused } = await prepare(feature, id, submission);
  const stream = streamOf(feature.noun, id);
  const exact = isExact(feature, submission);
  return { feature, id, stream, namesakes, prepared, refused, exact, ...submission };
}

/** Who makes things that a client may choose an id for. */
const adding = (features: Features): AnyFeature[] => [
  ...new Set([...features].flatMap(([name, each]) => (name.startsWith('add-') ? [each] : []))),
];

/** The thing that a command is about; undefined where it makes a new one. */
export function targetOf({ body }: Command): string | undefined {
  if ('id' in body) return body.id;
  return 'userId' in body ? body.userId : undefined;
}

/** A refusal is an answer that its key keeps, unless it says no more than "later". */
async function prepare(
  feature: AnyFeature,
  id: string,
  { command, by, key, compensates }: Submission,
): Promise<Pick<Ready, 'prepared' | 'refused'>> {
  if (compensates?.prepared !== undefined) {
    return { prepared: compensates.prepared, refused: undefined };
  }
  try {
    return { prepared: await feature.prepare?.(command, id, by), refused: undefined };
  } catch (fault) {
    const lasts = fault instanceof Refusal && fault.status < 500 && fault.status !== 429;
    if (!lasts || !key) throw fault;
    return { prepared: undefined, refused: { no: fault.code, facts: fault.facts } };
  }
}

function isExact(
  { exact }: AnyFeature,
  { command: { name }, compensates, onConflict }: Submission,
): boolean {
  if (compensates?.held !== undefined) return true;
  const ofConflicts = onConflict === 'refuse' && (exact?.ofConflicts?.includes(name) ?? false);
  return ofConflicts || (exact?.names.includes(name) ?? false);
}

/** What only the database knows of a command that is `exact`. */
export async function readExact(
  { feature, command, id, compensates }: Ready,
  store: EventStore,
): Promise<unknown> {
  if (compensates?.held !== undefined) return (await store.heldIn([id])).length;
  return feature.exact?.read(command, id, store);
}
