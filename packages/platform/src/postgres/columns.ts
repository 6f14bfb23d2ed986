import type { ValueTransformer } from 'typeorm';

/** Times are texts in the program, ISO-8601. */
export const isoTime: ValueTransformer = {
  to: (text: unknown) => text,
  from: (time: Date | null) => time && time.toISOString(),
};
