import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who an account belongs to at a provider. */
@Entity({ schema: 'auth', name: 'sso_subjects' })
export class StoredSubject {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @PrimaryColumn('text')
  readonly issuer!: string;
  @Column('bytea', { name: 'subject_hash' })
  readonly subjectHash!: Buffer;
  @Column('timestamptz', { name: 'bound_at', default: () => 'now()', transformer: isoTime })
  readonly boundAt!: string;
}
