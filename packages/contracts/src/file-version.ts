import { z } from 'zod';

/** The number of a version of a file, from 1 on. */
export const FileVersion = z.int32({ error: 'Not a version' }).min(1, { error: 'Not a version' });
