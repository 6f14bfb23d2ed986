import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'auth', name: 'second_factors' })
export class StoredSecondFactor {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  /** The secret, encrypted; it counts once it is confirmed. */
  @Column('bytea', { nullable: true })
  readonly totp!: Buffer | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true, transformer: isoTime })
  readonly confirmedAt!: string | null;
  /** The time step of the last code that was used. */
  @Column('bigint', { name: 'last_step', default: 0 })
  readonly lastStep!: string;
  @Column('int', { default: 0 })
  readonly failures!: number;
  @Column('timestamptz', { name: 'failed_since', default: () => 'now()', transformer: isoTime })
  readonly failedSince!: string;
}

@Entity({ schema: 'auth', name: 'recovery_codes' })
export class StoredRecoveryCode {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @PrimaryColumn('bytea', { name: 'code_hash' })
  readonly codeHash!: Buffer;
}

@Entity({ schema: 'auth', name: 'passkeys' })
export class StoredPasskey {
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;
  /** By which the authenticator knows it. */
  @Column('bytea', { name: 'credential_id', unique: true })
  readonly credentialId!: Buffer;
  /** As COSE has it. */
  @Column('bytea', { name: 'public_key' })
  readonly publicKey!: Buffer;
  /** How often it was used, as the authenticator says; 0 for ever where that does not count. */
  @Column('bigint')
  readonly counter!: string;
  @Column('text', { array: true })
  readonly transports!: string[];
  @Column('text')
  readonly name!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', transformer: isoTime })
  readonly createdAt!: string;
  @Column('timestamptz', { name: 'last_used_at', nullable: true, transformer: isoTime })
  readonly lastUsedAt!: string | null;
}

@Entity({ schema: 'auth', name: 'passkey_challenges' })
export class StoredChallenge {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @PrimaryColumn('bytea')
  readonly challenge!: Buffer;
  @Column('text')
  readonly purpose!: string;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
}
