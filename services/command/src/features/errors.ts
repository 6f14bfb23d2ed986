import { errors } from '@feusa/domain/errors';
import type { Limits } from '@feusa/identity/limits/port';
import { feature } from '../feature.js';

/** Error reports, of which nobody writes too many. */
export const errorsFeature = (limits: Limits) =>
  feature({
    noun: 'error',
    decider: errors,
    async limit({ name }, by) {
      if (name === 'log-error') await limits.logError(by.id);
    },
    context: () => ({}),
  });
