import { commandsOf } from '@feusa/contracts/commands';
import type { Noun } from '@feusa/contracts/events';
import type { SessionUser } from '@feusa/contracts/users';
import type { Command, Decider } from '@feusa/domain/decider';
import type { Naming } from '@feusa/domain/naming';
import type { FolderLookup } from '@feusa/domain/tree';
import type { EventStore } from '@feusa/event-log/store/port';
import type { BatchDirectory } from './features/directory-index.js';

/** What a decision may know besides its own stream; exact at the head of the log. */
export interface Facts {
  readonly id: string;
  readonly version: number;
  readonly folders: FolderLookup;
  readonly by: Actor;
  /** Where a name that is taken is a conflict. */
  readonly naming: Naming | undefined;
  /** Where the feature has asked for them. */
  readonly directory: BatchDirectory | undefined;
}

/**
 * A noun's commands. `limit` counts what somebody may send only so often; `prepare` runs before the decision and
 * may take its time (a finished upload, a hashed password), also where nothing is sent after all; `folders` names the folders whose ancestors the decision needs, the one last in which
 * its thing is to have a name; `exact` reads what only the database knows: such a command is decided first
 * in its batch, so that nothing decided beside it can change the answer. `readsDirectory`: commands that need to know the people of the
 * directory.
 */
export interface Feature<
  State,
  C extends Command,
  Context,
  Prepared = undefined,
  Exact = undefined,
> {
  readonly noun: Noun;
  readonly decider: Decider<State, C, Context>;
  folders?(command: C, state: State): (string | null)[];
  readonly readsDirectory?: readonly C['name'][];
  limit?(command: C, by: Actor): Promise<void>;
  prepare?(command: C, id: string, by: Actor): Promise<Prepared>;
  readonly exact?: {
    readonly names: readonly C['name'][];
    read(command: C, id: string, store: EventStore, by: Actor): Promise<Exact>;
  };
  context(facts: Facts, prepared: Prepared, exact: Exact | undefined): Context;
}

/** Who sends a command; `system` at the first run and in maintenance. */
export type Actor = Pick<SessionUser, 'id'> & Partial<SessionUser>;
export const SYSTEM: Actor = { id: 'system' };
/** The same in the log; whom it registers is no administrator by that. */
export const SINGLE_SIGN_ON: Actor = { ...SYSTEM };

export type AnyFeature = Feature<unknown, Command, unknown, unknown, unknown>;

export const feature = <S, C extends Command, X, P = undefined, E = undefined>(
  definition: Feature<S, C, X, P, E>,
): AnyFeature => definition as unknown as AnyFeature;

/** Which feature handles a command. */
export type Features = ReadonlyMap<string, AnyFeature>;

export const tableOf = (features: readonly AnyFeature[]): Features =>
  new Map(
    features.flatMap((each) =>
      Object.keys(commandsOf[each.noun]).map((name) => [name, each] as const),
    ),
  );
