import type { DomainEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';

export type ErrorCommand = Command<'log-error' | 'remove-error'>;

export const errors: Decider<'absent' | 'logged' | 'removed', ErrorCommand> = {
  initial: 'absent',
  decide({ name, body }, error): DomainEvent {
    switch (name) {
      case 'log-error':
        return { type: 'ErrorLogged', data: { details: body.details, errors: body.errors } };
      case 'remove-error':
        if (error !== 'logged') return refuse('error/not-found');
        return { type: 'ErrorRemoved', data: {} };
    }
  },
  evolve(error, event) {
    switch (event.type) {
      case 'ErrorLogged':
        return 'logged';
      case 'ErrorRemoved':
        return 'removed';
      default:
        return error;
    }
  },
};
