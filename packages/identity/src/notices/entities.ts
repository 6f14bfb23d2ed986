import type { NoticeKind } from '@feusa/contracts/notices';
import type { Role } from '@feusa/contracts/users';
import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'auth', name: 'notices' })
export class StoredNotice {
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;
  @Column('text')
  readonly kind!: NoticeKind;
  @Column('timestamptz', { default: () => 'clock_timestamp()', transformer: isoTime })
  readonly at!: string;
  @Column('text')
  readonly device!: string;
  @Column('text')
  readonly address!: string;
  @Column('text', { nullable: true })
  readonly role!: Role | null;
}

/** A browser in which somebody has signed in, by a hash of what it keeps. */
@Entity({ schema: 'auth', name: 'devices' })
export class StoredDevice {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @PrimaryColumn('bytea', { name: 'device_hash' })
  readonly deviceHash!: Buffer;
  @Column('timestamptz', { name: 'seen_at', default: () => 'now()', transformer: isoTime })
  readonly seenAt!: string;
}
