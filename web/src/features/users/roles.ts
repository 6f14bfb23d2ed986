import type { Role } from '@feusa/contracts/users';

export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Administrator',
  auditor: 'Auditor',
  basic: 'Basic',
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  admin: 'adds, edits and removes everything',
  auditor: 'reads the log, else like basic',
  basic: 'browses files and people',
};

export const roles = Object.keys(roleNames) as Role[];
