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
  bothKeepTheirName: 'If you keep both, there are two of the same name.',
  yoursIsRenamed: (suggestion: string) => `If you keep both, yours is called “${suggestion}”.`,
  existingGoesToTrash: (both: string) =>
    `${both} If you replace it, the existing file goes to Trash.`,
  empty: 'Empty',
  inside: (count: number) => `${count} inside`,
  added: (time: string) => `Added ${time}`,
};
