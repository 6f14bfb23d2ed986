import { counted } from '../../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  groups: 'Groups',
  addGroup: 'Add Group',
  save: 'Save',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  name: 'Name',
  members: 'Members',
  filter: 'Filter by name or e-mail',
  nobodyMatches: (filter: string) => `Nobody matches “${filter}”`,
  people: (count: number) => counted(count, 'person', 'people'),
  none: 'No groups yet. A group can be named where you say who sees a folder.',
  didNotLoad: 'The groups did not load',
  notSaved: 'The group was not saved.',
  notDeleted: 'The group was not deleted.',
  added: (name: string) => `${name} added`,
  changed: (name: string) => `${name} changed`,
  deleted: (name: string) => `${name} deleted`,
};
