import { randomUUID } from 'node:crypto';
import { streamOf, type DomainEvent, type Noun } from '@feusa/contracts/events';
import type { NewEvent } from '@feusa/event-log/store/port';
import { people } from '../data.js';

/** Something that grows: its sizes, and the events that make it. */
export interface Kind {
  readonly name: string;
  /** What one step of the size is. */
  readonly unit: string;
  readonly sizes: readonly number[];
  /** Also measured where it may take long. */
  readonly long: readonly number[];
  fill(size: number): Iterable<NewEvent>;
}

/** The folder that is asked for, and in which is added. */
export const BIG = randomUUID();
const LINKS = 1000;
const IN_A_FOLDER = 20;

const versions = new Map<string, number>();

function next(noun: Noun, id: string, event: object): NewEvent {
  const stream = streamOf(noun, id);
  const version = (versions.get(stream) ?? 0) + 1;
  versions.set(stream, version);
  return {
    ...(event as DomainEvent),
    ...{ id: randomUUID(), stream, version, schemaVersion: 1 },
    ...{ at: new Date().toISOString(), actor: 'system' },
    ...{ commandId: randomUUID(), correlationId: 'growth' },
  };
}

const folder = (id: string, name: string, parentId: string | null) =>
  next('folder', id, { type: 'FolderAdded', data: { name, parentId } });

const link = (id: string, name: string, folderId: string, type = 'LinkAdded') =>
  next('link', id, { type, data: { folderId, name, link: 'https://feusa.example/manuals' } });

const padded = (number: number) => String(number).padStart(7, '0');

/** The same links, again and again under other names. */
function* changes(size: number): Iterable<NewEvent> {
  const ids = Array.from({ length: LINKS }, () => randomUUID());
  yield folder(BIG, 'Manuals', null);
  for (let at = 0; at < size - 1; at++) {
    const type = at < LINKS ? 'LinkAdded' : 'LinkEdited';
    yield link(ids[at % LINKS]!, `Manual ${padded(at)}`, BIG, type);
  }
}

function* employees(size: number): Iterable<NewEvent> {
  yield folder(BIG, 'Manuals', null);
  for (const data of people(size))
    yield next('employee', randomUUID(), { type: 'EmployeeAdded', data });
}

function* oneFolder(size: number): Iterable<NewEvent> {
  yield folder(BIG, 'Manuals', null);
  for (let at = 0; at < size; at++) yield link(randomUUID(), `Manual ${padded(at)}`, BIG);
}

/** Folders in folders, each with links: so many things in all, and one of them is asked for. */
function* tree(size: number): Iterable<NewEvent> {
  yield folder(BIG, 'Manuals', null);
  const folders = [BIG];
  for (let at = 1; at < size; at++) {
    const parent = folders[Math.floor(at / IN_A_FOLDER)]!;
    if (at % 2 === 0) yield link(randomUUID(), `Manual ${padded(at)}`, parent);
    else {
      const id = randomUUID();
      folders.push(id);
      yield folder(id, `Part ${padded(at)}`, parent);
    }
  }
}

/** As if nothing had been made before. */
const anew = (make: Kind['fill']) =>
  function* (size: number): Iterable<NewEvent> {
    versions.clear();
    yield* make(size);
  };

export const kinds: readonly Kind[] = [
  {
    ...{ name: 'folder', unit: 'links in one folder' },
    ...{ sizes: [100, 10_000, 100_000], long: [], fill: anew(oneFolder) },
  },
  {
    ...{ name: 'employees', unit: 'people' },
    ...{ sizes: [1000, 10_000, 100_000], long: [1_000_000], fill: anew(employees) },
  },
  {
    ...{ name: 'tree', unit: 'folders and links' },
    ...{ sizes: [1000, 10_000, 100_000], long: [1_000_000], fill: anew(tree) },
  },
  {
    ...{ name: 'log', unit: 'events' },
    ...{ sizes: [10_000, 100_000, 1_000_000], long: [10_000_000], fill: anew(changes) },
  },
];
