import { groupBy } from '@feusa/contracts/group-by';
import { accessTo, type AccessSubject } from '@feusa/domain/access';
import type { AsOfSource } from '../as-of/source.js';
import type { DocRow, FolderRow } from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';

type Reads = (folder: string | null) => boolean;

/** A source of which somebody sees only what lies in folders that they may read. */
export const visibleSource = (source: ContentSource, reads: Reads): ContentSource => ({
  ...source,
  chain: async (id) => (reads(id) ? source.chain(id) : undefined),
  children: async (parent) => foldersFor(await source.children(parent), reads),
  docs: async (folder) => (reads(folder) ? source.docs(folder) : []),
  allFolders: async () => foldersFor(await source.allFolders(), reads),
  allDocs: async () => docsFor(await source.allDocs(), reads),
});

/**
 * A source without these folders, and so without what is reached through them: what is made of it depends on
 * nothing but them, and can be kept for all from whom they are hidden.
 */
export function sourceWithout(source: ContentSource, hidden: readonly string[]): ContentSource {
  if (hidden.length === 0) return source;
  const left = new Set(hidden);
  const rest = (rows: readonly FolderRow[]) => rows.filter(({ id }) => !left.has(id));
  return {
    ...source,
    children: async (parent) => rest(await source.children(parent)),
    allFolders: async () => rest(await source.allFolders()),
  };
}

const foldersFor = (rows: readonly FolderRow[], reads: Reads) => rows.filter(({ id }) => reads(id));
const docsFor = (rows: readonly DocRow[], reads: Reads) =>
  rows.filter(({ folderId }) => reads(folderId));

/** What is known of the present, and who somebody was as the groups were then. */
interface Viewer {
  readonly now: Reads;
  personOf(past: AsOfSource): Promise<AccessSubject>;
  /** Documents and links as they are by now, removed or not; undefined where nothing is kept from this person now. */
  readonly docsNow: ((ids: readonly string[]) => Promise<readonly DocRow[]>) | undefined;
}

/** The past for who was allowed to read it then and is so now. */
export function visiblePast(past: AsOfSource, { now, personOf, docsNow }: Viewer): AsOfSource {
  const source = visibleSource(past, now);
  let person: Promise<AccessSubject> | undefined;
  const readsChain = async (chain: readonly FolderRow[]) => {
    // It may have lain in one that was shut since it was moved out of there.
    if (!chain.every((row) => now(row.id))) return false;
    if (chain.every(({ access }) => !access)) return true;
    const nodes = new Map(chain.map((row) => [row.id, row]));
    const id = chain.at(-1)?.id ?? null;
    return accessTo(id, (each) => nodes.get(each), await (person ??= personOf(past))).reads;
  };
  const reads = async (id: string | null) =>
    id === null || (now(id) && readsChain(await past.wholeChain(id)));
  const readable = async (rows: readonly FolderRow[]) => {
    const open = rows.filter(({ access }) => access);
    const shut = new Set<string>();
    for (const row of open) if (!(await reads(row.id))) shut.add(row.id);
    return rows.filter(({ id }) => !shut.has(id));
  };
  const treeAsOf = async () => {
    const rows = await past.allFolders();
    const nodes = new Map(rows.map((row) => [row.id, row]));
    const isOpenNow = (id: string | null): boolean =>
      id === null || (now(id) && isOpenNow(nodes.get(id)?.parentId ?? null));
    if (rows.every(({ access }) => !access)) return isOpenNow;
    const who = await (person ??= personOf(past));
    return (id: string | null) =>
      isOpenNow(id) && accessTo(id, (each) => nodes.get(each), who).reads;
  };
  const allFolders = async () => foldersFor(await past.allFolders(), await treeAsOf());
  /** Without what was moved to where it is kept from them. */
  const still = async <T extends { readonly id: string }>(things: readonly T[]) => {
    if (!docsNow) return things;
    const docs = await docsNow(things.map(({ id }) => id));
    const folders = new Map(docs.map(({ id, folderId }) => [id, folderId]));
    return things.filter(({ id }) => now(folders.get(id) ?? null));
  };
  return {
    ...past,
    ...source,
    chain: async (id) => ((await reads(id)) ? past.chain(id) : undefined),
    children: async (parent) => readable(await source.children(parent)),
    docs: async (folder) => ((await reads(folder)) ? still(await past.docs(folder)) : []),
    allFolders,
    async foldersIn(parents) {
      const counts = new Map(parents.map((id) => [id, 0]));
      for (const { parentId } of await allFolders()) {
        const count = parentId === null ? undefined : counts.get(parentId);
        if (count !== undefined) counts.set(parentId!, count + 1);
      }
      return counts;
    },
    async docsIn(parents) {
      if (!docsNow) return past.docsIn(parents);
      const placed = groupBy(await still(await past.placedIn(parents)), ({ parent }) => parent);
      return new Map([...placed].map(([parent, things]) => [parent, things.length]));
    },
    allDocs: async () => still(docsFor(await past.allDocs(), await treeAsOf())),
    wholeChain: async (id) => ((await reads(id)) ? past.wholeChain(id) : []),
    async file(id) {
      const row = await past.file(id);
      const [there] = await still([{ id }]);
      return row && there && (await reads(row.folderId)) ? row : undefined;
    },
    async removed() {
      const found = await past.removed();
      const then = await treeAsOf();
      return {
        ...found,
        folders: foldersFor(found.folders, then),
        docs: docsFor(found.docs, then),
      };
    },
  };
}
