import type { EmployeeView } from '@feusa/contracts/employees';
import type { FolderPage } from '@feusa/contracts/views';
import { get } from '../api.js';
import { exactTime, formatSize } from '../format.js';
import type { Conflict } from './ask.js';
import { texts } from './texts.js';

const pageOf = (id: string | null | undefined) =>
  get<FolderPage>(id ? `/api/folders/${id}` : '/api/folders');

/** What a person knows the other thing by. */
export async function factsOf({
  existing: { id, kind },
  folderId,
}: Pick<Conflict, 'existing' | 'folderId'>): Promise<string[]> {
  switch (kind) {
    case 'employee':
      return employeeFacts(await get<EmployeeView>(`/api/employees/${id}`));
    case 'folder': {
      const { folder, folders, docs } = await pageOf(id);
      const count = folders.length + docs.length;
      return [count === 0 ? texts.empty : texts.inside(count), ...addedAt(folder?.timestamp)];
    }
    case 'file':
    case 'link': {
      const doc = (await pageOf(folderId)).docs.find((each) => each.id === id);
      if (!doc) return [];
      return [doc.type === 'doc' ? formatSize(doc.size) : doc.link, ...addedAt(doc.timestamp)];
    }
  }
}

const addedAt = (timestamp: number | undefined) =>
  timestamp === undefined ? [] : [texts.added(exactTime(timestamp))];

/** What two people of one name are told apart by. */
export const employeeFacts = (
  person: Pick<EmployeeView, 'email' | 'role' | 'department' | 'location' | 'phoneNumber'>,
): string[] => [
  person.email,
  person.role,
  `${person.department}, ${person.location}`,
  person.phoneNumber,
];
