import { personalBounds } from '@feusa/contracts/bounds';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { SessionUser } from '@feusa/contracts/users';
import {
  requestedVersion,
  type Waiting,
  type WaitingFile,
} from '@feusa/contracts/acknowledgements';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ReadModel, type Source } from '../read-model/read-model.js';
import type { DocRow } from '../read-model/rows.js';
import { askedOf, membersIn } from './recipients.js';

type RequestEvent = StoredEvent<'AcknowledgementAsked'>;

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
    const when = await this.model.sourceFor({ after }, by);
    const { position } = when;
    const acknowledgements = await this.filesOf(by.id, when);
    return {
      acknowledgements: acknowledgements.sort(dueFirst).slice(0, personalBounds.waiting.value),
      position: String(position),
    };
  }

  private async filesOf(user: string, when: Source): Promise<WaitingFile[]> {
    const { store, database } = this.model;
    const [asks, done, groups] = await Promise.all([
      store.readAsks(when.position),
      store.readAcknowledged(user),
      membersIn(this.model, when),
    ]);
    const mine = asks.filter(({ data }) => askedOf(data.from, groups)?.has(user) ?? true);
    const rows = await database.find(
      'docs',
      mine.map(({ stream }) => idOf(stream)),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isDone = new Set(done.map(({ stream, data }) => `${idOf(stream)} ${data.fileVersion}`));
    const open = mine.flatMap((ask) => fileOf(ask, byId.get(idOf(ask.stream))));
    const left = open.filter(({ id, fileVersion }) => !isDone.has(`${id} ${fileVersion}`));
    const folders = [...new Set(left.map(({ folderId }) => folderId))];
    const chains = await Promise.all(folders.map((id) => when.source.chain(id)));
    const there = new Set(folders.filter((_, index) => chains[index] !== undefined));
    return left.filter(({ folderId }) => there.has(folderId));
  }
}

function fileOf({ data, at }: RequestEvent, row: DocRow | undefined): WaitingFile[] {
  if (!row || row.removedAt !== null) return [];
  const { id, name, folderId } = row;
  const fileVersion = requestedVersion(data, row.fileVersion ?? 1);
  const due = data.due !== undefined && { due: data.due };
  return [{ id, name, folderId, fileVersion, askedAt: at, ...due }];
}

const rank = ({ due, askedAt }: WaitingFile) => (due ?? '9999') + askedAt;
const dueFirst = (one: WaitingFile, other: WaitingFile) => (rank(one) < rank(other) ? -1 : 1);
