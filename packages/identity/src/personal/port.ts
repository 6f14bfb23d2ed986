import type { ItemAddress } from '@feusa/contracts/home';

/** What one person has to do with one thing; times are ISO-8601, positions those of the log. */
export interface PersonalItem extends ItemAddress {
  readonly starredAt: string | null;
  /** From where on there are news in a folder that is followed. */
  readonly followedFrom: number | null;
  readonly followedAt: string | null;
  readonly openedAt: string | null;
  /** What it was like when it was opened last. */
  readonly seen: number | null;
}

/** What people keep for themselves, beside the log: it goes with their account. */
export interface PersonalItems {
  of(userId: string): Promise<readonly PersonalItem[]>;
  /** False where the person has too many, or is gone. */
  star(userId: string, item: ItemAddress): Promise<boolean>;
  unstar(userId: string, id: string): Promise<void>;
  /** Once more: what has happened until now is no news any more. False as above. */
  follow(userId: string, folderId: string, position: number): Promise<boolean>;
  unfollow(userId: string, folderId: string): Promise<void>;
  opened(userId: string, item: ItemAddress, position: number): Promise<void>;
  forgetOpened(userId: string): Promise<void>;
}

export const PERSONAL_ITEMS = Symbol('PersonalItems');
