import { z } from 'zod';
import { guarded } from './access.js';
import { Id } from './text.js';

/** What may lie in the trash and have bytes, or hold what has. */
export const Purgeable = z.enum(['folder', 'file', 'link'], { error: 'Not a kind of thing' });
export type Purgeable = z.output<typeof Purgeable>;

export const Purge = z.strictObject({ id: Id, kind: Purgeable });

/** A folder goes with all that lies in it. */
export const PurgeCommands = { purge: guarded('admin', Purge) };
