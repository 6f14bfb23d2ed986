import type { EventStore } from '@feusa/event-log/store/port';
import type { TransparentLog } from '@feusa/transparency/port';
import { ValidationFault } from '@feusa/http/parsed';

/** How many events there are. @throws ValidationFault where there are fewer than a parameter says */
export async function headBeyond(
  store: Pick<EventStore, 'head'>,
  asked: Readonly<Record<string, number>>,
): Promise<number> {
  const { position: head } = await store.head();
  const beyond = Object.entries(asked).filter(([, position]) => position > head);
  if (beyond.length === 0) return head;
  throw new ValidationFault(
    Object.fromEntries(beyond.map(([name]) => [name, `The log has ${head} events`])),
  );
}

/** That the event at a position is in the log, with the checkpoint to check it against. Hashes in base64. */
export async function inclusionProof(
  transparentLog: TransparentLog,
  position: number,
  size: number,
) {
  await transparentLog.reached(size);
  const [{ leafHash, proof }, { note }] = await Promise.all([
    transparentLog.inclusion(position, size),
    transparentLog.checkpoint(size),
  ]);
  return {
    position: String(position),
    size: String(size),
    leafHash: leafHash.toString('base64'),
    proof: proof.map(base64),
    checkpoint: note,
  };
}

export const base64 = (hash: Buffer) => hash.toString('base64');
