import type { FingerprintReport } from '@feusa/contracts/fingerprint';
import type { ReadDatabase } from '../read-model/database.js';

/** The last report, for every process to tell of. It may be thrown away. */
export class ReportRepository {
  constructor(private readonly database: Pick<ReadDatabase, 'source'>) {}

  async prepare(): Promise<void> {
    await this.database.source.transaction(async (manager) => {
      await manager.query(`select pg_advisory_xact_lock(hashtext('feusa-fingerprint'))`);
      await manager.query('create schema if not exists fingerprint');
      await manager.query(`create table if not exists fingerprint.last (
        one boolean primary key default true check (one), report jsonb not null)`);
    });
  }

  async last(): Promise<FingerprintReport | undefined> {
    const [row] = await this.database.source.query<{ report: FingerprintReport }[]>(
      'select report from fingerprint.last',
    );
    return row?.report;
  }

  async save(report: FingerprintReport): Promise<void> {
    const text = `insert into fingerprint.last (report) values ($1)
      on conflict (one) do update set report = excluded.report`;
    await this.database.source.query(text, [JSON.stringify(report)]);
  }
}
