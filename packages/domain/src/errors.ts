import type { ErrorCommands, ErrorEvents } from '@feusa/contracts/errors';
import { refuse } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';

export type ErrorCommand = Command<keyof typeof ErrorCommands>;

type ErrorRecord = 'absent' | 'logged' | 'removed' | 'erased';

/** An error report. Everybody may write and dismiss one; erased, it does not come back. */
export const errors: Decider<ErrorRecord, ErrorCommand, unknown, keyof typeof ErrorEvents> = {
  initial: 'absent',
  decide({ name, body }, error) {
    switch (name) {
      case 'log-error':
        return { type: 'ErrorLogged', data: { details: body.details, errors: body.errors } };
      case 'remove-error':
        if (error !== 'logged') return refuse('error/not-found');
        return { type: 'ErrorRemoved', data: {} };
      case 'restore-error':
        if (error === 'absent' || error === 'erased') return refuse('error/not-found');
        if (error !== 'removed') return refuse('error/not-removed');
        return { type: 'ErrorRestored', data: {} };
      case 'erase-error':
        if (error === 'absent' || error === 'erased') return refuse('error/not-found');
        return { type: 'ErrorErased', data: {} };
    }
  },
  evolve(_error, event) {
    switch (event.type) {
      case 'ErrorLogged':
      case 'ErrorRestored':
        return 'logged';
      case 'ErrorRemoved':
        return 'removed';
      case 'ErrorErased':
        return 'erased';
    }
  },
};
