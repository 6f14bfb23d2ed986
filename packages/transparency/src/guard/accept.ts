import type { Pool } from 'pg';
import type { EventStore } from '@feusa/event-log/store/port';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import { GrowingTree, leafHash, type TreeHead } from '../merkle.js';
import type { TransparentLog } from '../port.js';
import type { CheckpointSigner } from '../signer.js';
import { statementOf } from './acceptances.js';
import { catchUp, type Contradiction } from './compare.js';
import type { LastSigned } from './known.js';

const PAGE = 2000;

export interface AcceptOptions {
  /** Acts as the owner of the tables. */
  readonly pool: Pool;
  readonly store: EventStore;
  readonly tree: TransparentLog;
  readonly signer: CheckpointSigner;
  readonly last: LastSigned;
}

/** Who signs, why, and for what. */
export interface Signing {
  readonly by: string;
  readonly reason: string;
  readonly abandons: readonly Contradiction[];
}

/**
 * Keeps a signed statement that the log as it is now is to be gone on with, and begins its tree and its
 * checkpoints anew. What was signed before stays where it is.
 */
export async function acceptLog(
  { pool, store, tree, signer, last }: AcceptOptions,
  signing: Signing,
): Promise<{ readonly statement: string; readonly epoch: number }> {
  const { rows } = await pool.query<{ epoch: number }>(
    'select coalesce(max(epoch), 0) + 1 as epoch from transparency.acceptances',
  );
  const { epoch } = rows[0]!;
  const head = await headOf(store);
  const facts = { ...signing, epoch, head, at: new Date() };
  const statement = signer.signText(statementOf(facts, signer.verifier.name));
  await begin(pool, { epoch, statement, key: signer.key });
  await catchUp({ store, tree }, head.size);
  await last.set(head.size, (await tree.checkpoint(head.size)).note);
  return { statement, epoch };
}

/** From the events themselves; the tree may be of others. */
async function headOf(store: EventStore): Promise<TreeHead> {
  const { position } = await store.head();
  const events = new GrowingTree();
  while (events.size < position) {
    const page = await store.readRecords(events.size, Math.min(PAGE, position - events.size));
    if (page.length === 0) throw new Error(`there is no event at position ${events.size + 1}`);
    for (const { bytes } of page) events.add(leafHash(bytes));
  }
  return { size: events.size, root: events.root() };
}

interface Beginning {
  readonly epoch: number;
  readonly statement: string;
  /** Whose signatures the log is known by from now on. */
  readonly key: string;
}

async function begin(pool: Pool, { epoch, statement, key }: Beginning): Promise<void> {
  await inTransaction(pool, async (client) => {
    const text = 'insert into transparency.acceptances (epoch, statement) values ($1, $2)';
    await client.query(text, [epoch, statement]);
    const keep = 'insert into transparency.log_keys (epoch, key) values ($1, $2)';
    await client.query(keep, [epoch, key]);
    await client.query(`
      alter table transparency.tree disable trigger only_grows;
      alter table transparency.tiles disable trigger append_only;
      delete from transparency.tiles;
      update transparency.tree set size = 0;
      alter table transparency.tiles enable trigger append_only;
      alter table transparency.tree enable trigger only_grows`);
  });
}
