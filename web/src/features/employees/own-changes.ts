import type { EmployeeView } from '@feusa/contracts/employees';
import { applyChanges, type Directory } from './directory/directory.js';

/** What this person has just done; it is laid over the live list until that has caught up. */
export interface OwnChange {
  readonly id: string;
  /** null: removed. */
  readonly value: EmployeeView | null;
  /** Position of the accepted command; absent while it is under way. */
  readonly position?: number;
}

export type OwnChanges = ReadonlyMap<string, OwnChange>;

export const noOwnChanges: OwnChanges = new Map();

export const lay = (own: OwnChanges, next: OwnChange): OwnChanges =>
  new Map(own).set(next.id, next);

export function lift(own: OwnChanges, id: string): OwnChanges {
  const rest = new Map(own);
  rest.delete(id);
  return rest;
}

/** Forgets what the server's list contains at `position`. */
export function settle(own: OwnChanges, position: number): OwnChanges {
  const rest = [...own].filter(
    ([, { position: accepted }]) => accepted === undefined || accepted > position,
  );
  return rest.length === own.size ? own : new Map(rest);
}

/** The directory as this person has left it. */
export const withOwnChanges = (directory: Directory, own: OwnChanges): Directory =>
  own.size === 0 ? directory : applyChanges(directory, [...own.values()]);

/** What the server has not accepted yet. */
export const underWay = (own: OwnChanges): ReadonlySet<string> =>
  new Set([...own.values()].filter((o) => o.position === undefined).map(({ id }) => id));
