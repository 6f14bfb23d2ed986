import type { DeadLetterState } from '@feusa/contracts/operations';
import { Column, Entity, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import { isoTime } from '@feusa/platform/postgres/columns';
import type { DeadLetter, DeadLetterAction } from './port.js';

/** The clock of the database says when a retry is due. */
export const stateOf = (letter: string) => `case
  when ${letter}.discarded_at is not null then 'discarded'
  when ${letter}.due_at is not null
    and (${letter}.redrives < ${letter}.allowed or ${letter}.claimed_until > now()) then 'due'
  when ${letter}.redrives >= ${letter}.allowed then 'quarantined'
  else 'blocked' end`;

@Entity({ schema: 'parking', name: 'letters' })
export class StoredLetter implements DeadLetter {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;
  @Column('text')
  readonly consumer!: string;
  @Column({ type: 'text', collation: 'C' })
  readonly stream!: string;
  @Column('int', { name: 'from_version' })
  readonly fromVersion!: number;
  @Column('bigint')
  readonly position!: number;
  @Column('text', { name: 'event_id' })
  readonly eventId!: string;
  @Column('text', { name: 'event_type' })
  readonly eventType!: string;
  @Column('text')
  readonly error!: string;
  @Column('int')
  readonly tries!: number;
  @Column('timestamptz', { name: 'parked_at', default: () => 'now()', transformer: isoTime })
  readonly blockedAt!: string;
  @Column('int', { default: 0 })
  readonly redrives!: number;
  @Column('int', { default: 3, select: false })
  readonly allowed?: number;
  @VirtualColumn({ type: 'text', query: stateOf })
  readonly state!: DeadLetterState;
  @Column('timestamptz', { name: 'due_at', nullable: true, transformer: isoTime })
  readonly dueAt!: string | null;
  @Column('timestamptz', { name: 'claimed_until', nullable: true, select: false })
  readonly claimedUntil?: string | null;
  @Column('timestamptz', { name: 'discarded_at', nullable: true, select: false })
  readonly discardedAt?: string | null;
}

@Entity({ schema: 'parking', name: 'actions' })
export class StoredAction implements DeadLetterAction {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;
  @Column('bigint')
  readonly letter!: number;
  @Column('text')
  readonly consumer!: string;
  @Column('text')
  readonly stream!: string;
  @Column('text')
  readonly kind!: DeadLetterAction['kind'];
  @Column('text')
  readonly by!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoTime })
  readonly at!: string;
  @Column('text', { nullable: true })
  readonly note!: string | null;
  @Column('text', { nullable: true })
  readonly outcome!: DeadLetterAction['outcome'];
  @Column('timestamptz', { name: 'ended_at', nullable: true, select: false })
  readonly endedAt?: string | null;
}
