import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { ServiceRole } from './roles.js';

/** Statements that need a role to be there; whoever has one may use the schema. */
export type Grants = Readonly<Partial<Record<ServiceRole, string>>>;

/** What a capability keeps in the database. */
export interface SchemaPart {
  readonly schema: string;
  /** Each is run once. New ones come last, and none is edited after a release. */
  readonly migrations: readonly MigrationClass[];
  /** What each role may do there; may be said again. */
  readonly grants: Grants;
}

/** Its name is remembered in the database, and ends with the time when it was written, in ms. */
export type MigrationClass = new () => ForwardMigration;

/** A migration with no way back: what was written since would be lost, and the log only grows. */
export abstract class ForwardMigration implements MigrationInterface {
  /** One statement or several. */
  abstract readonly sql: string;

  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(this.sql);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('A database goes back by restoring a backup.'));
  }
}
