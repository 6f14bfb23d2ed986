import type { FileView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { get, isNoLongerThere, newCorrelation, send } from '../../shared/api.js';
import { takenBy } from '../../shared/conflicts/send-naming.js';
import type { UploadRequest } from '../../shared/upload-requests.js';
import type { NewItem } from './queue.js';

export interface Conflict {
  readonly item: NewItem;
  readonly existing: FileView;
  /** A free name for "keep both". */
  readonly freeName: string;
}

interface Prepared {
  readonly ready: readonly NewItem[];
  readonly conflicts: readonly Conflict[];
}

interface TargetFolder {
  readonly id: string;
  readonly name: string;
  page: FolderPage | undefined;
}

const pathOf = (id: string | null) => (id === null ? '/api/folders' : `/api/folders/${id}`);

/** What was dropped or chosen is for a folder that is not there any more: another try comes to the same. */
export class TargetGone extends Error {}

const pageToUploadTo = (id: string | null): Promise<FolderPage> =>
  get<FolderPage>(pathOf(id)).catch((error: unknown) => {
    throw isNoLongerThere(error) ? new TargetGone() : error;
  });

/** 'Plan (2).pdf' for a second 'Plan.pdf'. */
export function freeNameFor(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
  for (let n = 2; ; n++) {
    const candidate = `${stem} (${n})${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Finds or creates the folders that a drop brings along, each only once. */
class TargetFolders {
  private readonly known = new Map<string, Promise<TargetFolder>>();

  constructor(
    private readonly root: { readonly id: string | null; readonly name: string },
    private readonly correlationId: string,
  ) {}

  at(path: readonly string[]): Promise<TargetFolder> {
    const key = path.join('\0');
    const place = this.known.get(key) ?? this.open(path);
    this.known.set(key, place);
    return place;
  }

  private async open(path: readonly string[]): Promise<TargetFolder> {
    const { id: rootId, name: rootName } = this.root;
    const name = path.at(-1);
    if (name === undefined)
      return { id: rootId ?? '', name: rootName, page: await pageToUploadTo(rootId) };
    const above = path.length > 1 ? await this.at(path.slice(0, -1)) : undefined;
    const parent = above ?? (await this.at([]));
    const there = parent.page?.folders.find((folder) => folder.name === name.trim());
    if (there) return { id: there.id, name, page: await get<FolderPage>(pathOf(there.id)) };
    const body = { name, parentId: parent.id || null };
    try {
      const { id } = await send('add-folder', body, this.correlationId, 'refuse');
      return { id, name, page: undefined };
    } catch (error) {
      const taken = takenBy(error);
      if (!taken) throw error;
      // Somebody else has just made it; only something else than a folder keeps its name to itself.
      if (taken.kind === 'folder')
        return { id: taken.id, name, page: await get<FolderPage>(pathOf(taken.id)) };
      const { id } = await send('add-folder', body, this.correlationId, 'keep-both');
      return { id, name, page: undefined };
    }
  }
}

/** Makes the folders, and finds the files whose names are taken where they go. @throws TargetGone */
export async function prepare(request: UploadRequest): Promise<Prepared> {
  const correlationId = newCorrelation();
  const places = new TargetFolders(request.folder, correlationId);
  const ready: NewItem[] = [];
  const conflicts: Conflict[] = [];
  for (const path of request.emptyFolders ?? []) await places.at(path);
  for (const { file, path } of request.incoming) {
    const { id, page } = await places.at(path);
    const where = [request.folder.name, ...path].join(' / ');
    const item = { file, name: file.name, where, folderId: id, correlationId };
    const files = page?.docs.filter((doc): doc is FileView => doc.type === 'doc') ?? [];
    const existing = files.find(({ name }) => name === file.name);
    if (!existing) ready.push(item);
    else {
      const freeName = freeNameFor(file.name, new Set(files.map(({ name }) => name)));
      conflicts.push({ item, existing, freeName });
    }
  }
  return { ready, conflicts };
}
