import type { TokenScope } from '@feusa/contracts/tokens';
import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'auth', name: 'tokens' })
export class StoredToken {
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('bytea', { name: 'token_hash', unique: true })
  readonly tokenHash!: Buffer;
  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;
  @Column('text')
  readonly name!: string;
  @Column('text')
  readonly scope!: TokenScope;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()', transformer: isoTime })
  readonly createdAt!: string;
  @Column('timestamptz', { name: 'expires_at', transformer: isoTime })
  readonly expiresAt!: string;
  @Column('timestamptz', { name: 'last_used_at', nullable: true, transformer: isoTime })
  readonly lastUsedAt!: string | null;
}
