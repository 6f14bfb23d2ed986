import type { CommandBody, CommandName } from '@feusa/contracts/commands';
import type { DomainEvent, EventType } from '@feusa/contracts/events';

/** A command as it reaches the domain: its name and its parsed body. */
export type Command<N extends CommandName = CommandName> = {
  [K in N]: { readonly name: K; readonly body: CommandBody<K> };
}[N];

/**
 * A pure decision about streams of these event types. `decide` answers with the one event that the command
 * causes, undefined where it would change nothing, or throws a `Refusal`; `evolve` folds a stream's events. Neither sees a clock, an id generator or
 * any I/O.
 */
export interface Decider<State, C, Context = unknown, T extends EventType = EventType> {
  readonly initial: State;
  decide(command: C, state: State, context: Context): DomainEvent<T> | undefined;
  /** `actor`: who caused the event. */
  evolve(state: State, event: DomainEvent<T>, actor?: string): State;
}

/** A stream's state after its `version`-th event; version 0 is a stream without events. */
export interface Versioned<State> {
  readonly version: number;
  readonly state: State;
}

/** Folds one stream's events, in order, from the decider's initial state. */
export function fold<State, T extends EventType>(
  decider: Pick<Decider<State, never, never, T>, 'initial' | 'evolve'>,
  events: readonly (DomainEvent<T> & { readonly actor?: string })[],
): Versioned<State> {
  return {
    version: events.length,
    state: events.reduce(
      (state, event) => decider.evolve(state, event, event.actor),
      decider.initial,
    ),
  };
}
