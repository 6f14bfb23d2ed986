import { personalBounds } from '@feusa/contracts/bounds';
import { idOf } from '@feusa/contracts/events';
import type { SessionUser } from '@feusa/contracts/users';
import {
  requestedVersion,
  type Waiting,
  type WaitingFile,
} from '@feusa/contracts/acknowledgements';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { EVERYONE, WAITS_FOR } from '../read-model/acknowledgement-column.js';
import { isThere } from '../read-model/known-rows.js';
import { ReadModel } from '../read-model/read-model.js';
import type { DocRow } from '../read-model/rows.js';

/** What somebody is asked to acknowledge and has not. */
export class ListWaiting extends Query<Waiting> {
  constructor(
    readonly after: number | undefined,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListWaiting)
export class ListWaitingHandler implements IQueryHandler<ListWaiting> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ after, by }: ListWaiting): Promise<Waiting> {
    const { progress } = this.model;
    await progress.reached(after);
    const { position } = progress;
    const acknowledgements = await this.filesOf(by);
    return {
      acknowledgements: acknowledgements.sort(dueFirst).slice(0, personalBounds.waiting.value),
      position: String(position),
    };
  }

  private async filesOf(by: SessionUser): Promise<WaitingFile[]> {
    const { store, database, access, rows: known } = this.model;
    const user = by.id;
    const [rows, done] = await Promise.all([
      database.where('docs', WAITS_FOR, [[EVERYONE, user, ...access.groupsOf(user)]]),
      store.readAcknowledged(user),
    ]);
    const isDone = new Set(done.map(({ stream, data }) => `${idOf(stream)} ${data.fileVersion}`));
    const open = rows.flatMap(fileOf);
    const left = open.filter(({ id, fileVersion }) => !isDone.has(`${id} ${fileVersion}`));
    const { reads } = access.sightOf(by);
    const folders = [...new Set(left.map(({ folderId }) => folderId))].filter((id) => reads(id));
    const chains = await known.chains(folders);
    const there = new Set(folders.filter((_, index) => isThere(chains[index]!)));
    return left.filter(({ folderId }) => there.has(folderId));
  }
}

function fileOf({ id, name, folderId, fileVersion, acknowledgement }: DocRow): WaitingFile[] {
  if (!acknowledgement) return [];
  const { at, due } = acknowledgement;
  const asked = requestedVersion(acknowledgement, fileVersion ?? 1);
  const isDue = due !== undefined && { due };
  return [{ id, name, folderId, fileVersion: asked, askedAt: at, ...isDue }];
}

const rank = ({ due, askedAt, id }: WaitingFile) => (due ?? '9999') + askedAt + id;
const dueFirst = (one: WaitingFile, other: WaitingFile) => (rank(one) < rank(other) ? -1 : 1);
