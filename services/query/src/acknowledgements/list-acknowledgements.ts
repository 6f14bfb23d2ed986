import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import {
  requestAfter,
  requestedVersion,
  type Acknowledgements,
  type AcknowledgementView,
  type AcknowledgementRequest,
} from '@feusa/contracts/acknowledgements';
import { accessAt } from '../access/access-at.js';
import { accountsFor } from '../access/accounts-for.js';
import type { Account } from '@feusa/event-log/store/port';
import { mayAccess } from '@feusa/http/access';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { visibleFile } from '../files/versions.js';
import { ReadModel, type AsOf, type Source } from '../read-model/read-model.js';
import { askedOf } from './recipients.js';

/** Who is asked to acknowledge a file, and who has, now or at a time; of most people themselves alone. */
export class ListAcknowledgements extends Query<Acknowledgements> {
  constructor(
    readonly id: string,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

type Done = StoredEvent<'FileAcknowledged'>;

const NONE: Acknowledgements = { asked: [], open: 0, done: 0, fileVersion: null };

@QueryHandler(ListAcknowledgements)
export class ListAcknowledgementsHandler implements IQueryHandler<ListAcknowledgements> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, params, by }: ListAcknowledgements): Promise<Acknowledgements> {
    const when = await this.model.sourceFor(params, by);
    const row = (await visibleFile(when, id)) ?? refuse('file/not-found');
    const [history] = await this.model.store.readFiles([streamOf('file', id)]);
    const before = (history?.events ?? []).filter(({ position }) => position <= when.position);
    const asking = before.reduce<AcknowledgementRequest | undefined>(requestAfter, undefined);
    if (!asking) return NONE;
    const fileVersion = requestedVersion(asking, row.fileVersion ?? 1);
    const only = mayAccess('auditor', by.role) ? undefined : by.id;
    const done = await this.doneOf(id, fileVersion, only);
    for (const [user, { position }] of done) if (position > when.position) done.delete(user);
    const users = await this.usersOf(asking, when, { folder: row.folderId, only });
    const asked = await this.viewsOf(users, done);
    const count = asked.filter(({ at }) => at !== undefined).length;
    const { due } = asking;
    return {
      ...{ asked, open: asked.length - count, done: count, fileVersion },
      ...(due !== undefined && { due }),
    };
  }

  /** The first event of each user, or of one, that acknowledges this version. */
  private async doneOf(id: string, fileVersion: number, only?: string): Promise<Map<string, Done>> {
    const { store } = this.model;
    const stream = streamOf('file', id);
    const events =
      only === undefined
        ? await store.readAcknowledgements(stream, fileVersion)
        : (await store.readAcknowledged(only)).filter(
            (event) => event.stream === stream && event.data.fileVersion === fileVersion,
          );
    return new Map(events.toReversed().map((event) => [event.actor, event]));
  }

  /** Who has an account and may read it, and had one then; of all, or of `only` one. */
  private async usersOf(
    { from }: AcknowledgementRequest,
    when: Source,
    { folder, only }: { readonly folder: string; readonly only: string | undefined },
  ): Promise<Account[]> {
    const { store } = this.model;
    const [last] = when.past ? await store.readAt([when.position]) : [];
    const until = last?.at ?? '9';
    const asked = await askedOf(from, this.model, when);
    const access = await accessAt(this.model, when, () => when.source.chain(folder));
    const ids = only === undefined ? asked && [...asked] : [only];
    const accounts = await (ids ? store.accountsById(ids) : accountsFor(store, access, folder));
    return accounts
      .filter(({ id, createdAt }) => (asked?.has(id) ?? true) && createdAt <= until)
      .filter((user) => access.sightOf(user).reads(folder));
  }

  private async viewsOf(
    users: readonly Account[],
    done: ReadonlyMap<string, Done>,
  ): Promise<AcknowledgementView[]> {
    const actorOf = await this.model.actors.known(done.keys(), users);
    const ids = new Set([...users.map(({ id }) => id), ...done.keys()]);
    const views = Array.from(ids, (id): AcknowledgementView => {
      const event = done.get(id);
      const what = event && { at: event.at, position: String(event.position) };
      return { user: actorOf(id), ...what };
    });
    const called = ({ user }: AcknowledgementView) => user.name ?? user.email;
    return views.sort((one, other) => called(one).localeCompare(called(other)));
  }
}
