import type { CommandAnswer } from '@feusa/contracts/commands';
import type { SessionUser } from '@feusa/contracts/users';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OwnChange } from '../own-changes.js';
import type { Waiting } from './waiting.js';

/** Whose device storage it is; everything else in it is theirs. */
export interface Owner {
  readonly user: SessionUser;
  /** When the server said so last, in ms. */
  readonly at: number;
}

export interface KeptAnswer {
  readonly path: string;
  readonly data: unknown;
  readonly at: number;
}

/** A starred document whose bytes are in the cache of documents. */
export interface KeptFile {
  readonly id: string;
  readonly fileVersion: number;
  readonly size: number;
}

export interface StoredWaiting extends Waiting {
  /** What the screens show of it meanwhile. */
  readonly own?: readonly OwnChange[];
  readonly answer?: CommandAnswer;
}

interface Schema extends DBSchema {
  owner: { key: 'owner'; value: Owner };
  answers: { key: string; value: KeptAnswer; indexes: { at: number } };
  files: { key: string; value: KeptFile };
  waiting: { key: number; value: StoredWaiting };
}

export type DeviceStorage = IDBPDatabase<Schema>;
let opening: Promise<DeviceStorage> | undefined;

/** The storage of this device; @throws where the browser has none, as in some private windows. */
export function deviceStorage(): Promise<DeviceStorage> {
  opening ??= openDB<Schema>('feusa', 1, {
    upgrade(db) {
      db.createObjectStore('owner');
      db.createObjectStore('answers', { keyPath: 'path' }).createIndex('at', 'at');
      db.createObjectStore('files', { keyPath: 'id' });
      db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
    },
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

const DOCUMENTS = 'feusa-documents-';
/** Only on pages that came by TLS, or from this machine. */
const hasCaches = () => typeof caches !== 'undefined';

/** The bytes of starred documents of a person. */
export const documentCache = async (userId: string): Promise<Cache | undefined> =>
  hasCaches() ? caches.open(DOCUMENTS + userId) : undefined;

async function forgetDocuments(): Promise<void> {
  if (!hasCaches()) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(DOCUMENTS));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Nothing of anybody is left; `but` the changes that wait, for when the same person is back. */
export async function wipe(but?: 'waiting'): Promise<void> {
  await forgetDocuments();
  const db = await deviceStorage();
  await Promise.all([db.clear('answers'), db.clear('files')]);
  if (!but) await Promise.all([db.clear('waiting'), db.clear('owner')]);
}
