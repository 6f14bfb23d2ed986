import { z } from 'zod';

/** `?onConflict=`: what to do where a name is taken; without it equal names are no conflict. */
export const OnConflict = z.enum(['refuse', 'keep-both'], {
  error: 'Must be refuse or keep-both',
});
export type OnConflict = z.output<typeof OnConflict>;
