import { accessBounds } from '@feusa/contracts/access-bounds';
import type { PersonAccessView, PlacedFolder, SeenFolder } from '@feusa/contracts/folders';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { accessTo, type AccessSubject } from '@feusa/domain/access';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FolderTree } from '../find/folder-tree.js';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { accessAt } from './access-at.js';
import type { AccessModel } from './access-model.js';
import { rolesAt } from './roles-at.js';
import { groupNames } from './show-access.js';

const MOST = accessBounds.listed.value;

/** What somebody sees of the restricted folders, now or as they were, with the role and the groups that they had then. */
export class ShowPersonAccess extends Query<PersonAccessView> {
  constructor(
    readonly userId: string,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ShowPersonAccess)
export class ShowPersonAccessHandler implements IQueryHandler<ShowPersonAccess> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ userId, params, by }: ShowPersonAccess): Promise<PersonAccessView> {
    const when = await this.model.sourceFor(params, by);
    const account = await this.model.store.accountById(userId);
    if (!account) return refuse('user/not-found');
    const access = await accessAt(this.model, when, () => when.source.allFolders());
    const role = when.past
      ? (await rolesAt(this.model.store, [userId], when.position)).get(userId)
      : account.role;
    const person = access.person(account.id, role ?? 'basic');
    const { sees, hidden } = divide(access, (id) => accessTo(id, access.lookup, person));
    const names = await groupNames(this.model, when);
    const actorOf = await this.model.actors.known([], [account]);
    return {
      user: actorOf(account.id),
      ...(role && { role }),
      sees: sees.slice(0, MOST),
      hidden: hidden.slice(0, MOST),
      moreSeen: Math.max(0, sees.length - MOST),
      moreHidden: Math.max(0, hidden.length - MOST),
      groups: groupsOf(person, names),
      position: String(when.position),
    };
  }
}

/** Of what is restricted itself: what they see, and the topmost of what they do not. */
function divide(access: AccessModel, accessOf: (id: string) => ReturnType<typeof accessTo>) {
  const tree = new FolderTree(access);
  const placed = access
    .restrictedIds()
    .toSorted()
    .flatMap((id) => {
      const path = tree.path(id) ?? [];
      const own = path.pop();
      return own ? [{ ...own, path, parentId: path.at(-1)?.id ?? null }] : [];
    })
    .sort((one, other) => wordsOf(one).localeCompare(wordsOf(other)));
  const sees: SeenFolder[] = [];
  const hidden: PlacedFolder[] = [];
  for (const { parentId, ...folder } of placed) {
    const { reads, manages, by } = accessOf(folder.id);
    if (reads) sees.push({ ...folder, manages, by });
    else if (parentId === null || accessOf(parentId).reads) hidden.push(folder);
  }
  return { sees, hidden };
}

const wordsOf = ({ path, name }: PlacedFolder): string =>
  [...path.map((each) => each.name), name].join('\u0000');

const groupsOf = ({ groups }: AccessSubject, names: ReadonlyMap<string, string>) =>
  [...names]
    .flatMap(([id, name]) => (groups.has(id) ? [{ id, name }] : []))
    .sort((one, other) => one.name.localeCompare(other.name));
