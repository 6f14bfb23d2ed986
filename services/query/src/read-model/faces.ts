import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { normalEmail } from '@feusa/contracts/text';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';
import type { ReadDatabase } from './database.js';
import type { EmployeeRow } from './rows.js';

/** Of an employee: what those who did something are called and look like; `address` in its normal form. */
export interface Face extends Pick<EmployeeRow, 'id' | 'firstName' | 'lastName'> {
  readonly address: string;
  readonly hasPhoto: boolean;
}

/** Reads who has these addresses: of those who share one, two at least. */
export type ReadFaces = (addresses: readonly string[]) => Promise<readonly Face[]>;

/** From the tables, where an address that everybody has costs no more than any other. */
export const facesIn =
  (database: Pick<ReadDatabase, 'schema' | 'prepared'>): ReadFaces =>
  (addresses) => {
    const text = `
      select id, address, first_name as "firstName", last_name as "lastName", has_photo as "hasPhoto"
      from unnest($1::text[]) as a (address) cross join lateral (
        select id, first_name, last_name, image_blob is not null as has_photo
        from "${database.schema}".employees where email_key = address and removed_at is null limit 2) as e`;
    return database.prepared<Face>('faces', text, [addresses]);
  };

/** The employees with an address, as far as they were looked up. */
export type FacesOf = (email: string) => readonly Face[];

const AT_ONCE = 1000;

/** The employees with an e-mail address, nearly always one: looked up, and remembered until one of them changes. */
export class Faces {
  private readonly known: LRUCache<string, readonly Face[]>;
  /** The address under which somebody is remembered. */
  private readonly addresses = new Map<string, string>();
  /** What was read before somebody changed must not be remembered after it. */
  private round = 0;

  constructor(
    private readonly read: ReadFaces,
    most: number = memoryBounds.faces.value,
  ) {
    this.known = new LRUCache({
      ...growingTo(most),
      dispose: (faces, address) => this.left(faces, address),
    });
  }

  async of(emails: Iterable<string>): Promise<FacesOf> {
    const found = new Map<string, readonly Face[]>();
    const missing: string[] = [];
    for (const address of new Set(Array.from(emails, normalEmail))) {
      const faces = this.known.get(address);
      if (faces) found.set(address, faces);
      else missing.push(address);
    }
    for (let from = 0; from < missing.length; from += AT_ONCE)
      await this.lookUp(missing.slice(from, from + AT_ONCE), found);
    return (email) => found.get(normalEmail(email)) ?? [];
  }

  /** Somebody has changed, and has this address by now. */
  changed(id: string, address: string | undefined): void {
    this.round++;
    this.known.delete(this.addresses.get(id) ?? '');
    if (address !== undefined) this.known.delete(address);
  }

  clear(): void {
    this.round++;
    this.known.clear();
  }

  private async lookUp(addresses: string[], found: Map<string, readonly Face[]>): Promise<void> {
    const { round } = this;
    for (const address of addresses) found.set(address, []);
    for (const face of await this.read(addresses))
      found.set(face.address, [...found.get(face.address)!, face]);
    if (round === this.round) for (const address of addresses) this.keep(address, found);
  }

  private keep(address: string, found: ReadonlyMap<string, readonly Face[]>): void {
    const faces = found.get(address)!;
    // Read before it was told: who has this address has no other one any more.
    for (const { id } of faces) this.known.delete(this.addresses.get(id) ?? '');
    this.known.set(address, faces);
    for (const { id } of faces) this.addresses.set(id, address);
  }

  private left(faces: readonly Face[], address: string): void {
    for (const { id } of faces) if (this.addresses.get(id) === address) this.addresses.delete(id);
  }
}
