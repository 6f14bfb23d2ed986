import { counted } from '../../shared/format.js';

/** What the log says of roles and groups, and of who may see what. */
export const accessTexts = {
  changedRole: (user: string, role: string, before: string) =>
    `made ${user} ${role} (was ${before})`,
  openedTheFolder: (folder: string) => `let everybody see ${folder} who sees the folder above it`,
  restrictedTheFolder: (folder: string, read: string, manage: string) =>
    `restricted ${folder}: ${read} may read it, ${manage} may manage it`,
  access: 'Access',
  members: 'Members',
  ...{ nobody: 'nobody', unknownName: 'unknown' },
  readAndManage: (read: string, manage: string) => `read: ${read}; manage: ${manage}`,
  addedTheGroup: (name: string) => `added the group ${name}`,
  setMembers: (group: string, names: string) => `set the members of ${group}: ${names}`,
  andOthers: (names: string, others: number) => `${names} and ${counted(others, 'other')}`,
  everybody: 'everybody',
} as const;
