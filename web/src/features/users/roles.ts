import type { Role } from '@feusa/contracts/users';

export const roleNames: Readonly<Record<Role, string>> = {
  basic: 'Basic',
  auditor: 'Auditor',
  admin: 'Administrator',
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  admin: 'adds, edits and removes everything',
  auditor: 'also reads the log',
  basic: 'browses files and employees',
};

export const roles = Object.keys(roleNames) as Role[];
