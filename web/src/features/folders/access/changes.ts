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
