import { z } from 'zod';
import { tokenBounds } from './token-bounds.js';
import { line } from './text.js';

/** What a program may do by its token: read, or also send commands. */
export const TokenScope = z.enum(['read', 'write'], { error: 'Choose read or write' });
export type TokenScope = z.output<typeof TokenScope>;

const isSoon = (time: string): boolean => {
  const left = Date.parse(time) - Date.now();
  return left > 0 && left <= tokenBounds.life.value;
};

/** `POST /api/me/tokens`; `expiresAt` is a time to come, in ISO-8601. */
export const NewToken = z.strictObject({
  name: line({ required: 'Please choose a name', max: tokenBounds.name.value }),
  scope: TokenScope,
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Must be a time in ISO-8601' })
    .refine(isSoon, { error: 'Choose a time within a year from now' }),
});

/** A token as its owner sees it; times are ISO-8601 UTC. */
export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** When it was last used, to the minute; null where it never was. */
  readonly lastUsedAt: string | null;
}

/** The answer to `POST /api/me/tokens`: the only place where the token itself is told. */
export interface TokenCreated extends TokenView {
  readonly token: string;
}
