import { lengthOf } from '@feusa/contracts/text';
import type { FileCheck } from './file-check.js';

/** Those that keep their name come first, so that a cleaned name never takes the place of a real one. */
export const firstly = <T>(items: readonly T[], keepsName: (item: T) => boolean): T[] => [
  ...items.filter(keepsName),
  ...items.filter((item) => !keepsName(item)),
];

/** The same for two ways to write the same letters: disks have other ones than keyboards. */
export const nameKey = (name: string): string => name.normalize('NFC');

/** The name that a file will have, if it can be taken. */
export const nameAfter = (check?: FileCheck) => (check && 'name' in check ? check.name : undefined);

/** What is wrong with the name of a folder, in the words of the contract, with the length. */
export const nameFault = (name: string, fault = 'Not a name'): string =>
  fault === 'Too Long!' ? `${fault} ${lengthOf(name.trim())} characters, 50 at most` : fault;
