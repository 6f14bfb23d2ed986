import { z } from 'zod';

/** Of a version of a file, from 1 on. */
export const FileVersion = z.int32({ error: 'Not a version' }).min(1, { error: 'Not a version' });
