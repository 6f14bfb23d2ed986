import { listBounds } from '@feusa/contracts/bounds';
import type { ActorView } from '@feusa/contracts/docs';
import {
  AUDIT_TRAIL,
  type AuditTrail,
  type Stretch,
  type TrailFilter,
} from '@feusa/event-log/audit-trail/port';
import { idOf, nounOf as streamNoun, streamOf, type StoredEvent } from '@feusa/contracts/events';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '@feusa/event-log/store/port';
import { ValidationFault } from '@feusa/http/parsed';
import { Inject, Injectable } from '@nestjs/common';
import { ReadModel } from '../read-model/read-model.js';
import { filterOf, idsIn, type SelectionQuery } from './query-params.js';

const MOST_PEOPLE = listBounds.people.value;

/** Stretches of the log, and of what is found in it. Whatever is answered comes from the log itself. */
@Injectable()
export class Selections {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(AUDIT_TRAIL) private readonly trail: AuditTrail,
    @Inject(ReadModel) private readonly model: ReadModel,
  ) {}

  /**
   * What is asked for; undefined where that is everything.
   * @throws ValidationFault where too many people are called that
   */
  async filterOf(params: SelectionQuery): Promise<TrailFilter | undefined> {
    const filter = filterOf(params);
    if (params.person === undefined) return filter;
    return { ...filter, people: idsIn(params.person) ?? (await this.peopleCalled(params.person)) };
  }

  /** In the order asked for. @throws Refusal `still-updating` where the trail is behind the log */
  async read(filter: TrailFilter | undefined, stretch: Stretch): Promise<RecordedEvent[]> {
    const { position: head } = await this.store.head();
    const events = filter
      ? await this.found(filter, stretch, head)
      : await this.between(stretch, head);
    return stretch.newestFirst ? events.toReversed() : events;
  }

  /**
   * What the streams of these events, who did them and where they happened are called; what was renamed was
   * called before, by the position of its event.
   */
  async names(events: readonly RecordedEvent[]): Promise<Record<string, string>> {
    const streams = new Set(events.flatMap(({ event, bytes }) => streamsIn(event, bytes)));
    const [names, earlier] = await Promise.all([
      this.trail.names([...streams]),
      this.earlierNames(events),
    ]);
    return Object.fromEntries([...names, ...earlier]);
  }

  /** Whose accounts these events name, by their ids: those who are in the directory. */
  async people(events: readonly RecordedEvent[]): Promise<Record<string, ActorView>> {
    const streams = new Set(events.flatMap(({ event, bytes }) => streamsIn(event, bytes)));
    const ids = [...streams].filter((stream) => streamNoun(stream) === 'user').map(idOf);
    const actorOf = await this.model.actors.known(ids);
    const known = ids.flatMap((id): [string, ActorView][] => {
      const person = actorOf(id);
      return person.name === undefined ? [] : [[id, person]];
    });
    return Object.fromEntries(known);
  }

  private async earlierNames(events: readonly RecordedEvent[]): Promise<[string, string][]> {
    const renamed = events.flatMap(({ event }) => (RENAMES.has(event.type) ? [event] : []));
    if (renamed.length === 0) return [];
    const streams = [...new Set(renamed.map(({ stream }) => stream))];
    // What cannot be read has no earlier name to tell.
    const all = await this.store.readStreams(streams).catch(() => []);
    return renamed.flatMap(({ stream, version, position }) => {
      const isBefore = (other: StoredEvent) => other.stream === stream && other.version < version;
      const before = all.findLast((other) => isBefore(other) && 'name' in other.data);
      const name = before && 'name' in before.data ? before.data.name : undefined;
      return name === undefined ? [] : [[String(position), name]];
    });
  }

  private async found(
    filter: TrailFilter,
    stretch: Stretch,
    head: number,
  ): Promise<RecordedEvent[]> {
    await this.trail.reached(head);
    return this.store.readRecordedAt(await this.trail.find(filter, stretch));
  }

  private between(stretch: Stretch, head: number): Promise<RecordedEvent[]> {
    const { after = 0, before = head + 1, newestFirst, limit } = stretch;
    const last = Math.min(before - 1, head);
    const start = newestFirst ? Math.max(after, last - limit) : after;
    const length = Math.min(limit, last - start);
    return length > 0 ? this.store.readRecorded(start, length) : Promise.resolve([]);
  }

  private async peopleCalled(name: string): Promise<readonly string[]> {
    const { position } = await this.store.head();
    await this.trail.reached(position);
    const ids = await this.trail.people(name, MOST_PEOPLE + 1);
    if (ids.length <= MOST_PEOPLE) return ids;
    throw new ValidationFault({ person: `More than ${MOST_PEOPLE} people are called that` });
  }
}

const RENAMES: ReadonlySet<string> = new Set(['FolderRenamed', 'FileRenamed', 'LinkEdited']);

/** Things by the ids that an event's data hold; read off the bytes, which any release can read. */
function streamsIn({ stream, actor }: RecordedEvent['event'], bytes: string): string[] {
  const ids = bytes.matchAll(/"(parentId|fromParentId|folderId|fromFolderId|copyOf)":"([^"]+)"/g);
  const nounOf = (field: string) => (field === 'copyOf' ? streamNoun(stream) : 'folder');
  const named = Array.from(ids, ([, field = '', id = '']) => streamOf(nounOf(field), id));
  return [stream, `user-${actor}`, ...named, ...holdersIn(bytes)];
}

/** Members of groups, and who is named for access or asked: each id is of an account or of a group. */
function holdersIn(bytes: string): string[] {
  const lists = bytes.matchAll(/"(?:userIds|users|groups|read|manage)":\[([^\]]*)\]/g);
  const ids = Array.from(lists, ([, list = '']) => list.match(/[0-9a-f-]{36}/g) ?? []).flat();
  return ids.flatMap((id) => [streamOf('user', id), streamOf('group', id)]);
}
