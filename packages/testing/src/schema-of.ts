import pg from 'pg';

/** Tables of what is made again from the log. */
const DISPOSABLE = `'read', 'past', 'audit', 'fingerprint', 'find'`;
const OURS = `n.nspname !~ '^(pg_|information_schema)' and n.nspname not in (${DISPOSABLE})`;
const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${OURS}`;
const FUNCTIONS = `pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${OURS}`;
const granted = (acl: string) => `(select string_agg(
  a.grantee::regrole || ' ' || a.privilege_type, ', ' order by a.grantee::regrole::text, a.privilege_type)
  from aclexplode(${acl}) a)`;

const STATEMENTS = [
  `select 'schema', n.nspname, ${granted('n.nspacl')} from pg_namespace n where ${OURS}`,
  `select 'table', c.oid::regclass::text, c.relkind, ${granted('c.relacl')} from ${TABLES}`,
  `select 'column', c.oid::regclass::text,
      row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attstorage,
      a.attcollation::regcollation::text, pg_get_expr(d.adbin, d.adrelid)
    from ${TABLES} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum`,
  `select 'constraint', c.oid::regclass::text, k.conname, pg_get_constraintdef(k.oid)
    from ${TABLES} join pg_constraint k on k.conrelid = c.oid`,
  `select 'index', pg_get_indexdef(i.indexrelid)
    from ${TABLES} join pg_index i on i.indrelid = c.oid`,
  `select 'trigger', pg_get_triggerdef(t.oid)
    from ${TABLES} join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal`,
  `select 'function', pg_get_functiondef(p.oid), ${granted('p.proacl')} from ${FUNCTIONS}`,
];

/** Every table that lasts, with all that belongs to it, a line each, to compare databases by. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const lines: string[] = [];
    for (const text of STATEMENTS) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      lines.push(...rows.map((row) => row.join(' | ')).sort());
    }
    return lines;
  } finally {
    await client.end();
  }
}
