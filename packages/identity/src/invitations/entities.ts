import type { Role } from '@feusa/contracts/users';
import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'auth', name: 'invitations' })
export class StoredInvitation {
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('bytea', { name: 'token_hash', unique: true })
  readonly tokenHash!: Buffer;
  @Column('text')
  readonly email!: string;
  @Column('text', { name: 'normal_email', unique: true })
  readonly normalEmail!: string;
  @Column('text')
  readonly role!: Role;
  @Column('uuid', { array: true })
  readonly groups!: string[];
  @Column('uuid', { name: 'invited_by' })
  readonly invitedBy!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', transformer: isoTime })
  readonly createdAt!: string;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
  /** While somebody is using it. */
  @Column('timestamptz', { name: 'taken_until', nullable: true, transformer: isoTime })
  readonly takenUntil!: string | null;
}
