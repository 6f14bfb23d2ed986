import type { GroupCommands, GroupEvents } from '@feusa/contracts/groups';
import { refuse } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';

export type GroupCommand = Command<keyof typeof GroupCommands>;

export type Group = { readonly removed: boolean; readonly members: readonly string[] } | null;

/** `isFull`: there are as many groups as there may be; `unknown`: those who would be members and have no account. */
export interface GroupContext {
  readonly isFull: boolean;
  readonly unknown: readonly string[];
}

/** People under one name. Who is in it already stays in it though the account is gone. */
export const groups: Decider<Group, GroupCommand, GroupContext, keyof typeof GroupEvents> = {
  initial: null,

  decide({ name, body }, group, { isFull, unknown }) {
    switch (name) {
      case 'add-group':
        if (isFull) refuse('group/too-many');
        return { type: 'GroupAdded', data: { name: body.name } };
      case 'rename-group':
        present(group);
        return { type: 'GroupRenamed', data: { name: body.name } };
      case 'set-group-members': {
        const { members } = present(group);
        if (unknown.some((id) => !members.includes(id))) refuse('user/not-found');
        return { type: 'GroupMembersSet', data: { userIds: body.userIds } };
      }
      case 'remove-group':
        present(group);
        return { type: 'GroupRemoved', data: {} };
      case 'restore-group':
        if (!group) return refuse('group/not-found');
        if (!group.removed) return refuse('group/not-removed');
        return { type: 'GroupRestored', data: {} };
    }
  },

  evolve(group, event) {
    switch (event.type) {
      case 'GroupAdded':
        return { removed: false, members: [] };
      case 'GroupMembersSet':
        return group && { ...group, members: event.data.userIds };
      case 'GroupRemoved':
        return group && { ...group, removed: true };
      case 'GroupRestored':
        return group && { ...group, removed: false };
      case 'GroupRenamed':
        return group;
    }
  },
};

function present(group: Group) {
  return group && !group.removed ? group : refuse('group/not-found');
}
