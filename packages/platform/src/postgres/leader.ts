import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const TRY_MS = 1000;
/** Postgres ends the session of a leader that is silent for longer, so that another one can follow. */
const SILENCE_MS = 10_000;
const BEAT_MS = 2000;

export interface LeaderOptions {
  readonly url: string;
  readonly role?: string | undefined;
  /** Names what is led; each name has one leader on this database. */
  readonly name: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Leads until the signal, with the connection that holds the leadership. A failure gives it up. */
  lead(client: pg.Client, lost: AbortSignal): Promise<void>;
}

/** Takes part in an election, by a session advisory lock, until it is closed. */
export class Candidate {
  private readonly ended = new AbortController();
  private readonly running: Promise<void>;

  constructor(private readonly options: LeaderOptions) {
    this.running = this.run();
  }

  async close(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.ended.signal.aborted) {
      await this.term().catch((err: unknown) =>
        this.options.log.warn({ err, leader: this.options.name }, 'leadership lost'),
      );
      await sleep(TRY_MS, undefined, { signal: this.ended.signal }).catch(() => undefined);
    }
  }

  /** One connection's life: waits to be elected, leads, gives up. */
  private async term(): Promise<void> {
    const { url, role, name } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `feusa-${name}`,
      connectionTimeoutMillis: 3000,
      query_timeout: 5000,
      keepAlive: true,
      options: `-c synchronous_commit=off -c idle_session_timeout=${SILENCE_MS}${role ? ` -c role=${role}` : ''}`,
    });
    const lost = new AbortController();
    const stop = () => lost.abort();
    client.on('error', stop);
    client.on('end', stop);
    this.ended.signal.addEventListener('abort', stop);
    const beat = setInterval(() => void client.query('select').catch(stop), BEAT_MS);
    try {
      await client.connect();
      if (!(await this.elected(client, lost.signal))) return;
      this.options.log.info({ leader: name }, 'leads');
      await this.options.lead(client, lost.signal);
    } finally {
      clearInterval(beat);
      this.ended.signal.removeEventListener('abort', stop);
      await Promise.race([client.end().catch(() => undefined), sleep(2000)]);
    }
  }

  private async elected(client: pg.Client, lost: AbortSignal): Promise<boolean> {
    while (!lost.aborted) {
      const { rows } = await client.query<{ won: boolean }>(
        'select pg_try_advisory_lock(hashtext($1)) as won',
        [`feusa-${this.options.name}`],
      );
      if (rows[0]?.won) return true;
      await sleep(TRY_MS, undefined, { signal: lost }).catch(() => undefined);
    }
    return false;
  }
}
