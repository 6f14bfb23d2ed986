import { counted } from '../../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  whatSees: (email: string) => `What ${email} can see`,
  sees: (name: string) => `What ${name} can see`,
  saw: (name: string) => `What ${name} could see then`,
  didNotLoad: 'What they can see did not load',
  loading: 'Loading',
  close: 'Close',
  isAdministrator: 'As an administrator, they see and change everything.',
  allElse: 'They see every folder that is not listed here.',
  everything: 'No folder is restricted: they see every folder.',
  hadNoAccount: 'They had no account then.',
  suspended: 'They are suspended and cannot sign in.',
  inGroups: (names: string) => `In the groups: ${names}`,
  restrictedSeen: (count: number) => `Can see ${counted(count, 'restricted folder')}`,
  kept: (count: number) => `Cannot see ${counted(count, 'folder')}, nor what is in them`,
  byName: 'named in person',
  group: (name: string) => `by the group ${name}`,
  unknownGroup: 'by a group',
  manages: 'may change it',
  more: (count: number) => `and ${counted(count, 'more folder', 'more folders')}`,
};
