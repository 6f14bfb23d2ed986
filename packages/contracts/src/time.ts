import { z } from 'zod';

/** Databases have no year 0, and other years than of four digits are written differently. */
const YEAR = /^(?!0000)\d{4}-/;

/** ISO-8601 with a zone, as it travels: in UTC. */
export const Time = z.iso
  .datetime({ offset: true, error: 'Not a time' })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => YEAR.test(text), { error: 'Not a time' });
