import { counted } from '../../shared/format.js';
import { foundText } from '../../shared/find/find.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  title: 'Search',
  intro: 'Names of folders, documents, links and employees, and text inside documents',
  searchFor: 'Search for',
  results: 'Results',
  found: (count: number) => `${foundText(count)} ${count === 1 ? 'result' : 'results'} found`,
  searching: 'Searching…',
  couldNotSearch: 'Search did not work',
  nothing: (text: string) => `No results for “${text}”`,
  nothingHint: 'Check the spelling, or use fewer words. Beginnings of words are enough.',
  nothingOfThisKind: 'No results of this kind',
  showEverything: 'Show everything',
  typeSomething: 'Find anything',
  waiting: (count: number) => `Show ${counted(count, 'change')}`,
  gone: 'deleted or changed since',
  closest: 'Nothing has all of these words. These have the most.',
  showMore: 'Show more',
  top: 'Files',
  employee: 'Employee Directory',
  folderNotFound: 'This folder is not here',
  folderGone: 'It was deleted, or the link is incomplete. Search everywhere instead.',
  onlyInThisFolder: 'Only in this folder',
  everywhere: 'Search everywhere',
  changed: 'Changed',
  anyTime: 'Any time',
  times: { day: 'Past day', week: 'Past week', month: 'Past month', year: 'Past year' },
};
