import { streamOf, type DomainEvent, type Noun, type StoredEvent } from '@feusa/contracts/events';
import fc from 'fast-check';

/** What happened to one thing: the first event makes it, each number picks one that follows. */
interface Life {
  readonly noun: Noun;
  readonly steps: readonly number[];
}

const life: fc.Arbitrary<Life> = fc.record({
  noun: fc.constantFrom<Noun[]>(
    'folder',
    'folder',
    'file',
    'link',
    'employee',
    'error',
    'user',
    'group',
    'webhook',
  ),
  steps: fc.array(fc.nat(99), { maxLength: 5, size: 'max' }),
});

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const person = (step: number) => ({
  firstName: `Łukasz ${step}`,
  lastName: 'Nowak',
  phoneNumber: '+48 600 100 200',
  ...(step % 2 === 0 && { mobile: '600 300 400' }),
  email: 'lukasz@feusa.example',
  role: 'Mechanic',
  location: 'Poznań',
  department: 'Workshop',
  manager: 'Ann Miller',
  ...(step % 3 === 0 && { image: { blob: 'ab'.repeat(32), mediaType: 'image/png' } }),
});
const file = {
  name: 'plan.pdf',
  blob: 'cd'.repeat(32),
  size: 2 ** 33,
  mediaType: 'application/pdf',
};
const content = { blob: 'ef'.repeat(32), size: 7, mediaType: 'text/plain' };
const link = { name: 'Weather "today"', link: 'https://weather.example/?q=\\' };
const payload = { deep: [1e21, -0.5, null, '😀\u2028'] };

/** The events that may follow another one. A folder only ever lies in an older one: no cycles. */
function following({ noun }: Life, step: number, older: readonly string[]): DomainEvent {
  const parentId = older[step % (older.length + 1)] ?? null;
  const folderId = parentId ?? idOf(0);
  const choices: Record<Noun, DomainEvent[]> = {
    folder: [
      { type: 'FolderRenamed', data: { name: `Name ${step}`, parentId } },
      { type: 'FolderMoved', data: { parentId, fromParentId: null } },
      { type: 'FolderRemoved', data: { parentId } },
      { type: 'FolderRestored', data: { parentId } },
    ],
    file: [
      { type: 'FileRenamed', data: { folderId, name: `plan ${step}.pdf` } },
      { type: 'FileMoved', data: { folderId, fromFolderId: idOf(0) } },
      { type: 'FileRemoved', data: { folderId } },
      { type: 'FileRestored', data: { folderId } },
      { type: 'FileReplaced', data: { folderId, fileVersion: 2 + step, ...content } },
      {
        type: 'FileVersionRestored',
        data: { folderId, fileVersion: 3 + step, from: 1, ...content, size: step },
      },
    ],
    link: [
      { type: 'LinkEdited', data: { folderId, ...link, name: `Weather ${step}` } },
      { type: 'LinkMoved', data: { folderId, fromFolderId: idOf(0), name: `Moved ${step}` } },
      { type: 'LinkRemoved', data: { folderId } },
      { type: 'LinkRestored', data: { folderId } },
    ],
    employee: [
      { type: 'EmployeeUpdated', data: person(step) },
      { type: 'EmployeeRemoved', data: {} },
      { type: 'EmployeeRestored', data: {} },
      { type: 'ProfileChangeRequested', data: { role: `Role ${step}` } },
      { type: 'ProfileChangeDeclined', data: { reason: `Reason ${step}` } },
      { type: 'ProfileChangeWithdrawn', data: {} },
    ],
    error: [
      { type: 'ErrorRemoved', data: {} },
      { type: 'ErrorRestored', data: {} },
    ],
    user: [{ type: 'UserRoleSet', data: { role: 'admin', from: 'basic' } }],
    group: [
      { type: 'GroupRenamed', data: { name: `Group ${step}` } },
      { type: 'GroupMembersSet', data: { userIds: [idOf(step), idOf(step + 1)] } },
      { type: 'GroupRemoved', data: {} },
      { type: 'GroupRestored', data: {} },
    ],
    webhook: [
      { type: 'WebhookRemoved', data: {} },
      { type: 'WebhookRestored', data: {} },
    ],
  };
  return choices[noun][step % choices[noun].length]!;
}

function first({ noun }: Life, index: number, older: readonly string[]): DomainEvent {
  const parentId = older[index % (older.length + 1)] ?? null;
  const folderId = parentId ?? idOf(0);
  const births: Record<Noun, DomainEvent> = {
    folder: { type: 'FolderAdded', data: { name: `Folder ${index}`, parentId } },
    file: { type: 'FileAdded', data: { folderId, ...file } },
    link: { type: 'LinkAdded', data: { folderId, ...link } },
    employee: { type: 'EmployeeAdded', data: person(index) },
    error: { type: 'ErrorLogged', data: { details: 'Upload failed', errors: payload } },
    user: { type: 'UserRegistered', data: { email: 'ann@feusa.example', role: 'basic' } },
    group: { type: 'GroupAdded', data: { name: `Group ${index}` } },
    webhook: {
      type: 'WebhookAdded',
      data: { url: `https://${index}.example`, types: [], folderId },
    },
  };
  return births[noun];
}

type Unplaced = Omit<StoredEvent, 'position'>;

function streamEvents(life: Life, index: number, older: readonly string[]): Unplaced[] {
  const stream = streamOf(life.noun, idOf(index));
  const events = [
    first(life, index, older),
    ...life.steps.map((step) => following(life, step, older)),
  ];
  return events.map((event, at) => ({
    ...event,
    id: `${stream} ${at}`,
    stream,
    version: at + 1,
    schemaVersion: 1,
    at: new Date(Date.UTC(2026, 10, 21) + index * 1000 + at).toISOString(),
    actor: `actor ${at}`,
    commandId: 'a command',
    correlationId: 'a request',
  })) as Unplaced[];
}

/** Takes from each list in its order, which one next being picked by the numbers. */
export function interleaved<T>(lists: readonly (readonly T[])[], picks: readonly number[]): T[] {
  const left = lists.map((list) => [...list]).filter((list) => list.length > 0);
  const taken: T[] = [];
  for (let turn = 0; left.length > 0; turn++) {
    const index = (picks[turn % Math.max(1, picks.length)] ?? 0) % left.length;
    taken.push(left[index]!.shift()!);
    if (left[index]!.length === 0) left.splice(index, 1);
  }
  return taken;
}

export const picks = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40, size: 'max' });

/** A log of up to 20 things, each stream in order. */
export const history: fc.Arbitrary<StoredEvent[]> = fc
  .tuple(fc.array(life, { minLength: 1, maxLength: 20, size: 'max' }), picks)
  .map(([lives, order]) => {
    const folders: string[] = [];
    const streams = lives.map((each, index) => {
      const events = streamEvents(each, index, [...folders]);
      if (each.noun === 'folder') folders.push(idOf(index));
      return events;
    });
    return interleaved(streams, order).map(
      (event, index) => ({ ...event, position: index + 1 }) as StoredEvent,
    );
  });
