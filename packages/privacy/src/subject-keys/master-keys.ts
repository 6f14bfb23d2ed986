import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { decrypt, encrypt, KEY_BYTES } from './cipher.js';

/** Every process looks so often whether the key is being turned. */
export const LOOK_MS = 2000;
const ID_BYTES = 8;
const LEFT_BEHIND = 'the master key was turned: this process has to start with the new one';
/** A key of 32 bytes that was encrypted before keys had names. */
const UNNAMED_BYTES = 12 + KEY_BYTES + 16;

/** The key that a database was written with, and the next one with each under the other while it is turned. */
const STATE = `select m.fingerprint, t.next, t.next_key as "nextKey", t.old_key as "oldKey"
  from keys.master m left join keys.turning t on true`;

export interface MasterState {
  readonly fingerprint: string;
  readonly next: string | null;
  readonly nextKey: Buffer | null;
  readonly oldKey: Buffer | null;
}

export const stateIn = async (pool: Pick<Pool, 'query'>): Promise<MasterState | undefined> =>
  (await pool.query<MasterState>(STATE)).rows[0];

export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('feusa master key').update(key).digest('hex');

/** The id by which a wrapped value names its key. */
export const idOf = (fingerprint: string) => fingerprint.slice(0, 2 * ID_BYTES);

/** What people call a key by. */
export const shortName = (fingerprint: string): string => fingerprint.slice(0, 8);

/** Under the key before, the next one; under the next one, that before. */
export const ABOUT = { next: 'next master key', old: 'master key before' } as const;

/**
 * The master key, and while it is turned the old and the new one: what is wrapped by either opens, and the new
 * one wraps. What is wrapped begins with the name of its key.
 */
export class MasterKeys {
  private readonly known = new Map<string, Buffer>();
  private writing: string;
  private rereading = Promise.resolve();
  private rereadAt = -Infinity;
  /** That the key was turned to one that is not known here. */
  fault: string | undefined;

  /** `pool` belongs to the caller. `reread` looks again where the key comes from. */
  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    readonly own: Buffer,
    private readonly reread: () => Promise<Buffer | undefined> = () => Promise.resolve(undefined),
  ) {
    this.writing = fingerprintOf(own);
    this.known.set(this.writing, own);
  }

  /** The key that wraps. */
  get current(): Buffer {
    return this.known.get(this.writing)!;
  }

  named(fingerprint: string): Buffer | undefined {
    return this.known.get(fingerprint);
  }

  wrap(plain: string | Buffer, about: string): Buffer {
    const name = Buffer.from(idOf(this.writing), 'hex');
    return Buffer.concat([name, encrypt(plain, this.current, about)]);
  }

  /** @throws where it was wrapped by a key that is not accepted any more, for something else, or was changed */
  async unwrap(wrapped: Buffer, about: string): Promise<Buffer> {
    if (!this.knows(wrapped)) await this.refresh();
    return this.open(wrapped, about);
  }

  /** Whether it can be opened without looking what became of the key. */
  knows(wrapped: Buffer): boolean {
    return isUnnamed(wrapped) || this.keyOf(wrapped) !== undefined;
  }

  /** As `unwrap`, of what is known. */
  open(wrapped: Buffer, about: string): Buffer {
    if (isUnnamed(wrapped)) return this.openUnnamed(wrapped, about);
    const key = this.keyOf(wrapped);
    if (!key) throw new Error(`${LEFT_BEHIND}.`);
    return decrypt(wrapped.subarray(ID_BYTES), key, about);
  }

  /**
   * Learns what the key is now, by the one that is known. Who has slept through all of a turn knows neither, and
   * looks where the key lies by now.
   */
  async refresh(): Promise<MasterState | undefined> {
    const state = await stateIn(this.pool);
    if (state) await this.learn(state);
    return state;
  }

  /** Goes by what the database says. */
  async learn(state: MasterState): Promise<void> {
    this.follows(state);
    if (!this.known.has(newestOf(state))) await this.readAnew(state);
    this.follows(state);
    this.fault = this.known.has(newestOf(state)) ? undefined : LEFT_BEHIND;
  }

  private follows(state: MasterState): void {
    const { fingerprint, next, nextKey, oldKey } = state;
    if (next !== null) {
      const [old, new_] = [this.known.get(fingerprint), this.known.get(next)];
      if (old && !new_) this.known.set(next, decrypt(nextKey!, old, ABOUT.next));
      if (new_ && !old) this.known.set(fingerprint, decrypt(oldKey!, new_, ABOUT.old));
    }
    const newest = newestOf(state);
    if (this.known.has(newest)) this.writing = newest;
  }

  /** For all who ask at once, and not all the time: it may be a command. */
  private readAnew({ fingerprint, next }: MasterState): Promise<void> {
    const now = performance.now();
    if (now < this.rereadAt + LOOK_MS / 2) return this.rereading;
    this.rereadAt = now;
    const learn = (key: Buffer | undefined) => {
      const found = key && fingerprintOf(key);
      if (key && (found === fingerprint || found === next)) this.known.set(found, key);
    };
    return (this.rereading = this.reread().then(learn, () => undefined));
  }

  /** Looks from time to time, until it is closed. `report` hears of what goes wrong. */
  follow(report: (err: unknown) => void): { close(): void } {
    const look = () => void this.refresh().catch(report);
    const timer = setInterval(look, LOOK_MS).unref();
    return { close: () => clearInterval(timer) };
  }

  private keyOf(wrapped: Buffer): Buffer | undefined {
    const id = wrapped.subarray(0, ID_BYTES).toString('hex');
    for (const [fingerprint, key] of this.known) if (idOf(fingerprint) === id) return key;
    return undefined;
  }

  private openUnnamed(wrapped: Buffer, about: string): Buffer {
    const others = [...this.known.values()].filter((key) => key !== this.own);
    for (const key of others) {
      try {
        return decrypt(wrapped, key, about);
      } catch {
        // The value was wrapped by another one of the keys.
      }
    }
    return decrypt(wrapped, this.own, about);
  }
}

const newestOf = ({ fingerprint, next }: MasterState) => next ?? fingerprint;

const isUnnamed = (wrapped: Buffer) => wrapped.length === UNNAMED_BYTES;
