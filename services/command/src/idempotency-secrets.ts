import { createHmac, randomBytes } from 'node:crypto';
import { canonical } from '@feusa/event-log/store/canonical';
import type { Credentials } from '@feusa/identity/passwords/port';
import type { KeyedBody } from './submission.js';

export const IDEMPOTENCY_SECRETS = Symbol('IdempotencySecrets');

/** Every process looks so often whether the secret is being turned. */
export const LOOK_MS = 2000;
/** The one that hashes; those that still count, or will, have names that begin with it. */
export const IDEMPOTENCY = 'idempotency';

interface Sent {
  readonly name: string;
  readonly body: unknown;
  readonly onConflict?: string | undefined;
}

/** By which bodies are known again; while the secret is turned, and a while after, by the one before too. */
export class IdempotencySecrets {
  private timer: NodeJS.Timeout | undefined;

  private others: readonly string[] = [];

  constructor(private newest: string) {}

  /** Keeps a first one where there is none, and looks for others from time to time, until it is closed. */
  static async open(
    credentials: Pick<Credentials, 'keepSecret' | 'secretsNamed'>,
    report: (err: unknown) => void,
  ): Promise<IdempotencySecrets> {
    const newest = await credentials.keepSecret(IDEMPOTENCY, randomBytes(32).toString('hex'));
    const secrets = new IdempotencySecrets(newest);
    const look = () => secrets.look(credentials);
    await look();
    const later = () => void look().catch(report);
    secrets.timer = setInterval(later, LOOK_MS).unref();
    return secrets;
  }

  /** Keyed, so that a stored hash gives nothing away about a password in a body. */
  hashesOf(sent: Sent): Omit<KeyedBody, 'key'> {
    const bodyHash = hashOf(this.newest, sent);
    return { bodyHash, otherHashes: this.others.map((secret) => hashOf(secret, sent)) };
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look({ secretsNamed }: Pick<Credentials, 'secretsNamed'>): Promise<void> {
    const { [IDEMPOTENCY]: newest, ...others } = await secretsNamed(IDEMPOTENCY);
    if (newest !== undefined) [this.newest, this.others] = [newest, Object.values(others)];
  }
}

const hashOf = (secret: string, { name, body, onConflict }: Sent): string =>
  createHmac('sha256', secret)
    .update(canonical({ name, body, ...(onConflict !== undefined && { onConflict }) }))
    .digest('hex');
