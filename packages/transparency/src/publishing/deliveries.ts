import type { Pool } from 'pg';
import type { Delivery } from './port.js';

/**
 * What is known of each place, for the next sender and for all who want to know. Times are the database's, and
 * what is kept of a place depends on what was there, so that each is one statement.
 */
export class Deliveries {
  constructor(private readonly pool: Pool) {}

  /** Of these places, in their order. */
  async of(targets: readonly string[]): Promise<Delivery[]> {
    const text = `select t.target, coalesce(d.size, 0) as size, d.fault,
        coalesce(d.contradicts, false) as contradicts,
        coalesce(extract(epoch from now() - d.since), 0)::float as failing
      from unnest($1::text[]) with ordinality as t(target, place)
      left join transparency.deliveries d on d.target = t.target order by t.place`;
    return (await this.pool.query<Delivery>(text, [targets])).rows;
  }

  /** Whether something is due: nothing was delivered so long. What lies ahead is of a clock that was wrong. */
  async isDue(target: string, seconds: number): Promise<boolean> {
    const text = `select from transparency.deliveries
      where target = $1 and at between now() - make_interval(secs => $2) and now()`;
    return (await this.pool.query(text, [target, seconds])).rowCount === 0;
  }

  async delivered(target: string, size: number): Promise<void> {
    const text = `insert into transparency.deliveries as d (target, size, at) values ($1, $2, now())
      on conflict (target) do update set size = $2, at = now(), fault = null, since = null,
        contradicts = false`;
    await this.pool.query(text, [target, size]);
  }

  async failed(target: string, fault: string, contradicts: boolean): Promise<void> {
    const text = `insert into transparency.deliveries as d (target, fault, contradicts, since)
      values ($1, $2, $3, now()) on conflict (target) do update
      set fault = $2, contradicts = $3, since = coalesce(d.since, now())`;
    await this.pool.query(text, [target, fault, contradicts]);
  }
}
