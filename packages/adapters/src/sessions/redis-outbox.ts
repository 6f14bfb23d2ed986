import type { RedisConnection } from '../redis/port.js';
import type { Session, SessionChange } from './port.js';
import { CHANGES, MARK, MARK_MS } from './redis-keys.js';

const RETRY_MS = 1000;
const MOST = 10_000;

const TELL = `
redis.call('set', KEYS[1], '', 'px', ARGV[1])
return redis.call('xadd', KEYS[2], 'maxlen', '~', 10000, '*', 'kind', ARGV[2], 'id', ARGV[3], 'from', ARGV[4])`;

interface Waiting {
  readonly change: SessionChange;
  readonly until: number;
}

/**
 * Changes on their way into the stream. What Redis does not take is tried again every second for 30 s:
 * after that nobody relies any more on what was read before the change.
 */
export class ChangeOutbox {
  private readonly waiting = new Map<string, Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly origin: string,
  ) {}

  /** Whether a change of this session is still on its way. */
  has({ id, user }: Session): boolean {
    const changes: SessionChange[] = [
      { kind: 'ended', sessionId: id },
      { kind: 'user-ended', userId: user.id },
      { kind: 'user-changed', userId: user.id },
    ];
    return changes.some((change) => this.waiting.has(keyOf(change)));
  }

  /** The change is on its way when this returns; resolves when it has arrived or has to wait. */
  async send(change: SessionChange): Promise<void> {
    const [oldest] = this.waiting.keys();
    if (oldest !== undefined && this.waiting.size >= MOST) this.waiting.delete(oldest);
    this.waiting.set(keyOf(change), { change, until: performance.now() + MARK_MS });
    await this.attempt(change);
  }

  private async attempt(change: SessionChange): Promise<boolean> {
    const { client } = this.redis;
    const values = [MARK_MS, change.kind, idOf(change), this.origin];
    try {
      await client.eval(TELL, 2, MARK + idOf(change), CHANGES, ...values);
      this.waiting.delete(keyOf(change));
      return true;
    } catch {
      this.timer ??= setTimeout(() => void this.retry(), RETRY_MS).unref();
      return false;
    }
  }

  private async retry(): Promise<void> {
    for (const [key, { change, until }] of this.waiting) {
      if (this.redis.closing.aborted) return;
      if (until < performance.now()) this.waiting.delete(key);
      else if (!(await this.attempt(change))) break;
    }
    this.timer = undefined;
    if (this.waiting.size > 0) this.timer = setTimeout(() => void this.retry(), RETRY_MS).unref();
  }
}

const idOf = (change: SessionChange) =>
  change.kind === 'ended' ? change.sessionId : change.userId;
const keyOf = (change: SessionChange) => `${change.kind} ${idOf(change)}`;
