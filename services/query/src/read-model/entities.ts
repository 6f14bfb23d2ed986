import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { DocRow, EmployeeRow, ErrorRow, FolderRow, GroupRow, TableName } from './rows.js';

/** Rows have times as texts, ISO-8601. */
const isoTime: ValueTransformer = {
  to: (text: unknown) => text,
  from: (time: Date | null) => time && time.toISOString(),
};

const base = {
  id: { type: 'uuid', primary: true },
  version: { type: 'int' },
  addedAt: { type: 'timestamptz', name: 'added_at', transformer: isoTime },
  removedAt: { type: 'timestamptz', name: 'removed_at', nullable: true, transformer: isoTime },
  removedBy: { type: 'text', name: 'removed_by', nullable: true },
} satisfies Record<string, EntitySchemaColumnOptions>;

const text = (name?: string): EntitySchemaColumnOptions => ({
  type: 'text',
  ...(name && { name }),
});
const maybe = (column: EntitySchemaColumnOptions) => ({ ...column, nullable: true });
const purgedAt = maybe({ type: 'timestamptz', name: 'purged_at', transformer: isoTime });

const purges = { columns: ['purgedAt'], where: 'purged_at is not null' };

/** The tables of a read model; a rebuild makes the same ones in a schema beside it. */
export const entitiesIn = (schema: string) => ({
  folders: new EntitySchema<FolderRow>({
    name: 'folders',
    schema,
    columns: {
      ...base,
      purgedAt,
      parentId: maybe({ type: 'uuid', name: 'parent_id' }),
      name: text(),
      access: maybe({ type: 'jsonb' }),
    },
    indices: [{ columns: ['parentId'] }, purges],
  }),
  docs: new EntitySchema<DocRow>({
    name: 'docs',
    schema,
    columns: {
      ...base,
      purgedAt,
      kind: text(),
      addedBy: text('added_by'),
      changedAt: { type: 'timestamptz', name: 'changed_at', transformer: isoTime },
      changedBy: text('changed_by'),
      folderId: { type: 'uuid', name: 'folder_id' },
      name: text(),
      link: maybe(text()),
      blob: maybe(text()),
      size: maybe({ type: 'bigint' }),
      mediaType: maybe(text('media_type')),
      fileVersion: maybe({ type: 'int', name: 'file_version' }),
      acknowledgement: maybe({ type: 'jsonb' }),
    },
    indices: [{ columns: ['folderId'] }, { columns: ['changedAt'] }, purges],
  }),
  employees: new EntitySchema<EmployeeRow>({
    name: 'employees',
    schema,
    columns: {
      ...base,
      firstName: text('first_name'),
      lastName: text('last_name'),
      phoneNumber: text('phone_number'),
      mobile: maybe(text()),
      email: text(),
      role: text(),
      location: text(),
      department: text(),
      manager: text(),
      managerId: maybe({ type: 'uuid', name: 'manager_id' }),
      emailKey: maybe(text('email_key')),
      nameKey: maybe(text('name_key')),
      managerKey: maybe(text('manager_key')),
      imageBlob: maybe(text('image_blob')),
      imageType: maybe(text('image_type')),
      request: maybe({ type: 'jsonb' }),
    },
    indices: [
      { columns: ['managerId'], where: 'manager_id is not null' },
      { columns: ['managerKey'], where: 'manager_key is not null' },
      { columns: ['nameKey'] },
      { columns: ['id'], where: 'request is not null' },
      { columns: ['emailKey'], where: 'removed_at is null' },
    ],
  }),
  errors: new EntitySchema<ErrorRow>({
    name: 'errors',
    schema,
    columns: { ...base, details: text(), errors: maybe({ type: 'jsonb' }) },
  }),
  groups: new EntitySchema<GroupRow>({
    name: 'groups',
    schema,
    columns: { ...base, name: text(), members: { type: 'jsonb' } },
  }),
});

export const tableNames: readonly TableName[] = [
  'folders',
  'docs',
  'employees',
  'errors',
  'groups',
];

export interface Checkpoint {
  readonly name: string;
  readonly position: number;
  readonly generation: string;
}

export const checkpointsIn = (schema: string) =>
  new EntitySchema<Checkpoint>({
    name: 'checkpoints',
    schema,
    columns: {
      name: { type: 'text', primary: true },
      position: { type: 'bigint' },
      generation: { type: 'uuid' },
    },
  });
