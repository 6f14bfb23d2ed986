import { append, prepared, withHead, type WritePorts, type Written } from './write.js';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Pruned {
  readonly position: number;
  readonly hash: string;
}

const BEGINNING = `select pruned_position as position, encode(pruned_hash, 'hex') as hash from access.head`;

/** Removes what is older than so many days; the chain says up to where, and goes on from there. */
export async function prune(ports: WritePorts, days: number): Promise<void> {
  const now = Date.now();
  const until = new Date(now - days * DAY_MS).toISOString();
  const { rows } = await ports.pool.query<{ old: boolean }>(
    'select exists (select from access.entries where at < $1) as old',
    [until],
  );
  if (!rows[0]?.old) return;
  await withHead(ports.pool, async (client, head) => {
    const [before] = (await client.query<Pruned>(BEGINNING)).rows;
    await client.query('select access.prune($1)', [until]);
    const [pruned] = (await client.query<Pruned>(BEGINNING)).rows;
    if (!before || !pruned || pruned.position === before.position) return;
    const entry: Written = {
      ...{ kind: 'pruned', at: new Date(now).toISOString() },
      ...{ upTo: pruned.position, upToHash: pruned.hash, count: pruned.position - before.position },
    };
    await append(client, head, await prepared(ports, [entry]));
  });
}
