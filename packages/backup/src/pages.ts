import type { PoolClient } from 'pg';

const PAGE = 1000;
let opened = 0;

/** The rows of a statement in pages, through a cursor of the transaction that is open. */
export async function* pages<Row>(
  client: PoolClient,
  text: string,
): AsyncGenerator<readonly Row[]> {
  const name = `backup_${++opened}`;
  await client.query(`declare ${name} no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await client.query(`fetch ${PAGE} from ${name}`);
    if (rows.length === 0) break;
    yield rows as Row[];
  }
  await client.query(`close ${name}`);
}
