import { formatNumber } from '../../../shared/format.js';

/** All that is said about one's own things, to be read and translated as a whole. */
export const texts = {
  files: 'Files',
  clear: 'Clear',
  newInFollowed: 'New in folders you follow',
  favourites: 'Favourites',
  lastOpened: 'Last opened',
  markAllAsRead: 'Mark all as read',
  showAllOf: (count: number) => `Show all ${formatNumber(count)}`,
  showLess: 'Show less',
  addedBy: (who: string) => `Added by ${who}`,
  changedBy: (who: string) => `Changed by ${who}`,
  somebody: 'a deleted account',
  addToFavourites: 'Add to favourites',
  removeFromFavourites: 'Remove from favourites',
  follow: 'Follow',
  stopFollowing: 'Stop following',
};
