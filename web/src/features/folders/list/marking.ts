import type { ItemAddress } from '@feusa/contracts/home';
import { Bell, Star } from 'lucide-react';
import { follow, star } from '../../../shared/personal.js';
import type { MenuEntry } from '../../../shared/ui/menu.js';
import { texts } from '../home/texts.js';
import type { Entry } from '../page/entries.js';
import type { ListContext } from './context.js';

const itemKinds = { folder: 'folder', doc: 'file', link: 'link' } as const;
/** What it is, as one's own things name it. */
export const itemOf = ({ type, id }: Entry): ItemAddress => ({ kind: itemKinds[type], id });

/** Nobody marks anything in the past. */
export function marking(entry: Entry, { marked, isReadOnly }: ListContext): MenuEntry[] {
  if (isReadOnly) return [];
  const isStarred = marked.starred.has(entry.id);
  const isFollowed = marked.followed.has(entry.id);
  const starring: MenuEntry = {
    id: 'star',
    label: isStarred ? texts.removeFromFavourites : texts.addToFavourites,
    icon: Star,
    run: () => void star(itemOf(entry), !isStarred),
  };
  if (entry.type !== 'folder') return [starring];
  return [
    starring,
    {
      id: 'follow',
      label: isFollowed ? texts.stopFollowing : texts.follow,
      icon: Bell,
      run: () => void follow(entry.id, !isFollowed),
    },
  ];
}
