import { ApiError, send } from '../../shared/api.js';
import { Cancelled } from '../../shared/conflicts/ask.js';
import { sendNaming } from '../../shared/conflicts/send-naming.js';
import { exactTime, formatSize } from '../../shared/format.js';
import { startUpload, type RunningUpload } from '../../shared/upload.js';
import { allItems, change, drop, isActive, type Item } from './queue.js';
import { texts } from './texts.js';

const AT_ONCE = 3;
const FAILED = texts.addFailed;

const UNREADABLE = texts.changedSinceChosen;

/** Answers that may be others the next time: too busy, too many at once, a session that has ended. */
const passing: ReadonlySet<number> = new Set([0, 401, 408, 409, 423, 425, 429]);

/** Why it failed, and whether there is a point in trying again. */
function problemOf(error: unknown): Pick<Item, 'problem' | 'isFinal'> {
  if (!(error instanceof ApiError)) {
    const isUnreadable = error instanceof DOMException && error.name === 'NotReadableError';
    return isUnreadable ? { problem: UNREADABLE, isFinal: true } : { problem: FAILED };
  }
  const { status, detail } = error;
  if (!passing.has(status) && status < 500)
    return { problem: texts.notAdded(detail), isFinal: true };
  return { problem: `${FAILED} ${detail}` };
}

const running = new Map<number, RunningUpload>();
const busy = new Set<number>();

/** Starts as many as may run at once. */
export function pump(): void {
  for (const item of allItems()) {
    if (busy.size >= AT_ONCE) return;
    if (item.state === 'waiting' && !busy.has(item.id)) void run(item);
  }
}

const current = (id: number) => allItems().find((item) => item.id === id);

function progress(id: number, sent: number) {
  const now = current(id);
  if (now && (now.state === 'sending' || now.state === 'broken'))
    change(id, { sent, state: 'sending' });
}

async function run(item: Item) {
  const { id } = item;
  busy.add(id);
  change(id, { state: 'sending', problem: '' });
  try {
    const file =
      item.name === item.file.name ? item.file : new File([item.file], item.name, item.file);
    const upload = await startUpload(file, {
      onProgress: (sent) => progress(id, sent),
      onWaiting: () => change(id, { state: 'broken' }),
    });
    running.set(id, upload);
    const uploadId = await upload.done;
    change(id, { state: 'adding', sent: item.file.size });
    await addUploaded(item, uploadId);
    change(id, { state: 'done' });
  } catch (error) {
    if (error instanceof Cancelled) return change(id, { state: 'skipped' });
    change(id, { state: 'failed', isFinal: false, ...problemOf(error) });
  } finally {
    running.delete(id);
    busy.delete(id);
    pump();
  }
}

/** A name may have been taken while the file was on its way. */
async function addUploaded(item: Item, uploadId: string): Promise<void> {
  const { folderId, correlationId, replaces, name, file } = item;
  const body = { folderId, uploadId };
  if (replaces) {
    await send('add-file', body, correlationId);
    await send('remove-file', { id: replaces }, correlationId);
    return;
  }
  const mine = [formatSize(file.size), texts.changed(exactTime(file.lastModified))];
  await sendNaming('add-file', body, { correlationId, name, folderId, mine, canReplace: true });
}

export function pause(item: Item): void {
  running.get(item.id)?.pause();
  change(item.id, { state: 'paused' });
}

export function resume(item: Item): void {
  const upload = running.get(item.id);
  change(item.id, { state: upload ? 'sending' : 'waiting' });
  if (upload) upload.resume();
  else pump();
}

export function retry(item: Item): void {
  change(item.id, { state: 'waiting', sent: 0, problem: '' });
  pump();
}

export function remove(item: Item): void {
  running.get(item.id)?.remove();
  running.delete(item.id);
  busy.delete(item.id);
  drop(({ id }) => id !== item.id);
  pump();
}

const stoppable = ({ state }: Item) => ['waiting', 'sending', 'broken'].includes(state);

export const pauseAll = (): void => allItems().filter(stoppable).forEach(pause);
export const resumeAll = (): void =>
  allItems()
    .filter(({ state }) => state === 'paused')
    .forEach(resume);
export const clearFinished = (): void => drop(isActive);
export const removeAll = (): void => allItems().forEach(remove);
