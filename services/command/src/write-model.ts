import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { EventStore, Head } from '@feusa/event-log/store/port';
import {
  idOf,
  nounOf,
  streamOf,
  type DomainEvent,
  type StoredEvent,
} from '@feusa/contracts/events';
import { accessTo } from '@feusa/domain/access';
import { fold, type Versioned } from '@feusa/domain/decider';
import type { Group } from '@feusa/domain/groups';
import { keyOfName, type Named } from '@feusa/domain/naming';
import { depthOf, isInside, type FolderLookup, type FolderNode } from '@feusa/domain/tree';
import type { Sight } from './access/require-access.js';
import { BatchDirectory, DirectoryIndex } from './features/directory-index.js';
import type { Actor, AnyFeature } from './feature.js';
import { groupsFeature } from './features/groups.js';
import { KnownNames, type NamedEntry } from './known-names.js';

const LIMIT = memoryBounds.writeModel.value;

/** Streams, and by which feature they are folded. */
type FeatureByStream = ReadonlyMap<string, AnyFeature>;

/** Where folders, files and links are, by their state. */
function placeOf(state: unknown): NamedEntry | undefined {
  if (state === null || typeof state !== 'object' || !('name' in state)) return undefined;
  const { folderId, parentId, name, removed } = state as NamedEntry & Record<string, string | null>;
  const folder = folderId === undefined ? parentId : folderId;
  return folder === undefined ? undefined : { folder, name, removed };
}

/**
 * What decisions are made on, remembered from batch to batch. It is exact at `head`: an append is a
 * compare-and-swap on the head, so where another writer was faster the append fails and all of this
 * is forgotten.
 */
export class WriteModel {
  private head: Head | undefined;
  private readonly streams = new Map<string, Versioned<unknown>>();
  private readonly nodes = new Map<string, FolderNode>();
  private readonly names = new KnownNames();
  private known: BatchDirectory | undefined;

  constructor(private readonly store: EventStore) {}

  async currentHead(): Promise<Head> {
    if (Math.max(this.streams.size, this.nodes.size, this.names.size) > LIMIT) this.forget();
    return (this.head ??= await this.store.head());
  }

  moveTo(head: Head): void {
    this.head = head;
    this.known = undefined;
  }

  forget(): void {
    this.head = undefined;
    this.streams.clear();
    this.nodes.clear();
    this.names.clear();
    this.known = undefined;
  }

  async loadStreams(wanted: FeatureByStream): Promise<void> {
    const missing = [...wanted.keys()].filter((stream) => !this.streams.has(stream));
    if (missing.length === 0) return;
    const isFile = (stream: string) => nounOf(stream) === 'file';
    await Promise.all([
      this.loadFiles(missing.filter(isFile), wanted),
      this.loadOthers(
        missing.filter((stream) => !isFile(stream)),
        wanted,
      ),
    ]);
  }

  private async loadFiles(streams: readonly string[], wanted: FeatureByStream): Promise<void> {
    if (streams.length === 0) return;
    const read = await this.store.readFiles(streams);
    const known = new Map(read.map((history) => [history.stream, history]));
    for (const stream of streams) {
      const { events, version } = known.get(stream) ?? { events: [], version: 0 };
      const { decider } = wanted.get(stream)!;
      this.streams.set(stream, { ...fold(decider, events), version });
    }
  }

  private async loadOthers(streams: readonly string[], wanted: FeatureByStream): Promise<void> {
    if (streams.length === 0) return;
    const byStream = new Map<string, StoredEvent[]>(streams.map((stream) => [stream, []]));
    for (const event of await this.store.readStreams(streams))
      byStream.get(event.stream)?.push(event);
    for (const [stream, events] of byStream) this.know(stream, wanted.get(stream)!, events);
  }

  /** Takes a stream in that was read elsewhere. */
  know(stream: string, { decider }: AnyFeature, events: readonly StoredEvent[]): void {
    this.streams.set(stream, fold(decider, events));
  }

  async loadFolders(ids: readonly (string | null)[]): Promise<void> {
    const missing = [...new Set(ids)].filter(
      (id) => id !== null && !this.nodes.has(id),
    ) as string[];
    if (missing.length === 0) return;
    for (const [id, node] of await this.store.folderChains(missing)) this.nodes.set(id, node);
  }

  /** Whether anything has these names in their folders. */
  async loadNames(places: readonly Pick<NamedEntry, 'folder' | 'name'>[]): Promise<void> {
    const missing = this.names.missing(places);
    if (missing.length > 0) this.names.take(missing, await this.store.namedIn(missing));
  }

  /** Everything that has a name in these folders, however much that is. */
  async loadAllNames(folders: readonly (string | null)[]): Promise<void> {
    const missing = [...new Set(folders)].filter((folder) => !this.names.isWhole(folder));
    if (missing.length > 0) this.names.takeWhole(missing, await this.store.namesIn(missing));
  }

  /** Whether anything else than a stream has a name. */
  isTaken(name: string, folder: string | null, stream: string): boolean {
    return this.named(keyOfName(name), folder).some(({ id }) => id !== idOf(stream));
  }

  /** Who is in the groups by which these folders, and those that they lie in, are restricted. */
  async loadAccess(folders: readonly (string | null)[]): Promise<void> {
    const named = new Set<string>();
    for (const folder of new Set(folders))
      for (let at = folder; at !== null;) {
        const node = this.nodes.get(at);
        for (const id of [...(node?.access?.read ?? []), ...(node?.access?.manage ?? [])])
          named.add(id);
        at = node?.parentId ?? null;
      }
    await this.loadStreams(new Map([...named].map((id) => [streamOf('group', id), groupsFeature])));
  }

  /** The folders whose names are known in these, and who may read them. */
  async loadNamedFolders(folders: readonly (string | null)[]): Promise<void> {
    const inner = folders.flatMap((folder) => this.names.in(folder));
    const ids = inner.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    await this.loadFolders(ids);
    await this.loadAccess(ids);
  }

  /** Every folder with a restriction of its own, and who may read it. */
  async loadRestricted(): Promise<void> {
    const ids = (await this.store.restrictedFolders()).map(({ id }) => id);
    await this.loadFolders(ids);
    await this.loadAccess(ids);
  }

  /** What somebody sees; what is not loaded is not theirs. */
  sightOf(by: Actor): Sight {
    const accessTo = this.accessFor(by);
    return { accessTo, hidesIn: (folder) => this.hides(folder, accessTo) };
  }

  private hides(folder: string, accessTo: Sight['accessTo']): boolean {
    return [...this.nodes].some(
      ([id, node]) => node.access && this.isThereIn(id, folder) && !accessTo(id).reads,
    );
  }

  private isThereIn(id: string, folder: string): boolean {
    return isInside(this.folders, id, folder) && depthOf(this.folders, id) !== undefined;
  }

  private accessFor({ id, role = 'basic' }: Actor): Sight['accessTo'] {
    const has = (group: string) => {
      const state = this.streams.get(streamOf('group', group))?.state as Group | undefined;
      return Boolean(state && !state.removed && state.members.includes(id));
    };
    return (folder) => accessTo(folder, this.folders, { id, role, groups: { has } });
  }

  /** The people of the directory, for one batch. */
  async loadDirectory(): Promise<void> {
    this.known = new BatchDirectory(await DirectoryIndex.at(this.store, await this.currentHead()));
  }

  get directory(): BatchDirectory | undefined {
    return this.known;
  }

  readonly named = (key: string, folder: string | null): readonly Named[] =>
    this.names.named(key, folder);

  readonly folders: FolderLookup = (id) => this.nodes.get(id);

  stream(stream: string, { decider }: AnyFeature): Versioned<unknown> {
    return this.streams.get(stream) ?? { version: 0, state: decider.initial };
  }

  /** Takes a decided event in, ahead of its append, for the decisions behind it in the batch. */
  apply(stream: string, feature: AnyFeature, event: DomainEvent, actor: string): unknown {
    const { version, state } = this.stream(stream, feature);
    const evolved = feature.decider.evolve(state, event, actor);
    if (this.names.size > 0) this.names.rename(stream, placeOf(state), placeOf(evolved));
    this.streams.set(stream, { version: version + 1, state: evolved });
    if (feature.noun === 'folder') this.nodes.set(idOf(stream), evolved as FolderNode);
    if (feature.noun === 'employee') this.known?.take(idOf(stream), event);
    return evolved;
  }
}
