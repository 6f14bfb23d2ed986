import { accessBounds } from '@feusa/contracts/access-bounds';
import { groups, type GroupContext } from '@feusa/domain/groups';
import { feature } from '../feature.js';

/** Groups; how many there are and who has an account is read at the head of the log. */
export const groupsFeature = feature({
  noun: 'group',
  decider: groups,
  exact: {
    names: ['add-group', 'set-group-members'],
    async read({ name, body }, _id, store): Promise<GroupContext> {
      if (name === 'add-group') {
        const there = (await store.readLatest('group')).filter(
          ({ type }) => type !== 'GroupRemoved',
        );
        return { isFull: there.length >= accessBounds.groups.value, unknown: [] };
      }
      if (name !== 'set-group-members') return NOTHING;
      const { userIds } = body;
      const known = new Set((await store.accountsById(userIds)).map(({ id }) => id));
      return { isFull: false, unknown: userIds.filter((id) => !known.has(id)) };
    },
  },
  context: (_facts, _prepared: undefined, exact: GroupContext | undefined) => exact ?? NOTHING,
});

const NOTHING: GroupContext = { isFull: false, unknown: [] };
