import type { Role } from '@feusa/contracts/users';
import { texts } from './texts.js';

export const roleNames: Readonly<Record<Role, string>> = {
  basic: texts.basic,
  auditor: texts.auditor,
  admin: texts.administrator,
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  admin: texts.addsEditsAndDeletesEverything,
  auditor: texts.alsoReadsTheLog,
  basic: texts.browsesFilesAndEmployees,
};

export const roles = Object.keys(roleNames) as Role[];
