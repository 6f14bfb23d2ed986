import { counted } from '../format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  aFolderWithThisName: 'A folder with this name already exists',
  aFileWithThisName: 'A file with this name already exists',
  aLinkWithThisName: 'A link with this name already exists',
  thisEmployeeAlreadyExists: 'This employee already exists',
  skip: 'Skip',
  cancel: 'Cancel',
  replace: 'Replace',
  keepBoth: 'Keep both',
  isAlreadyIn: ' is already in ',
  existing: (kind: string) => `Existing ${kind}`,
  your: (kind: string) => `Your ${kind}`,
  doThisForTheOther: (more: number) => `Do this for the other ${counted(more, 'conflict')}`,
  theDirectory: 'the directory',
  thisFolder: 'this folder',
  keepBothLeavesTwoOf: 'Keep both leaves two of the same name.',
  keepBothNamesYours: (suggestion: string) => `Keep both names yours “${suggestion}”.`,
  replaceMovesTheExistingFile: (both: string) =>
    `${both} Replace moves the existing file to Trash.`,
  empty: 'Empty',
  inside: (count: number) => `${count} inside`,
  added: (time: string) => `Added ${time}`,
};
