import { streamOf } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { ReadModel, Source } from '../read-model/read-model.js';
import type { DocRow, EmployeeRow } from '../read-model/rows.js';
import type { FileLookup, ServedFile } from './lookup.js';
import { versionsOf, visibleFile } from './versions.js';

/** Finds what `/files/{id}` stands for in the read model. */
export const readLookup = (model: ReadModel): FileLookup => ({
  async find(id, { version, ...when }, by) {
    const source = await model.sourceFor(when, by);
    const file = await visibleFile(source, id);
    if (file) {
      if (source.past) await requireBytes(model, file);
      return document(model, file, version);
    }
    return version === undefined ? portrait(await employee(model, source, id)) : undefined;
  },
  head: async () => (await model.store.head()).position,
});

/** What was there once may have been removed for good since. @throws Refusal */
async function requireBytes({ store }: ReadModel, { id }: DocRow): Promise<void> {
  if ((await store.purged([streamOf('file', id)])).size > 0) refuse('file/purged');
}

async function document(
  { store }: ReadModel,
  file: DocRow,
  version = file.fileVersion,
): Promise<ServedFile | undefined> {
  const { name } = file;
  const isNewest = version === file.fileVersion;
  const [found] = isNewest
    ? [file]
    : (await versionsOf(store, file)).filter(({ fileVersion }) => fileVersion === version);
  if (!found?.blob) return undefined;
  const { blob, size, mediaType } = found;
  return {
    blob,
    name,
    size: size ?? undefined,
    mediaType: mediaType ?? 'application/octet-stream',
  };
}

async function employee(
  { rows }: ReadModel,
  { past }: Source,
  id: string,
): Promise<EmployeeRow | undefined> {
  if (past) return past.employee(id);
  const row = (await rows.row(streamOf('employee', id))) as EmployeeRow | undefined;
  return row?.removedAt === null ? row : undefined;
}

function portrait(row: EmployeeRow | undefined): ServedFile | undefined {
  if (!row?.imageBlob || !row.imageType) return undefined;
  const extension = row.imageType.slice(row.imageType.indexOf('/') + 1);
  const name = `${row.firstName} ${row.lastName}.${extension}`;
  return { blob: row.imageBlob, name, mediaType: row.imageType };
}
