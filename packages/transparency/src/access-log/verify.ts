import type { AccessFault, AccessVerdict } from '@feusa/contracts/access-log';
import type { PoolClient } from 'pg';
import type { LogKey } from '../checkpoint.js';
import { anchorsOutside, readAnchors, type AnchorPorts } from './anchors.js';
import { chained } from './chain.js';
import type { Body, ChainHead } from './write.js';

const PAGE = 2000;

interface Row {
  readonly position: number;
  readonly at: string;
  readonly kind: string;
  readonly user: string | null;
  readonly files: readonly string[];
  readonly body: string;
  readonly hash: Buffer;
}

interface Head extends ChainHead {
  readonly prunedPosition: number;
  readonly prunedHash: Buffer;
}

/** The first place where the chain is not what was written. */
class Fault {
  constructor(
    readonly position: number,
    readonly reason: AccessFault,
  ) {}
}

const HEAD = `select position, hash, pruned_position as "prunedPosition", pruned_hash as "prunedHash"
  from access.head`;
const ENTRIES = `select position, at, kind, user_id as "user", files, body, hash from access.entries
  where position > $1 order by position limit ${PAGE}`;

/** Hashes all that is kept, in one view of it, and holds it against every anchor. */
export async function verifyChain(ports: AnchorPorts): Promise<AccessVerdict> {
  const outside = await anchorsOutside(ports);
  const keys = await ports.keysBefore();
  const client = await ports.pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await verdictOf(client, outside, keys);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function verdictOf(
  client: PoolClient,
  outside: readonly string[],
  keys: readonly LogKey[],
): Promise<AccessVerdict> {
  const inside = await client.query<{ note: string }>('select note from access.anchors');
  const notes = [...outside, ...inside.rows.map(({ note }) => note)];
  const anchors = readAnchors(notes, keys);
  const [head] = (await client.query<Head>(HEAD)).rows;
  const chain = new Chain(head, anchors);
  for (let left = true; left;) {
    const { rows } = await client.query<Row>(ENTRIES, [chain.position]);
    for (const row of rows) chain.follow(row);
    left = rows.length === PAGE && !chain.fault;
  }
  const fault = chain.end();
  if (fault) return { ok: false, position: String(fault.position), reason: fault.reason };
  const first = String((head?.prunedPosition ?? 0) + 1);
  return { ok: true, first, last: String(chain.position), head: chain.hash.toString('hex') };
}

/** Follows the entries one by one. */
class Chain {
  position: number;
  hash: Buffer;
  fault: Fault | undefined;
  private pruned: Pick<Body, 'upTo' | 'upToHash'> | undefined;
  private readonly anchored = new Map<number, Buffer>();
  private readonly start: ChainHead;

  constructor(
    private readonly head: Head | undefined,
    anchors: readonly (ChainHead | undefined)[],
  ) {
    const { prunedPosition = 0, prunedHash = Buffer.alloc(32) } = head ?? {};
    this.start = { position: prunedPosition, hash: prunedHash };
    [this.position, this.hash] = [prunedPosition, prunedHash];
    for (const each of anchors) this.hold(each);
    this.compare();
  }

  follow(row: Row): void {
    if (this.fault) return;
    const wanted = this.position + 1;
    if (row.position !== wanted) return this.find(wanted, 'missing');
    this.hash = chained(this.hash, row.body);
    this.position = wanted;
    if (!this.hash.equals(row.hash) || !isAsSigned(row)) return this.find(wanted, 'changed');
    const body = JSON.parse(row.body) as Body;
    if (body.kind === 'pruned') this.pruned = body;
    if (body.kind === 'missing') this.find(wanted, 'missing');
    this.compare();
  }

  end(): Fault | undefined {
    const { head, start, position } = this;
    const last = Math.max(head?.position ?? 0, ...this.anchored.keys());
    if (last > position) this.find(position + 1, 'cut');
    else if (head && (head.position !== position || !head.hash.equals(this.hash)))
      this.find(position, 'changed');
    const { upTo = 0, upToHash = start.hash.toString('hex') } = this.pruned ?? {};
    if (upTo !== start.position || upToHash !== start.hash.toString('hex'))
      this.find(start.position + 1, 'beginning');
    return this.fault;
  }

  private hold(anchor: ChainHead | undefined): void {
    if (!anchor) return this.find(this.start.position + 1, 'anchor');
    if (anchor.position < this.start.position) return;
    const other = this.anchored.get(anchor.position);
    if (other && !other.equals(anchor.hash)) this.find(anchor.position, 'changed');
    this.anchored.set(anchor.position, anchor.hash);
  }

  private compare(): void {
    const anchored = this.anchored.get(this.position);
    if (anchored && !anchored.equals(this.hash)) this.find(this.position, 'changed');
  }

  /** Only the first one counts. */
  private find(position: number, reason: AccessFault): void {
    this.fault ??= new Fault(position, reason);
  }
}

/** Whether the columns, by which entries are found, say what the body says. */
function isAsSigned({ position, at, kind, user, files, body }: Row): boolean {
  const signed = JSON.parse(body) as Body;
  const isSame =
    signed.position === position && signed.kind === kind && (signed.user ?? null) === user;
  const named = signed.files ?? [];
  return isSame && new Date(signed.at).toISOString() === at && named.join() === files.join();
}
