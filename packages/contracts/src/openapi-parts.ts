import { z } from 'zod';

/** A piece of the document. */
export type Json = Record<string, unknown>;

/** What every call may answer with instead. */
export const problem = {
  description: 'A problem: what is wrong, in words that a person can read',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
/** A body of this schema. */
export const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
/** The body that requests are parsed by. */
export const bodyOf = (schema: z.ZodType) => ({
  required: true,
  ...json(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json),
});
/** A parameter in the address. */
export const path = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});
/** A parameter behind the address. */
export const query = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

/** A header: the same key gives the same answer again. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
};

const text = { type: 'string' };
/** RFC 9457, with what the product adds. */
export const problemSchema = {
  type: 'object',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: text,
    requestId: text,
    fields: { type: 'object', additionalProperties: text },
  },
};
