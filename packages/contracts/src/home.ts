import { z } from 'zod';
import type { ActorView } from './docs.js';
import { FindKind } from './find.js';
import type { Crumb } from './views.js';

/** What can be starred and opened. */
export const ItemKind = FindKind;
export type ItemKind = FindKind;

/** The id and the kind of something, as they stand in an address. */
export const ItemAddress = z.object({ kind: ItemKind, id: z.uuid() });
export type ItemAddress = z.output<typeof ItemAddress>;

/** Something of one's own, as it is called now. */
export interface HomeItem extends ItemAddress {
  readonly name: string;
  /** The folders that it lies in, from the top; none for people. */
  readonly path: readonly Crumb[];
  /** When it was starred, followed or opened. */
  readonly at: string;
  /** Of a link: where it leads to. */
  readonly link?: string;
  /** Of a file. */
  readonly size?: number;
  readonly fileVersion?: number;
  /** Of a person. */
  readonly role?: string;
  /** Of a person: the address of the photo. */
  readonly photo?: string;
}

/** Something in a followed folder that somebody else has added or changed, `at` then. */
export interface HomeNews extends HomeItem {
  readonly by: ActorView;
  readonly isNew: boolean;
}

/** `GET /api/me/home`: what is a person's own, each list with the newest first. */
export interface Home {
  readonly opened: readonly HomeItem[];
  readonly stars: readonly HomeItem[];
  readonly follows: readonly HomeItem[];
  readonly news: readonly HomeNews[];
  readonly position: string;
}

/** `GET /api/me/marks`: what is starred, and the folders that are followed. */
export interface Marks {
  readonly stars: readonly ItemAddress[];
  readonly follows: readonly string[];
}
