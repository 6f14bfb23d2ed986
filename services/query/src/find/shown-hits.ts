import type { FindHit } from '@feusa/contracts/find';
import { excerptOf } from '@feusa/search/find/excerpt';
import type { DocumentIndex } from '@feusa/search/find/port';
import type { Sight } from '../access/access-model.js';
import type { ReadDatabase } from '../read-model/database.js';
import type { FolderTree } from './folder-tree.js';
import type { Ranked } from './ranking.js';

interface ShownFrom {
  readonly index: Pick<DocumentIndex, 'known' | 'wordsIn' | 'texts'>;
  readonly folders: Pick<FolderTree, 'path'>;
  readonly database: Pick<ReadDatabase, 'find'>;
  readonly sight: Pick<Sight, 'reads'>;
}

interface PlacedHit extends Ranked {
  readonly path: FindHit['path'];
  /** Which of the words it has. */
  readonly own: readonly string[];
}

/**
 * What people get of what was found. Everything passes here: what is not there, is hidden, or has none of the
 * words is left out, whatever an engine said; names and places are those that are kept here.
 */
export async function shownHits(
  from: ShownFrom,
  page: readonly Ranked[],
  words: readonly string[],
): Promise<FindHit[]> {
  const shown = await visible(from, page, words);
  const blobs = shown.flatMap(({ matched, blob }) => (matched === 'content' && blob ? [blob] : []));
  const links = shown.filter(({ kind }) => kind === 'link').map(({ id }) => id);
  const [texts, rows] = await Promise.all([
    blobs.length > 0 ? from.index.texts(blobs) : new Map<string, string>(),
    links.length > 0 ? from.database.find('docs', links) : [],
  ]);
  const targets = new Map(rows.map(({ id, link }) => [id, link]));
  return shown.map(({ kind, id, name, path, matched, blob, own }) => {
    const missing = words.filter((word) => !own.includes(word));
    const text = blob === null ? undefined : texts.get(blob);
    const excerpt = text === undefined ? undefined : excerptOf(text, words);
    const link = targets.get(id);
    return {
      ...{ kind, id, name, path, matched },
      ...(excerpt !== undefined && { excerpt }),
      ...(missing.length > 0 && { missing }),
      ...(link && { link }),
    };
  });
}

async function visible(
  { index, folders, sight }: ShownFrom,
  page: readonly Ranked[],
  words: readonly string[],
): Promise<PlacedHit[]> {
  const docs = page.filter(({ kind }) => kind !== 'person').map(({ id }) => id);
  const [known, has] = await Promise.all([index.known(docs), index.wordsIn(docs, words)]);
  return page.flatMap((each): PlacedHit[] => {
    if (each.kind === 'person') return [{ ...each, path: [], own: each.has?.words ?? words }];
    const doc = known.get(each.id);
    const own = has.get(each.id) ?? [];
    const path = doc && isSeen(sight, { ...each, ...doc }) ? folders.path(doc.folderId) : undefined;
    return path && own.length > 0 ? [{ ...each, ...doc, path, own }] : [];
  });
}

const isSeen = ({ reads }: ShownFrom['sight'], { kind, id, folderId }: Ranked) =>
  reads(folderId) && (kind !== 'folder' || reads(id));
