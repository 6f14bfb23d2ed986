import type { ItemKind } from '@feusa/contracts/home';
import { isoTime } from '@feusa/platform/postgres/columns';
import { Column, Entity, PrimaryColumn, type ColumnOptions } from 'typeorm';

const time = (name: string): ColumnOptions => ({
  ...{ type: 'timestamptz', name, nullable: true, transformer: isoTime },
});
const position = (name: string): ColumnOptions => ({
  ...{ type: 'bigint', name, nullable: true },
  transformer: {
    to: (value: unknown) => value,
    from: (value: string | null) => value && Number(value),
  },
});

@Entity({ schema: 'personal', name: 'items' })
export class StoredItem {
  @PrimaryColumn('uuid', { name: 'user_id' })
  readonly userId!: string;
  @PrimaryColumn('uuid')
  readonly id!: string;
  @Column('text')
  readonly kind!: ItemKind;
  @Column(time('starred_at'))
  readonly starredAt!: string | null;
  @Column(time('followed_at'))
  readonly followedAt!: string | null;
  @Column(position('followed_from'))
  readonly followedFrom!: number | null;
  @Column(time('opened_at'))
  readonly openedAt!: string | null;
  @Column(position('seen'))
  readonly seen!: number | null;
}
