import { refusals, refuse } from '@feusa/contracts/refusals';

/** Whom somebody has as manager: what the form says, and the person meant, where that is known. */
export interface Managed {
  readonly manager: string;
  readonly managerId?: string | undefined;
}

/** The others of the directory, as of the head of the log. */
export interface Directory {
  /** Ids of those who are there and are called this. */
  named(name: string): readonly string[];
  isThere(id: string): boolean;
  /** Removed employees have a manager too, as they may be restored. */
  managerOf(id: string): string | undefined;
}

interface ManagerQuery {
  readonly id: string;
  readonly manager: string;
  /** Null: nobody of the directory; undefined: whom the name means. */
  readonly managerId?: string | null | undefined;
  readonly before: Managed | undefined;
}

/**
 * The person that a manager is: the one who was chosen, else the only one of that name, else nobody.
 * @throws Refusal where the chosen one is not there, and where somebody would come to be above themselves
 */
export function managerFor(
  asked: ManagerQuery,
  directory: Directory | undefined,
): string | undefined {
  const { id, managerId, before } = asked;
  if (managerId === null) return undefined;
  if (!directory) return managerId;
  if (managerId === undefined) return byName(asked, directory);
  if (managerId === before?.managerId) return managerId;
  if (!directory.isThere(managerId)) refuse('manager/not-found');
  return leadsTo(managerId, id, directory) ? refuseLoop() : managerId;
}

/** What a name that was there before leads to is not refused: whoever changes a phone number has not said it. */
function byName({ id, manager, before }: ManagerQuery, directory: Directory): string | undefined {
  const isKept = manager === before?.manager;
  const kept = isKept ? before.managerId : undefined;
  if (kept !== undefined && directory.isThere(kept)) return kept;
  const [found, another] = directory.named(manager);
  if (found === undefined || another !== undefined || found === id) return kept;
  if (!leadsTo(found, id, directory)) return found;
  return isKept ? kept : refuseLoop();
}

const refuseLoop = () =>
  refuse('manager/loop', { fields: { manager: refusals['manager/loop'][1] } });

/** Whether somebody is a person, or has that person above them. */
function leadsTo(from: string, id: string, directory: Directory): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined; at = directory.managerOf(at)) {
    if (at === id) return true;
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return false;
}
