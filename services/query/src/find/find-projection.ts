import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import { Refusal } from '@feusa/contracts/refusals';
import type { Consumer } from '@feusa/event-log/subscription/port';
import { Progress } from '@feusa/event-log/subscription/progress';
import type { DocumentIndex, FindEntry } from '@feusa/search/find/port';
import { charsetIn } from '@feusa/files/plain-text';
import { formatOf } from '@feusa/files/text/format';
import type { ReadModel } from '../read-model/read-model.js';
import { tableOf, type TableName, type DocRow, type FolderRow } from '../read-model/rows.js';
import { FolderTree } from './folder-tree.js';

/** What a row is found by. */
function entryOf(row: FolderRow | DocRow): FindEntry {
  const { id, version, name } = row;
  const isRemoved = row.removedAt !== null;
  if (!('folderId' in row)) {
    const { parentId: folderId, addedAt: changedAt } = row;
    const [blob, format] = [null, null];
    return { id, version, name, isRemoved, kind: 'folder', folderId, changedAt, blob, format };
  }
  const { kind, folderId, changedAt, blob, mediaType } = row;
  const format = blob && mediaType ? (formatOf(mediaType, name) ?? null) : null;
  const charset = mediaType ? charsetIn(mediaType) : undefined;
  return { id, version, name, isRemoved, kind, folderId, changedAt, blob, format, charset };
}

const PAGE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface FindListener {
  /** There may be texts to read. */
  files(): void;
  /** There may be texts of bytes that nothing refers to. */
  erased(): void;
}

/**
 * Keeps what is found by name in step with the read model: it takes the rows of what an event was about as
 * they are by now, so that it needs no knowledge of events.
 */
export class FindProjection implements Consumer {
  readonly name = 'find';
  /** An index of words prefers fewer and larger writes. */
  readonly spacingMs = 200;
  readonly progress = new Progress();
  private readonly tree: FolderTree;
  /** How often something that can be found has changed, people too. */
  changes = 0;
  private generation = '';
  private listener: FindListener = { files: () => undefined, erased: () => undefined };

  constructor(
    readonly index: DocumentIndex,
    readonly model: ReadModel,
  ) {
    this.tree = new FolderTree(model.access);
  }

  /** All of them, which are in memory from the first time on that they are asked for. */
  async folders(): Promise<FolderTree> {
    await this.model.access.whole(this.model.database);
    return this.tree;
  }

  notify(listener: FindListener): void {
    this.listener = listener;
  }

  async checkpoint(): Promise<number> {
    if (this.generation === '') await this.begin();
    return this.progress.position;
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    const upTo = events.at(-1)?.position;
    if (upTo === undefined) return;
    await this.caughtUp(upTo);
    const [folders, docs] = [streamsIn(events, 'folders'), streamsIn(events, 'docs')];
    const taken = folders.size + docs.size > 0;
    if (taken) {
      const rows = await this.model.projector.rowsOf([...folders, ...docs]);
      await this.index.put((rows as (FolderRow | DocRow)[]).map(entryOf));
      // What is not saved is looked at again after a restart.
      await this.index.saveProgress(upTo, this.generation);
    }
    this.progress.moveTo(upTo);
    if (taken || streamsIn(events, 'employees').size > 0) this.changes += 1;
    if (docs.size > 0) this.listener.files();
    if (events.some(isErasure)) this.listener.erased();
  }

  /** What another process has put counts for this one. */
  private async begin(): Promise<void> {
    await this.index.prepare();
    const { database } = this.model;
    const { generation, position } = await database.standing();
    const known = await this.index.progress();
    const isKnown = known?.generation === generation;
    if (known && !isKnown) await this.index.clear();
    if (!isKnown) for (const table of ['folders', 'docs'] as const) await this.fill(table);
    const from = isKnown ? Math.min(known.position, position) : position;
    await this.index.saveProgress(from, generation);
    this.generation = generation;
    this.progress.moveTo(from);
    this.listener.files();
  }

  private async fill(table: 'folders' | 'docs'): Promise<void> {
    for (let after = FIRST; ;) {
      const condition = `id > $1 order by id limit ${PAGE}`;
      const rows = await this.model.database.where(table, condition, [after]);
      await this.index.put(rows.map(entryOf));
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.id;
    }
  }

  /** A blocked read model is no fault of this one, which waits. */
  private async caughtUp(position: number): Promise<void> {
    while (this.model.progress.position < position) {
      await this.model.progress.reached(position).catch((fault: unknown) => {
        if (!(fault instanceof Refusal)) throw fault;
      });
      await sleep(0);
    }
  }
}

/** An event of which nothing can be read any more is none. */
function isErasure(event: StoredEvent): boolean {
  try {
    return /(Erased|Purged)$/.test(event.type);
  } catch {
    return false;
  }
}

const streamsIn = (events: readonly StoredEvent[], table: TableName): Set<string> =>
  new Set(events.map(({ stream }) => stream).filter((stream) => tableOf(stream) === table));
