import type { OnConflict as OnNameTaken } from '@feusa/contracts/on-conflict';
import type { UndoAnswer, UndoInput, UndoProgress } from '@feusa/contracts/undo';
import { mutate } from 'swr';
import { accepted, ApiError, request, requirePresent, wrote } from '../api.js';
import { linesOf } from '../lines.js';
import { noteOwnWrite } from '../own-changes.js';
import { newId } from '../new-id.js';
import { texts } from './texts.js';

const LINES = 'application/x-ndjson';

interface Sending {
  /** By which it can be stopped. */
  readonly key?: string;
  /** What to do about names that are taken. */
  readonly onNameTaken?: OnNameTaken;
  /** Called with how many steps are done. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Undoes; ends early, and says so, where it is stopped.
 * @throws ApiError
 */
export async function sendUndo(
  body: UndoInput,
  { key = newId(), onNameTaken = 'refuse', onProgress = () => undefined }: Sending = {},
): Promise<UndoAnswer> {
  requirePresent('undo');
  const call = () =>
    fetch(`/api/undo?onConflict=${onNameTaken}`, {
      method: 'POST',
      headers: {
        accept: LINES,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new ApiError({ status: 0, code: 'offline', detail: texts.theServerCannotBeReached });
    });
  const response = await accepted(call);
  const answer = await lastOf(response, onProgress);
  if (answer.position) {
    wrote(answer.position);
    noteOwnWrite(answer.id, answer.position);
  }
  void mutate((key) => typeof key === 'string' && key.startsWith('/api/'));
  return answer;
}

/** Has an undo of this person end; its own answer tells how far it came. @throws ApiError */
export const stopUndo = (key: string): Promise<void> =>
  request('POST', '/api/undo/stop', { body: { key } });

async function lastOf(response: Response, onProgress: (done: number) => void): Promise<UndoAnswer> {
  let result: UndoAnswer | undefined;
  for await (const line of linesOf(response)) {
    const { done, problem, result: sent } = JSON.parse(line) as UndoProgress;
    if (problem) throw new ApiError({ status: 500, ...problem });
    if (done !== undefined) onProgress(done);
    result = sent ?? result;
  }
  if (result) return result;
  const detail = texts.connectionBroke;
  throw new ApiError({ status: 0, code: 'offline', detail });
}
