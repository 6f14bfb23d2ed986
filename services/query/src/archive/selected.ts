import { refuse } from '@feusa/contracts/refusals';
import type { ReadDatabase } from '../read-model/database.js';
import type { ContentSource } from '../read-model/source.js';
import type { ArchiveSelection } from './contents.js';

const SEVERAL = 'Files';

interface Selected {
  /** What the archive is called. */
  readonly name: string;
  readonly wanted: ArchiveSelection;
}

/** What these ids stand for now. @throws Refusal `not-found` where one of them is not there any more */
export async function selected(
  database: ReadDatabase,
  source: ContentSource,
  asked: readonly string[],
): Promise<Selected> {
  const ids = [...new Set(asked)];
  const [named, docs] = await Promise.all([
    database.find('folders', ids),
    database.find('docs', ids),
  ]);
  const chainsOf = await Promise.all(named.map(({ id }) => source.chain(id)));
  const folders = named.filter((_, index) => chainsOf[index]);
  const found = [...folders, ...docs];
  const parents = new Set([...folders.map(({ parentId }) => parentId), ...homes(docs)]);
  const chains = await Promise.all([...parents].map((id) => (id === null ? [] : source.chain(id))));
  const isThere = found.length === ids.length && found.every(({ removedAt }) => removedAt === null);
  if (!isThere || chains.includes(undefined)) refuse('not-found');
  const [only] = folders.length === 1 && docs.length === 0 ? folders : [];
  const home = chains.length === 1 ? chains[0]?.at(-1) : undefined;
  return { name: (only ?? home)?.name ?? SEVERAL, wanted: { folders, docs } };
}

const homes = (docs: ArchiveSelection['docs']) => docs.map(({ folderId }) => folderId);
