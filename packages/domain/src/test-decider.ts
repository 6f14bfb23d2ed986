import type { DomainEvent, EventType } from '@feusa/contracts/events';
import { Refusal, type RefusalCode, type RefusalFacts } from '@feusa/contracts/refusals';
import { expect } from '@jest/globals';
import { fold, type Decider } from './decider.js';

/**
 * Given what has happened to one stream, when a command comes in its context, then exactly this event,
 * or this refusal and no event.
 */
export const specOf = <State, C, Context, T extends EventType>(
  decider: Decider<State, C, Context, T>,
) => {
  const decided = (
    events: readonly (DomainEvent<T> & { readonly actor?: string })[],
    command: C,
    context: Context,
  ) => {
    try {
      return decider.decide(command, fold(decider, events).state, context);
    } catch (fault) {
      if (fault instanceof Refusal) return fault;
      throw fault;
    }
  };
  return {
    given: (...events: readonly (DomainEvent<T> & { readonly actor?: string })[]) => ({
      when: (command: C, context: Context) => ({
        then(event: DomainEvent<T>): void {
          expect(decided(events, command, context)).toEqual(event);
        },
        thenNothing(): void {
          expect(decided(events, command, context)).toBeUndefined();
        },
        thenRefused(code: RefusalCode, facts: RefusalFacts = {}): void {
          const answer = decided(events, command, context);
          expect(answer).toBeInstanceOf(Refusal);
          expect(answer).toMatchObject({ code, facts });
        },
      }),
    }),
  };
};
