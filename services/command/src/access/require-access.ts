import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import type { EffectiveAccess } from '@feusa/domain/access';
import type { Command } from '@feusa/domain/decider';
import type { Naming } from '@feusa/domain/naming';
import { SYSTEM, type Actor, type AnyFeature } from '../feature.js';

type FolderRef = string | null;
type AccessTo = (folder: FolderRef) => EffectiveAccess;

/** What somebody sees of the folders. */
export interface Sight {
  readonly accessTo: AccessTo;
  /** Whether anything deeper in a folder is kept from them. */
  hidesIn(folder: string): boolean;
}

/** Nouns that lie in folders, and what is said where there is no such thing. */
const notFound: Partial<Record<AnyFeature['noun'], RefusalCode>> = {
  folder: 'folder/not-found',
  file: 'file/not-found',
  link: 'link/not-found',
};

/** For these it is enough to read where something lies. */
const FOR_READERS: ReadonlySet<string> = new Set([
  ...['remove-file', 'remove-link', 'restore-file', 'restore-link', 'acknowledge-file'],
]);

/** These take all that lies in a folder along. */
export const TAKES_ALL: ReadonlySet<string> = new Set(['remove-folder', 'move-folder']);

/** Whether folders are nothing that is kept from somebody. */
export const isUnlimited = ({ id, role }: Actor): boolean => role === 'admin' || id === SYSTEM.id;

interface AccessContext {
  readonly feature: AnyFeature;
  readonly command: Command;
  readonly id: string;
  readonly state: unknown;
  /** What a copy is of. */
  readonly source: unknown;
}

/** The folders that a command is about: where its thing lies, and where it is to lie. */
export function placesOf({ feature, command, id, state, source }: AccessContext) {
  const { name, body } = command;
  const isCopy = name.startsWith('copy-');
  const lies = placeIn(isCopy ? source : state);
  const own = feature.noun === 'folder' && lies !== undefined ? [lies, id] : [lies];
  const isThere = lies !== undefined || name.startsWith('add-');
  const to = placeIn(body);
  return { isCopy, isThere, own: own.filter((place) => place !== undefined), to };
}

function placeIn(thing: unknown): FolderRef | undefined {
  const { folderId, parentId } = (thing ?? {}) as Record<string, FolderRef | undefined>;
  return folderId === undefined ? parentId : folderId;
}

/**
 * Holds a command about a folder or what lies in one against who may read and manage it: what somebody may
 * not read is answered as what is not there. @throws Refusal
 */
export function requireAccess(asked: AccessContext, { accessTo, hidesIn }: Sight): void {
  const missing = notFound[asked.feature.noun];
  if (!missing) return;
  const { name } = asked.command;
  const { isCopy, isThere, own, to } = placesOf(asked);
  // What is hidden and what is not there are refused alike before anybody looks at where it is to go.
  if (!isThere || !own.every((place) => accessTo(place).reads)) refuse(missing);
  if (to !== undefined && !accessTo(to).reads) refuse(missingPlace(asked));
  if (FOR_READERS.has(name)) return;
  const managed = [...(isCopy ? [] : own), ...(to === undefined ? [] : [to])];
  if (!managed.every((place) => accessTo(place).manages)) refuse('not-allowed');
  if (TAKES_ALL.has(name) && hidesIn(asked.id)) refuse('not-allowed');
}

const missingPlace = ({ feature }: AccessContext) =>
  feature.noun === 'folder' ? 'folder/parent-not-found' : 'folder/not-found';

/** A name that only something hidden has is not taken. */
export const visibleNames = (naming: Naming, accessTo: AccessTo): Naming => ({
  ...naming,
  named: (key, folder) =>
    naming.named(key, folder).filter(({ kind, id }) => kind !== 'folder' || accessTo(id).reads),
});
