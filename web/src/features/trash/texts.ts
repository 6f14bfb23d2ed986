import { counted } from '../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  item: (count: number) => counted(count, 'item'),
  showMore: 'Show more',
  folder: 'Folder',
  document: 'Document',
  link: 'Link',
  employee: 'Employee',
  employees: 'Employees',
  files: 'Files',
  deletedTooRestoreThatFirst: ' (deleted too: restore that first)',
  restore: (name: string) => `Restore ${name}`,
  restoreShort: 'Restore',
  trash: 'Trash',
  trashCouldNotBeLoaded: 'Trash could not be loaded',
  intro: 'Deleted items: where they were, who deleted them and when.',
  filter: 'Filter',
  theTrashIsEmpty: 'The trash is empty',
  deletedItemsStayHereUntil: 'Deleted items stay here until restored.',
  noDeletedItemsMatch: (filter: string) => `No deleted items match “${filter}”`,
  showEverything: 'Show everything',
  loadingTheTrash: 'Loading the trash',
  show: 'Show',
  restored: (name: string) => `“${name}” restored.`,
  couldNotBeRestored: (name: string, detail: string) =>
    `“${name}” could not be restored. ${detail}`,
};
