import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';

/** Input of a wrong shape; `fields` says what is wrong where, in the words that a person reads. */
export class ValidationFault extends Error {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super(Object.values(fields)[0] ?? 'The request cannot be read');
  }
}

/** Parses input by a schema. @throws ValidationFault */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: inPlainWords });
  if (result.success) return result.data;
  throw new ValidationFault(fieldsOf(result.error.issues));
}

/** A pipe that parses a body, a query or a parameter. */
export const parsed = <S extends z.ZodType>(schema: S): PipeTransform<unknown, z.output<S>> => ({
  transform: (input) => parse(schema, input),
});

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[key] = 'Unknown field';
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message;
    }
  }
  return fields;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object of JSON',
};

/** For faults that their schema has no words for. */
function inPlainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : (kinds[issue.expected] ?? 'Not valid');
    case 'too_small':
      if (issue.origin === 'string') return issue.input === '' ? 'Required' : 'Too Short!';
      return `Must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? 'Too Long!' : `Must be at most ${issue.maximum}`;
    default:
      return 'Not valid';
  }
}
