import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Pool } from 'pg';

const PAGE = 2000;

/** Reads every event and hashes its bytes, and nothing more. */
export async function hashRows(pool: Pool): Promise<void> {
  const page = async (after: number) => {
    const text =
      'select position, bytes from log.events where position > $1 order by position limit $2';
    const query = { name: 'floor', text, values: [after, PAGE] };
    return (await pool.query<{ position: number; bytes: string }>(query)).rows;
  };
  let rows = await page(0);
  while (rows.length > 0) {
    for (const { bytes } of rows) createHash('sha256').update(bytes).digest();
    rows = await page(rows.at(-1)!.position);
  }
}

/** The same of the lines of a file. */
export async function hashLines(file: string): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) createHash('sha256').update(line).digest();
  }
}
