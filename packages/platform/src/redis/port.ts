import type { Redis } from 'ioredis';

/** Redis as adapters use it: it may be away at any time, and nothing ever waits for it. */
export interface RedisConnection {
  /** Commands reject after 500 ms, and at once while Redis is known to be away. */
  readonly client: Redis;
  /** Another connection, for commands that block for up to `blockMs`; connected, or 1 s later. */
  blocking(blockMs: number): Promise<Redis>;
  /** 'ok', or what is wrong with the first connection that is not in order. */
  state(): string;
  /** Aborted when this is closed. */
  readonly closing: AbortSignal;
  close(): void;
}
