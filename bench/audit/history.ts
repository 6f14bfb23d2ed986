import { createHash, randomUUID } from 'node:crypto';
import type { NewEvent } from '@feusa/event-log/store/port';
import { type DomainEvent, streamOf, type Noun } from '@feusa/contracts/events';
import { people } from '../data.js';

const PEOPLE = 10_000;
const FOLDERS = 2000;

/**
 * So many events as a company makes them: folders that get other names, files in them, people whose records
 * change. Of ten events, six are of people, three of files, one is of folders.
 */
export function* companyHistory(count: number): Generator<NewEvent> {
  const staff = people(PEOPLE).map((record) => ({ record, ...thing('employee') }));
  const folders = Array.from({ length: FOLDERS }, () => thing('folder'));
  for (let at = 0; at < count; at++) {
    const kind = at % 10;
    if (kind === 0) yield folderEvent(folders[(at / 10) % FOLDERS]!, at);
    else if (kind < 4) yield fileEvent(folders[at % FOLDERS]!.id, at);
    else yield personEvent(staff[at % PEOPLE]!, at);
  }
}

interface Thing {
  readonly id: string;
  readonly stream: string;
  version: number;
}

const thing = (noun: Noun): Thing => {
  const id = randomUUID();
  return { id, stream: streamOf(noun, id), version: 0 };
};

function folderEvent(folder: Thing, at: number): NewEvent {
  const data = { name: `Folder ${at}`, parentId: null };
  return next(folder, { type: folder.version === 0 ? 'FolderAdded' : 'FolderRenamed', data }, at);
}

function fileEvent(folderId: string, at: number): NewEvent {
  const blob = createHash('sha256').update(String(at)).digest('hex');
  const data = {
    folderId,
    name: `Service bulletin ${at}.pdf`,
    blob,
    size: at,
    mediaType: 'application/pdf',
  };
  return next(thing('file'), { type: 'FileAdded', data }, at);
}

type Person = Thing & { readonly record: ReturnType<typeof people>[number] };

function personEvent(person: Person, at: number): NewEvent {
  const data = { ...person.record, role: `${person.record.role} ${at}` };
  const type = person.version === 0 ? 'EmployeeAdded' : 'EmployeeUpdated';
  return next(person, { type, data } as DomainEvent, at);
}

function next(of: Thing, event: DomainEvent, at: number): NewEvent {
  of.version += 1;
  return {
    ...event,
    ...{ id: randomUUID(), stream: of.stream, version: of.version, schemaVersion: 1 },
    at: new Date(1_700_000_000_000 + at).toISOString(),
    ...{ actor: 'system', commandId: randomUUID(), correlationId: randomUUID() },
  };
}
