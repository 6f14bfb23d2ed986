import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { isoTime } from '@feusa/platform/postgres/columns';

/** The last whole backup. */
@Entity({ schema: 'backup', name: 'last' })
export class BackupNote {
  @PrimaryColumn('boolean', { default: true })
  readonly one!: true;
  @Column('timestamptz', { transformer: isoTime })
  readonly at!: string;
  @Column('bigint')
  readonly position!: number;
}

/** When the last whole backup was made, in ms; undefined for never. */
export async function lastBackup(source: DataSource): Promise<number | undefined> {
  const last = await source.getRepository(BackupNote).findOneBy({ one: true });
  return last ? Date.parse(last.at) : undefined;
}

/** Remembers a whole backup, up to a position of the log. */
export async function rememberBackup(source: DataSource, position: number): Promise<void> {
  const note = { one: true, at: () => 'now()', position } as const;
  await source.getRepository(BackupNote).upsert(note, ['one']);
}
