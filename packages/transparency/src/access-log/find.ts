import type { Pool } from 'pg';
import type { AccessEntry, AccessFilter, AccessStretch } from './port.js';
import { aboutOf, subjectOf, type Body, type PersonKeys } from './write.js';

interface Row {
  readonly position: number;
  readonly body: string;
  readonly hash: string;
}

interface FindPorts {
  readonly pool: Pick<Pool, 'query'>;
  readonly keys: PersonKeys;
}

const conditions: Record<keyof AccessFilter, string> = {
  users: 'user_id = any(?::uuid[])',
  file: 'files @> array[?::uuid]',
  kind: 'kind = ?',
  from: 'at >= ?',
  to: 'at <= ?',
};

/** Entries, the newest first, with what can still be read of them. */
export async function findEntries(
  { pool, keys }: FindPorts,
  filter: AccessFilter,
  { before, limit }: AccessStretch,
): Promise<AccessEntry[]> {
  const values: unknown[] = [];
  const holding = (text: string, value: unknown) => text.replace('?', `$${values.push(value)}`);
  const where = Object.entries(conditions).flatMap(([name, text]) => {
    const value = filter[name as keyof AccessFilter];
    return value === undefined ? [] : [holding(text, value)];
  });
  if (before !== undefined) where.push(holding('position < ?', before));
  const text = `select position, body, encode(hash, 'hex') as hash from access.entries
    ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
    order by position desc ${holding('limit ?', limit)}`;
  const { rows } = await pool.query<Row>(text, values);
  const found = rows.map((row) => ({ ...row, body: JSON.parse(row.body) as Body }));
  const users = found.flatMap(({ body }) => (body.sealed && body.user ? [body.user] : []));
  const known = await keys.find([...new Set(users)].map(subjectOf));
  return found.map(({ position, body, hash }) => {
    const key = body.user ? known.get(subjectOf(body.user)) : undefined;
    const { sealed } = body;
    const opened = sealed && key ? key.decrypt(sealed, aboutOf(position)) : undefined;
    return entryOf(body, hash, body.address ?? opened);
  });
}

const entryOf = (body: Body, hash: string, address: string | undefined): AccessEntry => ({
  ...{ position: String(body.position), at: body.at, kind: body.kind, hash },
  ...{ address: address ?? null, ...whoAndWhat(body), ...amountsIn(body) },
});

function whoAndWhat(body: Body) {
  const { user = null, mark = null, detail = null, files = [] } = body;
  const { moreFiles = 0, folder = null, about = null } = body;
  return { user, mark, detail, files, moreFiles, folder, about };
}

function amountsIn(body: Body) {
  const { bytes = null, requests = 1, shown = null, count = null } = body;
  return { bytes, requests, shown, count };
}
