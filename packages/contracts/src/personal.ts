import type { z } from 'zod';

/** What stands for a personal text whose person was erased. */
export const ERASED = '[erased]';

const marks = new WeakMap<z.ZodType, unknown>();

/**
 * Marks a field of an event as personal: the log keeps it encrypted with a key of the stream's own, and it
 * reads as `erased` once that key is destroyed; undefined leaves the field out.
 */
export function personal<S extends z.ZodType>(schema: S, erased: z.output<S>): S {
  marks.set(schema, erased);
  return schema;
}

/** The fields of this object that are marked, each with what it is once erased. */
export const personalIn = ({ shape }: z.ZodObject): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, schema]) => marks.has(schema as z.ZodType))
      .map(([name, schema]) => [name, marks.get(schema as z.ZodType)]),
  );
