import type { ActorView } from '@feusa/contracts/docs';
import type { FolderAccess } from '@feusa/contracts/folders';
import type { GroupView } from '@feusa/contracts/groups';
import type { UserView } from '@feusa/contracts/users';
import { calledOf } from '../../../shared/accounts.js';

/** Who there is, and who of them sees the folder above. */
export interface Everybody {
  readonly users: readonly UserView[];
  readonly groups: readonly GroupView[];
  /** Undefined for all. */
  readonly above: ReadonlySet<string> | undefined;
}

export type May = 'nothing' | 'read' | 'manage';

/** What groups and people are to be allowed, by id. */
export type Chosen = ReadonlyMap<string, May>;

export const mayOf = ({ read, manage }: FolderAccess, id: string): May =>
  manage.includes(id) ? 'manage' : read.includes(id) ? 'read' : 'nothing';

/** Whom nothing was chosen for keeps what they have; in order, so that the same is equal. */
export function withChosen(access: FolderAccess, chosen: Chosen): FolderAccess {
  const changed = (before: readonly string[], wanted: May) => {
    const kept = before.filter((id) => (chosen.get(id) ?? wanted) === wanted);
    const added = [...chosen].flatMap(([id, may]) =>
      may === wanted && !before.includes(id) ? [id] : [],
    );
    return added.length > 0 ? [...kept, ...added].sort() : kept;
  };
  return { read: changed(access.read, 'read'), manage: changed(access.manage, 'manage') };
}

/** The ids of who would see a folder with this access. */
export function seeingWith(
  access: FolderAccess | null,
  { users, groups, above }: Everybody,
): Set<string> {
  const named = new Set(access ? [...access.read, ...access.manage] : []);
  const members = groups.filter(({ id }) => named.has(id)).flatMap((group) => group.members);
  const letIn = new Set([...named, ...members]);
  const sees = ({ id, role }: UserView) =>
    role === 'admin' || ((above?.has(id) ?? true) && (access === null || letIn.has(id)));
  return new Set(users.filter(sees).map(({ id }) => id));
}

/** What those are called who gain and who lose something, in order. */
export function gainsAndLosses(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  people: readonly ActorView[],
) {
  const names = (isOne: (id: string) => boolean) =>
    people
      .filter(({ id }) => isOne(id))
      .map(calledOf)
      .sort();
  return {
    gains: names((id) => after.has(id) && !before.has(id)),
    loses: names((id) => before.has(id) && !after.has(id)),
  };
}
