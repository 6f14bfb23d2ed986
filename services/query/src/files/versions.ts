import type { EventStore } from '@feusa/event-log/store/port';
import { streamOf } from '@feusa/contracts/events';
import type { Source } from '../read-model/read-model.js';
import type { DocRow } from '../read-model/rows.js';

/** One content of a file, and whose work it is. */
export interface Version {
  readonly fileVersion: number;
  readonly blob: string;
  readonly size: number;
  readonly mediaType: string;
  readonly note?: string | undefined;
  readonly from?: number | undefined;
  readonly at: string;
  readonly actor: string;
}

/** A file that is there, in a folder that is there. */
export async function visibleFile(
  { source }: Pick<Source, 'source'>,
  id: string,
): Promise<DocRow | undefined> {
  const row = await source.file(id);
  if (!row?.blob || row.removedAt !== null) return undefined;
  return (await source.chain(row.folderId)) && row;
}

/** The contents of a file up to the event that made this row, the oldest first. */
export async function versionsOf(
  store: Pick<EventStore, 'readFiles'>,
  { id, version }: Pick<DocRow, 'id' | 'version'>,
): Promise<Version[]> {
  const versions: Version[] = [];
  const [file] = await store.readFiles([streamOf('file', id)]);
  for (const event of file?.events ?? []) {
    if (event.version > version) break;
    const { data, at, actor } = event;
    if (!('blob' in data)) continue;
    const { blob, size, mediaType } = data;
    const fileVersion = versions.length + 1;
    const { note, from } = data as { readonly note?: string; readonly from?: number };
    versions.push({ fileVersion, blob, size, mediaType, note, from, at, actor });
  }
  return versions;
}
