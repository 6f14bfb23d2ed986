import type { ItemAddress } from '@feusa/contracts/home';
import { Bell, BellRing, Star } from 'lucide-react';
import { useFollow, useStar } from '../personal.js';
import { texts } from '../texts.js';
import { IconButton } from './button.js';
import styles from './star-button.module.css';

/** Makes something a favourite. */
export function StarButton({ item }: { readonly item: ItemAddress }) {
  const [isStarred, set] = useStar(item);
  return (
    <IconButton
      icon={Star}
      label={texts.favourite}
      tip={isStarred ? texts.removeFromFavourites : texts.addToFavourites}
      aria-pressed={isStarred}
      className={isStarred ? (styles.starred ?? '') : ''}
      onClick={() => set(!isStarred)}
    />
  );
}

/** Follows a folder: what others do in it is told on the home. */
export function FollowButton({ id }: { readonly id: string }) {
  const [isFollowed, set] = useFollow(id);
  return (
    <IconButton
      icon={isFollowed ? BellRing : Bell}
      label={texts.follow}
      tip={isFollowed ? texts.stopFollowing : texts.followHint}
      aria-pressed={isFollowed}
      className={isFollowed ? (styles.followed ?? '') : ''}
      onClick={() => set(!isFollowed)}
    />
  );
}
