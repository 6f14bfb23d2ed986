import type { CommandAnswer } from '@feusa/contracts/commands';
import type { SessionUser } from '@feusa/contracts/users';
import { openDB, unwrap, wrap, type DBSchema, type IDBPDatabase } from 'idb';
import type { OwnChange } from '../own-changes.js';
import { claimed } from './status.js';
import type { Waiting } from './waiting.js';

/** Whose device storage it is; everything else in it is theirs. */
export interface Owner {
  readonly user: SessionUser;
  /** When the server said so last, in ms. */
  readonly at: number;
  /** Up to where in the log it is known that nothing that is kept was hidden since. */
  readonly seen?: number;
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

/** The storage of this device, once it is that of who is signed in. @throws where the browser has none, as in some private windows */
export async function deviceStorage(): Promise<DeviceStorage> {
  await claimed();
  return anyStorage();
}

/** The storage, whose ever it still is. @throws as `deviceStorage` */
export function anyStorage(): Promise<DeviceStorage> {
  opening ??= openDB<Schema>('feusa', 1, {
    upgrade(db) {
      db.createObjectStore('owner');
      db.createObjectStore('answers', { keyPath: 'path' }).createIndex('at', 'at');
      db.createObjectStore('files', { keyPath: 'id' });
      db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
    },
    terminated: () => (opening = undefined),
  }).then(withHandledEnds);
  opening.catch(() => (opening = undefined));
  return opening;
}

/** A read that the browser breaks off, as when a session's end clears the storage, fails where it is waited for and nowhere else. */
function withHandledEnds(db: DeviceStorage): DeviceStorage {
  const raw = unwrap(db);
  const begin = raw.transaction.bind(raw);
  raw.transaction = (...words) => {
    const transaction = begin(...words);
    wrap(transaction).done.catch(() => undefined);
    return transaction;
  };
  return db;
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
  const db = await anyStorage();
  await Promise.all([db.clear('answers'), db.clear('files')]);
  if (!but) await Promise.all([db.clear('waiting'), db.clear('owner')]);
}
