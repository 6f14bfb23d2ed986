import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { previewKind } from '@feusa/contracts/preview-kinds';
import type { FolderPage } from '@feusa/contracts/views';
import { fold } from '../../../shared/fold.js';
import { newRow } from '../../../shared/own-changes.js';

export type Doc = FileView | LinkView;
export type Entry = FolderView | Doc;
/** The folder that it lies in; null is the top. */
export const homeOf = (entry: Entry): string | null =>
  entry.type === 'folder' ? entry.parentId : entry.folderId;

export type Sort =
  | 'name'
  | 'name-down'
  | 'newest'
  | 'size'
  | 'size-up'
  | 'changed'
  | 'changed-up'
  | 'who'
  | 'who-down';

export interface Entries {
  readonly folders: readonly FolderView[];
  readonly files: readonly FileView[];
  readonly links: readonly LinkView[];
}

const collator = new Intl.Collator(['en', 'de'], { numeric: true, sensitivity: 'base' });
const byName = (a: Entry, b: Entry) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
const sizeOf = (entry: Entry) => (entry.type === 'doc' ? entry.size : 0);

const changeOf = (entry: Entry) =>
  entry.type === 'folder' ? entry.timestamp : Date.parse(entry.changedAt);
/** Who changed it last, as people read it. */
export const actorOf = (entry: Entry): string =>
  entry.type === 'folder' ? '' : (entry.changedBy.name ?? entry.changedBy.email);

type Compare = (a: Entry, b: Entry) => number;
const byActor: Compare = (a, b) => collator.compare(actorOf(a), actorOf(b)) || byName(a, b);
const bySize: Compare = (a, b) => sizeOf(b) - sizeOf(a) || byName(a, b);
const byChange: Compare = (a, b) => changeOf(b) - changeOf(a) || byName(a, b);
const upside =
  (compare: Compare): Compare =>
  (a, b) =>
    compare(b, a);

const orders: Record<Sort, Compare> = {
  name: byName,
  'name-down': upside(byName),
  newest: (a, b) => b.timestamp - a.timestamp || byName(a, b),
  size: bySize,
  'size-up': upside(bySize),
  changed: byChange,
  'changed-up': upside(byChange),
  who: byActor,
  'who-down': upside(byActor),
};

export const isSort = (text: string): text is Sort => text in orders;

/** Every word of the filter is somewhere in the name (or the target of a link). */
function matcher(filter: string): (entry: Entry) => boolean {
  const words = fold(filter).split(/\s+/).filter(Boolean);
  return (entry) => {
    const text = fold(entry.type === 'link' ? `${entry.name} ${entry.link}` : entry.name);
    return words.every((word) => text.includes(word));
  };
}

/** What a page shows, in order. */
export function arrange(page: FolderPage, sort: Sort, filter: string): Entries {
  const matches = matcher(filter);
  const pick = <E extends Entry>(list: readonly E[]) => list.filter(matches).sort(orders[sort]);
  return {
    folders: pick(page.folders),
    files: pick(page.docs.filter((doc): doc is FileView => doc.type === 'doc')),
    links: pick(page.docs.filter((doc): doc is LinkView => doc.type === 'link')),
  };
}

export const allOf = ({ folders, files, links }: Entries): readonly Entry[] => [
  ...folders,
  ...files,
  ...links,
];

const somebody = { id: '', email: '' };

/** What is added here, as it is until the server has it. */
export function newEntry(name: string) {
  const row = newRow();
  const changedAt = new Date(row.timestamp).toISOString();
  return { ...row, name, searchTerms: [], addedBy: somebody, changedBy: somebody, changedAt };
}

/** The extension in lower case: 'pdf' for 'Manual.PDF'. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

export const isImage = (file: FileView): boolean =>
  /^image\/(png|jpeg|gif|webp)$/.test(file.mediaType);

/** Whether the server can show what is inside. */
export const canPreview = (entry: Entry): boolean =>
  entry.type === 'doc' && previewKind(entry.mediaType, entry.name) !== undefined;

export const hostOf = (link: string): string =>
  URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : link;

/** The target, checked again before it is offered: only http and https may be opened. */
export const safeHref = (link: string): string | undefined =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;

const nouns: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'recording'],
  [/spreadsheet|excel|csv/, 'spreadsheet'],
  [/presentation|powerpoint/, 'presentation'],
  [/pdf|word|document|^text\//, 'document'],
  [/zip|compressed|tar/, 'archive'],
];

/** What a file is, in a person's words: 'PDF document' for a `application/pdf` with its extension. */
export function typeName(name: string, mediaType: string): string {
  const noun = nouns.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'file';
  const extension = extensionOf(name).toUpperCase();
  return extension ? `${extension} ${noun}` : noun.charAt(0).toUpperCase() + noun.slice(1);
}
