import { idOf, nounOf, type EventType, type Noun, type StoredEvent } from '@feusa/contracts/events';

/** The lowest uuid stands for no place at all: the root, or where things have no place. */
export const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** Things whose past is kept, by the number that the tables know them by. */
export const NOUNS: Partial<Record<Noun, number>> = { folder: 1, file: 2, link: 3, employee: 4 };

/**
 * What a thing was from one of its events on, told by positions in the log alone: its row is what these
 * events fold to. Nothing that a person wrote stands here.
 */
export interface Version {
  readonly noun: number;
  readonly id: string;
  readonly version: number;
  /** Of the event that made it so. */
  readonly position: number;
  /** The event that last said what it is, or what it is called. */
  readonly content: number;
  /** The event that last put it where it is, where that is another one. */
  readonly place: number | null;
  /** The event that removed it; null while it is there. */
  readonly life: number | null;
  readonly parent: string;
  /** When it was added, ISO-8601. */
  readonly addedAt: string;
}

type Facet = 'content' | 'place' | 'removed' | 'restored';

type Kept = Exclude<EventType, `${'Error' | 'User'}${string}`>;

/** What each event says anew of its thing. */
const facets: { readonly [T in Kept]: Facet } = {
  FolderAdded: 'content',
  FolderRenamed: 'content',
  FolderMoved: 'place',
  FolderRemoved: 'removed',
  FolderRestored: 'restored',
  FileAdded: 'content',
  FileRemoved: 'removed',
  FileRestored: 'restored',
  LinkAdded: 'content',
  LinkRemoved: 'removed',
  LinkRestored: 'restored',
  EmployeeAdded: 'content',
  EmployeeUpdated: 'content',
  EmployeeRemoved: 'removed',
  EmployeeRestored: 'restored',
  PersonErased: 'removed',
};

/** A release that reads more types than the one before writes the past anew. */
export const READABLE = Object.keys(facets).sort().join();

/** Whether the past of a stream is kept. */
export const isKept = (stream: string): boolean => NOUNS[nounOf(stream)] !== undefined;

/** The version after the stream's next event. The caller has checked that it is the next one. */
export function nextVersion(before: Version | undefined, event: StoredEvent): Version {
  const { position, stream, version, type } = event;
  const facet = facets[type as Kept] as Facet | undefined;
  if (!facet || (!before && version > 1)) throw new Error(`${type} at ${position} does not fit`);
  const base = before ?? first(stream, event);
  const said = facet === 'content' ? renamed(base, position) : base;
  return {
    ...said,
    version,
    position,
    ...(event.type === 'FolderMoved' && { place: position, parent: placeOf(event) }),
    ...(facet === 'removed' && { life: position }),
    ...(facet === 'restored' && { life: null }),
  };
}

const first = (stream: string, event: StoredEvent): Version => ({
  noun: NOUNS[nounOf(stream)]!,
  id: idOf(stream),
  version: 0,
  position: 0,
  content: 0,
  place: null,
  life: null,
  parent: placeOf(event),
  addedAt: event.at,
});

/** The event that said where it is goes on saying so. Only folders are renamed apart from their place. */
const renamed = (base: Version, position: number): Version => ({
  ...base,
  content: position,
  place: base.place ?? (base.noun === NOUNS.folder && base.content > 0 ? base.content : null),
});

function placeOf({ data }: StoredEvent): string {
  if ('parentId' in data) return data.parentId ?? NOWHERE;
  return 'folderId' in data ? data.folderId : NOWHERE;
}

/** The positions of the events that a version's row is folded from. */
export const positionsOf = ({ content, place, life }: Version): number[] =>
  [content, place, life].filter((position) => position !== null);
