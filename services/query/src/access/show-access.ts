import type { FolderAccess, FolderAccessView, EffectiveAccess } from '@feusa/contracts/folders';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { accessTo } from '@feusa/domain/access';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import { ReadModel, type AsOf, type Source } from '../read-model/read-model.js';
import type { FolderRow } from '../read-model/rows.js';
import { accessAt } from './access-at.js';
import { accountsFor } from './accounts-for.js';
import { rolesAt } from './roles-at.js';

/** What the groups are called that are there, now or as it was, by id. */
export async function groupNames(
  { database }: Pick<ReadModel, 'database'>,
  { past }: Pick<Source, 'past'>,
): Promise<ReadonlyMap<string, string>> {
  const rows = past
    ? await past.allGroups()
    : await database
        .repository('groups')
        .find({ select: { id: true, name: true }, where: { removedAt: IsNull() } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who sees a folder, now or as it was, and by which restrictions. */
export class ShowAccess extends Query<FolderAccessView> {
  constructor(
    readonly id: string,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

const OPEN = [{ folder: null, group: null }];

@QueryHandler(ShowAccess)
export class ShowAccessHandler implements IQueryHandler<ShowAccess> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, params, by }: ShowAccess): Promise<FolderAccessView> {
    const when = await this.model.sourceFor(params, by);
    const chain = (await when.source.chain(id)) ?? refuse('folder/not-found');
    if (!this.model.access.sightOf(by).manages(id)) refuse('not-allowed');
    const access = await accessAt(this.model, when, () => Promise.resolve(chain));
    const groups = await groupNames(this.model, when);
    const { store } = this.model;
    const own = chain.slice(-1).flatMap(namedBy);
    // Who was an administrator then need not be one now.
    const isAll = when.past !== undefined;
    const accounts = await (isAll ? store.accounts() : accountsFor(store, access, id, own));
    const actorOf = await this.model.actors.known([], accounts);
    const roles = when.past && (await rolesAt(store, accounts.map(idOf), when.position));
    const managers: string[] = [];
    const effective = accounts.flatMap((user): EffectiveAccess[] => {
      const role = roles ? roles.get(user.id) : user.role;
      if (!role) return [];
      const to = accessTo(id, access.lookup, access.person(user.id, role));
      if (to.manages) managers.push(user.id);
      return to.reads ? [{ user: actorOf(user.id), by: to.by.length > 0 ? to.by : OPEN }] : [];
    });
    const known = new Set([...accounts.map((user) => user.id), ...groups.keys()]);
    const named = new Set(chain.flatMap(namedBy));
    return {
      effective: effective.sort((one, other) => called(one).localeCompare(called(other))),
      managers,
      access: thoseKnown(chain.at(-1)?.access ?? null, known),
      groups: [...groups].flatMap(([group, name]) =>
        named.has(group) ? [{ id: group, name }] : [],
      ),
      position: String(when.position),
    };
  }
}

const idOf = ({ id }: { readonly id: string }) => id;
const called = ({ user }: EffectiveAccess) => user.name ?? user.email;
const namedBy = ({ access }: FolderRow) => [...(access?.read ?? []), ...(access?.manage ?? [])];

/** Groups and accounts that are gone let nobody in. */
function thoseKnown(access: FolderAccess | null, known: ReadonlySet<string>): FolderAccess | null {
  const left = (ids: readonly string[]) => ids.filter((id) => known.has(id));
  return access && { read: left(access.read), manage: left(access.manage) };
}
