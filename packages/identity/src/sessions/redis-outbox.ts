import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { RedisConnection } from '@feusa/platform/redis/port';
import type { SessionChange } from './port.js';
import { CHANGES } from './redis-follow.js';

const RETRY_MS = 1000;
const RETRY_FOR_MS = 30_000;
const MOST = memoryBounds.sessionChanges.value;

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

  /** The change is on its way when this returns; resolves when it has arrived or has to wait. */
  async send(change: SessionChange): Promise<void> {
    const [oldest] = this.waiting.keys();
    if (oldest !== undefined && this.waiting.size >= MOST) this.waiting.delete(oldest);
    this.waiting.set(keyOf(change), { change, until: performance.now() + RETRY_FOR_MS });
    await this.attempt(change);
  }

  private async attempt(change: SessionChange): Promise<boolean> {
    const fields = ['kind', change.kind, 'id', idOf(change), 'from', this.origin];
    try {
      await this.redis.client.xadd(CHANGES, 'MAXLEN', '~', MOST, '*', ...fields);
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
