import path from 'node:path';
import { requireSettings, type Config } from '@feusa/profiles/config';
import { kafkaConnection, s3Options } from '@feusa/profiles/engine-settings';
import { openPool } from '@feusa/platform/postgres/pool';
import { filesWith } from './files.js';
import { SearchedValues } from './searched-values.js';

/** The tables that have one of these texts: every row of every table of every schema is read. */
async function tablesWith(url: string, { values }: SearchedValues): Promise<string[]> {
  const pool = openPool({ url, max: 1, name: 'erasure-check' });
  try {
    await pool.query('set statement_timeout = 0');
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const text = `select from ${name} t, unnest($1::text[]) v
        where strpos(lower(t::text), lower(v)) > 0 limit 1`;
      if ((await pool.query(text, [values])).rowCount) found.push(name);
    }
    return found;
  } finally {
    await pool.end();
  }
}

/**
 * Where any of these texts is found, whatever its case: in every row of the database, in the files of the
 * data directory, and with the services apart in Kafka, OpenSearch, Redis and S3.
 */
export async function placesWith(
  config: Config,
  databaseUrl: string,
  values: readonly string[],
): Promise<string[]> {
  const wanted = new SearchedValues(values);
  const dir = path.resolve(config.FEUSA_DATA_DIR);
  const kept = await Promise.all([
    named('table', tablesWith(config.DATABASE_OWNER_URL ?? databaseUrl, wanted)),
    named('file', filesWith(dir, wanted)),
    ...(config.FEUSA_PROFILE === 'distributed' ? await enginesWith(config, wanted) : []),
  ]);
  return kept.flat();
}

async function enginesWith(config: Config, wanted: SearchedValues) {
  const needed = ['KAFKA_BROKERS', 'OPENSEARCH_URL', 'REDIS_URL', 'S3_ENDPOINT'] as const;
  const { OPENSEARCH_URL, REDIS_URL } = requireSettings(config, needed);
  const log = { info: () => undefined, warn: () => undefined };
  const s3 = s3Options(config, log);
  const { topicsWith } = await import('./topics.js');
  const { indexesWith } = await import('./indexes.js');
  const { keysWith } = await import('./keys.js');
  const { objectsWith } = await import('./objects.js');
  return [
    named('topic', topicsWith(kafkaConnection(config), wanted)),
    named('index', indexesWith({ url: OPENSEARCH_URL, ca: config.OPENSEARCH_TLS_CA }, wanted)),
    named('key', keysWith({ url: REDIS_URL, ca: config.REDIS_TLS_CA }, wanted)),
    named('object', objectsWith(s3, wanted)),
  ];
}

const named = async (kind: string, places: Promise<readonly string[]>) =>
  (await places).map((place) => `${kind} ${place}`);
