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
