import type { UndoAnswer, UndoInput, UndoProgress } from '@feusa/contracts/undo';
import { mutate } from 'swr';
import { ApiError, problemOf, requirePresent, wrote } from '../api.js';
import { linesOf } from '../lines.js';
import { noteOwnWrite } from '../own-writes.js';

const LINES = 'application/x-ndjson';

/**
 * Undoes, telling how many steps are done.
 * @throws ApiError
 */
export async function sendUndo(
  body: UndoInput,
  onProgress: (done: number) => void = () => undefined,
): Promise<UndoAnswer> {
  requirePresent('undo');
  const response = await fetch('/api/undo', {
    method: 'POST',
    headers: {
      accept: LINES,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError({ status: 0, code: 'offline', detail: 'The server cannot be reached.' });
  });
  if (!response.ok) throw new ApiError(await problemOf(response));
  const answer = await lastOf(response, onProgress);
  if (answer.position) {
    wrote(answer.position);
    noteOwnWrite(answer.id, answer.position);
  }
  void mutate((key) => typeof key === 'string' && key.startsWith('/api/'));
  return answer;
}

async function lastOf(response: Response, onProgress: (done: number) => void): Promise<UndoAnswer> {
  let result: UndoAnswer | undefined;
  for await (const line of linesOf(response)) {
    const { done, problem, result: told } = JSON.parse(line) as UndoProgress;
    if (problem) throw new ApiError({ status: 500, ...problem });
    if (done !== undefined) onProgress(done);
    result = told ?? result;
  }
  if (result) return result;
  const detail = 'The connection broke. Look at the log for what was undone.';
  throw new ApiError({ status: 0, code: 'offline', detail });
}
