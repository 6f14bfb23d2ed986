import { z } from 'zod';
import type { FileView, LinkView } from './docs.js';
import type { EmployeeView } from './employees.js';
import type { FolderView } from './folders.js';
import type { Json } from './openapi-parts.js';
import { Role, type SessionAnswer } from './users.js';
import type { EmployeeList, FolderPage, TreeFolder } from './views.js';

const text = z.string();
const only = z.literal(true).exactOptional();
const dated = { dateAdded: text, timestamp: z.number(), version: z.int() };

const folder = {
  ...{ id: text, name: text, type: z.literal('folder'), path: text, parentId: text.nullable() },
  ...{ ...dated, searchTerms: z.array(text), restricted: only },
};
const Folder: z.ZodType<FolderView> = z.object(folder);

const Actor = z.object({
  ...{ id: text, email: text, name: text.exactOptional(), file: text.exactOptional() },
});
const doc = {
  ...{ id: text, name: text, folderId: text, ...dated, searchTerms: z.array(text) },
  ...{ addedBy: Actor, changedBy: Actor, changedAt: text },
};
const File: z.ZodType<FileView> = z.object({
  ...{ ...doc, type: z.literal('doc'), url: text, size: z.int(), mediaType: text },
  ...{ fileVersion: z.int(), searchable: z.literal(false).exactOptional() },
  reason: text.exactOptional(),
});
const Link: z.ZodType<LinkView> = z.object({ ...doc, type: z.literal('link'), link: text });
const Docs = z.array(z.union([File, Link]));

const FolderInTree: z.ZodType<TreeFolder> = z.object({
  ...folder,
  get folders() {
    return z.array(FolderInTree);
  },
  docs: Docs,
});
const Tree = z.object({ folders: z.array(FolderInTree), position: text });

const Page: z.ZodType<FolderPage> = z.object({
  folder: Folder.nullable(),
  ancestors: z.array(z.object({ id: text, name: text, restricted: only })),
  folders: z.array(Folder),
  docs: Docs,
  position: text,
});

const Employee: z.ZodType<EmployeeView> = z.object({
  ...{ id: text, firstName: text, lastName: text, phoneNumber: text, email: text, role: text },
  ...{ location: text, department: text, manager: text, ...dated },
  mobile: text.exactOptional(),
  managerId: text.exactOptional(),
  file: text.exactOptional(),
});
const Employees: z.ZodType<EmployeeList> = z.object({
  employees: z.array(Employee),
  position: text,
  next: text.nullable().exactOptional(),
});

const Session: z.ZodType<SessionAnswer> = z.object({
  user: z.object({ id: text, email: text, role: Role }),
  lacksSecondFactor: z.boolean().exactOptional(),
  ...{ sso: only, ssoOnly: only },
});

const named = { Folder, Actor, File, Link, FolderInTree, Tree, Page, Employee, Employees, Session };
const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
const uri = (id: string) => `#/components/schemas/${id}`;

/** The shapes of answers that programs read, for `components` of the document. */
export const answerSchemas = (): Json =>
  Object.fromEntries(
    Object.entries(z.toJSONSchema(registry, { uri, io: 'output' }).schemas).map(
      ([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema],
    ),
  );

/** By the method and the address that are answered so. The rest of the document says no more than that it is JSON. */
export const answers: Readonly<Record<string, z.ZodType>> = {
  'post /api/session': Session,
  'get /api/tree': Tree,
  'get /api/folders/{id}': Page,
  'get /api/employees': Employees,
};

/** The answer to a call, where its shape is told. */
export function answerOf(call: string): Json {
  const schema = answers[call];
  const name = Object.entries(named).find(([, each]) => each === schema)?.[0];
  const content = { 'application/json': { schema: { $ref: uri(name ?? '') } } };
  return { description: 'The answer', ...(name && { content }) };
}
