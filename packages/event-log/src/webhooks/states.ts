import type { Pool } from 'pg';

export const WEBHOOK_STATES = Symbol('WebhookStates');

/** How deliveries to one webhook go; times are ISO-8601. */
export interface HookState {
  readonly id: string;
  /** Up to which position it has been told. */
  readonly cursor: number;
  readonly begun: number;
  readonly deliveredAt: string | null;
  readonly failingSince: string | null;
  readonly failedAt: string | null;
  readonly failure: string | null;
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly pausedAt: string | null;
}

export interface Failure {
  readonly reason: string;
  readonly waitMs: number;
  /** A webhook that has failed for so long is paused; with 0 at once. */
  readonly pauseAfterMs: number;
}

/** What lasts of webhooks beside their events. */
export interface WebhookStates {
  /** By id; those that are not known begin at the position, those that were restored since go on. */
  begin(id: string, position: number): Promise<HookState>;
  all(): Promise<ReadonlyMap<string, HookState>>;
  /** Moves the cursor; `delivered` where something was told. */
  moved(id: string, position: number, delivered: boolean): Promise<void>;
  /** Whether it is paused from now on. */
  failed(id: string, failure: Failure): Promise<boolean>;
}

const COLUMNS = `id, cursor, begun, delivered_at as "deliveredAt", failing_since as "failingSince",
  failed_at as "failedAt", failure, tries, next_try_at as "nextTryAt", paused_at as "pausedAt"`;
const CALM = 'failing_since = null, tries = 0, next_try_at = null, paused_at = null';
const BEGIN = `
insert into webhooks.state as s (id, cursor, begun) values ($1, $2, $2)
on conflict (id) do update set begun = $2, ${CALM} where s.begun < $2`;
const MOVED = `update webhooks.state set cursor = $2,
  delivered_at = case when $3 then now() else delivered_at end,
  failing_since = case when $3 then null else failing_since end,
  tries = case when $3 then 0 else tries end,
  next_try_at = case when $3 then null else next_try_at end
  where id = $1 and cursor < $2`;
const FAILED = `update webhooks.state set failed_at = now(), failure = $2, tries = tries + 1,
  failing_since = coalesce(failing_since, now()), next_try_at = now() + $3 * interval '1 ms',
  paused_at = case when coalesce(failing_since, now()) <= now() - $4 * interval '1 ms' then now() end
  where id = $1 returning paused_at is not null as paused`;

/** In schema `webhooks`; `pool` belongs to the caller. */
export const openWebhookStates = (pool: Pick<Pool, 'query'>): WebhookStates => ({
  async begin(id, position) {
    await pool.query(BEGIN, [id, position]);
    const text = `select ${COLUMNS} from webhooks.state where id = $1`;
    return (await pool.query<HookState>(text, [id])).rows[0]!;
  },
  async all() {
    const { rows } = await pool.query<HookState>(`select ${COLUMNS} from webhooks.state`);
    return new Map(rows.map((row) => [row.id, row]));
  },
  async moved(id, position, delivered) {
    await pool.query(MOVED, [id, position, delivered]);
  },
  async failed(id, { reason, waitMs, pauseAfterMs }) {
    const values = [id, reason.slice(0, 300), waitMs, pauseAfterMs];
    const { rows } = await pool.query<{ paused: boolean }>(FAILED, values);
    return rows[0]?.paused === true;
  },
});
