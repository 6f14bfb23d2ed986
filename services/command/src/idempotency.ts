import { ValidationFault } from '@feusa/http/parsed';
import type { AppRequest } from '@feusa/http/request';
import type { IdempotencySecrets } from './idempotency-secrets.js';

export const COMMAND_SECRETS = Symbol('CommandSecrets');

/** What the door of the write side knows and tells only whom it concerns. */
export interface CommandSecrets {
  readonly idempotency: IdempotencySecrets;
  /** By which the deliveries of a webhook are signed. */
  webhook(id: string): Promise<string>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The idempotency key of a request, if it has one. @throws ValidationFault where it is no UUID */
export function keyOf({ headers }: AppRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && uuid.test(key)) return key.toLowerCase();
  throw new ValidationFault({ 'Idempotency-Key': 'Not a UUID' });
}
