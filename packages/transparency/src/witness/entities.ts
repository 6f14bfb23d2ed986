import { Column, Entity, PrimaryColumn } from 'typeorm';
import { isoTime } from '@feusa/platform/postgres/columns';
import type { StartOver } from './port.js';

/** The newest checkpoint that was signed here of a log of others. */
@Entity({ schema: 'transparency', name: 'witnessed' })
export class Witnessed {
  @PrimaryColumn('text')
  readonly origin!: string;
  @Column('bigint')
  readonly size!: number;
  @Column('text')
  readonly note!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoTime })
  readonly at!: string;
}

/** A log of others that was started over with; the table has no key, as nothing in it is ever changed. */
@Entity({ schema: 'transparency', name: 'started_over' })
export class StartedOver implements StartOver {
  @PrimaryColumn('text')
  readonly statement!: string;
  @Column('text')
  readonly origin!: string;
  @Column('text')
  readonly by!: string;
  @Column('text')
  readonly reason!: string;
  @Column('text', { select: false })
  readonly was!: string;
  @Column('timestamptz', { default: () => 'now()', select: false, transformer: isoTime })
  readonly at!: string;
}
