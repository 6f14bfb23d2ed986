import type { LogEvent } from '../log-event.js';

/** A folder that was deleted is looked for where it lay. */
const GONE = new Set(['FolderRemoved', 'FolderPurged']);

function folderOf({ type, stream, data }: LogEvent): string | null {
  if ('folderId' in data && typeof data.folderId === 'string') return data.folderId;
  if (stream.startsWith('folder-') && !GONE.has(type)) return stream.slice('folder-'.length);
  return 'parentId' in data ? (data.parentId ?? null) : null;
}

/** The folder that an event is about as it was just after it; the top where it is about none. */
export function momentAddress(event: LogEvent): string {
  const folder = folderOf(event);
  return `/dashboard${folder === null ? '' : `/${folder}`}?at=${event.position}`;
}
