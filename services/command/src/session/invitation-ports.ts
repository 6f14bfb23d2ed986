import type { Invitations } from '@feusa/identity/invitations/port';
import type { Mail } from '@feusa/platform/mail/port';
import type { IdempotencySecrets } from '../idempotency-secrets.js';

export const INVITATION_PORTS = Symbol('InvitationPorts');

export interface InvitationPorts {
  readonly invitations: Invitations;
  readonly mail: Mail;
  readonly log: { error(facts: object, text: string): void };
  readonly idempotency: IdempotencySecrets;
}
