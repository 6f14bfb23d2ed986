import type { Pool } from 'pg';
import { AbstractLogger, DataSource, type DataSourceOptions } from 'typeorm';

type Parts = Pick<DataSourceOptions, 'entities' | 'migrations' | 'migrationsTableName'>;

/** One database, for statements and for entities. */
export interface Connections {
  readonly pool: Pool;
  readonly source: DataSource;
}

/** TypeORM on the connections of a pool, which the caller ends: it opens none of its own. */
export function openSource(pool: Pool, parts: Parts): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    driver: { Pool: poolThatIs(pool) },
    schema: 'public',
    installExtensions: false,
    poolErrorHandler: () => undefined,
    logger: new Silent(),
    ...parts,
  } as DataSourceOptions);
  return source.initialize();
}

/** What fails is thrown, and told where it is caught. */
class Silent extends AbstractLogger {
  protected writeLog(): void {}
}

/** What TypeORM constructs is what a constructor returns. */
const poolThatIs = (pool: Pool) =>
  function () {
    return pool;
  };
