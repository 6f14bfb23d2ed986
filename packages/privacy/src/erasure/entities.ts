import { Column, Entity, PrimaryColumn } from 'typeorm';
import { isoTime } from '@feusa/platform/postgres/columns';
import type { Entry } from './port.js';

/** Whose key was destroyed; written together with the event that says so. */
@Entity({ schema: 'keys', name: 'erased' })
export class ErasedStream implements Entry {
  @PrimaryColumn('text', { name: 'subject', collation: 'C' })
  readonly stream!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoTime })
  readonly at!: string;
}

/** Which photos the encrypted events of a stream speak of. */
@Entity({ schema: 'keys', name: 'images' })
export class Photo {
  @PrimaryColumn('text')
  readonly blob!: string;
  @PrimaryColumn('text', { name: 'subject', collation: 'C' })
  readonly stream!: string;
}
