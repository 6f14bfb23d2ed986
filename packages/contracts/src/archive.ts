import { z } from 'zod';
import { archiveBounds } from './bounds.js';
import { Id } from './text.js';

/** The ids of folders, files and links that somebody takes along. */
export const ArchiveSelection = z.strictObject({
  ids: z.array(Id).min(1).max(archiveBounds.chosen.value),
});
