import { StoredInvitation } from '../invitations/entities.js';
import { StoredDevice, StoredNotice } from '../notices/entities.js';
import {
  StoredChallenge,
  StoredPasskey,
  StoredRecoveryCode,
  StoredSecondFactor,
} from '../second-factors/entities.js';
import { StoredSubject } from '../sso/entities.js';
import { StoredToken } from '../tokens/entities.js';
import type { Role } from '@feusa/contracts/users';
import { Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { isoTime } from '@feusa/platform/postgres/columns';

/** Of the event store, which writes it together with the events. */
@Entity({ schema: 'log', name: 'accounts' })
export class Account {
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('text')
  readonly email!: string;
  @Column('text', { name: 'normal_email', unique: true })
  readonly normalEmail!: string;
  @Column('text')
  readonly role!: Role;
  @Column('timestamptz', { name: 'created_at', transformer: isoTime })
  readonly createdAt!: string;
  @Column('boolean', { default: false })
  readonly suspended!: boolean;
  @OneToOne(() => Credential, ({ account }) => account)
  readonly credential?: Credential | null;
}

/** An account may come after its password, and go before it. */
const LOOSE = { createForeignKeyConstraints: false } as const;

@Entity({ schema: 'auth', name: 'credentials' })
export class Credential {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @Column('text', { name: 'password_hash' })
  readonly passwordHash!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', transformer: isoTime })
  readonly createdAt!: string;
  @OneToOne(() => Account, ({ credential }) => credential, LOOSE)
  @JoinColumn({ name: 'user_id' })
  readonly account?: Account | null;
}

/** A token by which its user may set a new password. */
@Entity({ schema: 'auth', name: 'resets' })
export class Reset {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  readonly tokenHash!: Buffer;
  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
  @ManyToOne(() => Account, LOOSE)
  @JoinColumn({ name: 'user_id' })
  readonly account?: Account | null;
}

/** A secret of the installation. */
@Entity({ schema: 'auth', name: 'secrets' })
export class Secret {
  @PrimaryColumn('text')
  readonly name!: string;
  @Column('text')
  readonly value!: string;
}

@Entity({ schema: 'auth', name: 'sessions' })
export class StoredSession {
  @PrimaryColumn('bytea', { name: 'token_hash' })
  readonly tokenHash!: Buffer;
  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', transformer: isoTime })
  readonly createdAt!: string;
  @Column('timestamptz', { name: 'seen_at', default: () => 'now()', transformer: isoTime })
  readonly seenAt!: string;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
  @Column('text', { default: '' })
  readonly device!: string;
  @Column('text', { default: '' })
  readonly address!: string;
  @Column('boolean', { default: false })
  readonly sso!: boolean;
  /** That the provider of single sign-on has asked for more than one factor. */
  @Column('boolean', { default: false })
  readonly strong!: boolean;
  @Column('timestamptz', { name: 'stepped_up_until', nullable: true, transformer: isoTime })
  readonly steppedUpUntil!: string | null;
}

/** A sign-in at the provider of single sign-on that has come back: it does so once. */
@Entity({ schema: 'auth', name: 'used_states' })
export class UsedState {
  @PrimaryColumn('bytea', { name: 'state_hash' })
  readonly stateHash!: Buffer;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
}

/** The entities of everything about signing in. */
export const authEntities = [
  ...[Account, Credential, Reset, Secret, StoredSession, StoredToken],
  ...[StoredSecondFactor, StoredRecoveryCode, StoredPasskey, StoredChallenge],
  ...[StoredInvitation, StoredNotice, StoredDevice, UsedState, StoredSubject],
];
