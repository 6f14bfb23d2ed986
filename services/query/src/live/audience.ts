import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { groupBy } from '@feusa/contracts/group-by';
import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import type { AccessModel } from '../access/access-model.js';
import type { Projected } from '../read-model/projector.js';
import type { DocRow, Row, TopicChange } from '../read-model/rows.js';
import { readerOf, type Rooms } from './rooms.js';
import type { LiveServer, LiveSocket } from './wire.js';

/** Whether somebody who watches a topic is to be told of a change. */
type IsFor = (socket: LiveSocket) => boolean;

/** By user: the restricted folders that they may not read. */
type Hidden = ReadonlyMap<string, ReadonlySet<string>>;

const everybody: IsFor = () => true;

/** Who of those that watch is told what: nobody of a folder that they may not read, or of what is in it. */
export class Audience {
  constructor(
    private readonly io: LiveServer,
    private readonly access: AccessModel,
    private readonly rooms: Rooms,
  ) {}

  /** Takes a change in, and says of each topic of it whom it is for. */
  take(change: Projected, apply: () => void): (change: TopicChange) => IsFor {
    const { event, row } = change;
    const noun = nounOf(event.stream);
    if (isDoc(event.stream)) return this.ofDoc(row);
    const isPlain = noun !== 'folder' && noun !== 'group';
    const wasOpen = this.access.isOpen;
    const before = isPlain || wasOpen ? new Map() : this.hiddenTo(change);
    const topic = this.topicAbove(idOf(event.stream));
    apply();
    if (isPlain || (wasOpen && this.access.isOpen)) return () => everybody;
    if (noun === 'group') {
      this.groupChanged(event, before);
      return () => everybody;
    }
    const id = idOf(event.stream);
    if (shifts(change)) this.tellShifted(event, before, topic);
    const wasSeen = shifts(change)
      ? (socket: LiveSocket) => before.get(keyOf(socket))?.has(id) !== true
      : this.reads(id);
    return ({ op }) => (op === 'remove' ? wasSeen : this.reads(id));
  }

  emit(topic: Topic, change: Change, isFor: IsFor): void {
    if (isFor === everybody) return void this.io.to(topic).emit('change', change);
    for (const socket of this.watching(topic)) if (isFor(socket)) socket.emit('change', change);
  }

  private readonly reads =
    (id: string): IsFor =>
    (socket) =>
      this.access.sightOf(readerOf(socket)).reads(id);

  /** A row may be newer than what is told of it, and lie elsewhere by now. */
  private ofDoc(row: Row): (change: TopicChange) => IsFor {
    const { folderId } = row as DocRow;
    const isHere = (topic: Topic) => this.access.isOpen || topic === folderTopic(folderId);
    return ({ op, topic }) => (op === 'remove' || isHere(topic) ? everybody : this.reads(folderId));
  }

  /** One row that goes is told; where several go, which stand at one position, or some come, pages are read again. */
  private groupChanged(event: StoredEvent, before: Hidden): void {
    const restricted = this.access.restrictedIds();
    for (const socket of this.io.sockets.sockets.values()) {
      const wasHidden = (id: string) => before.get(keyOf(socket))?.has(id) === true;
      const { reads } = this.access.sightOf(readerOf(socket));
      const shifted = restricted.filter((id) => wasHidden(id) === reads(id));
      if (shifted.length > 0) this.rooms.shifted(socket);
      for (const [topic, ids] of groupBy(shifted, (id) => this.topicAbove(id))) {
        if (!topic || !socket.rooms.has(topic)) continue;
        const [only, ...others] = ids;
        if (others.length > 0 || reads(only!)) this.rooms.resync(socket, topic);
        else tellGone(socket, event, { topic, id: only! });
      }
    }
  }

  /** A move says itself that it goes. */
  private tellShifted(event: StoredEvent, before: Hidden, topic: Topic | undefined): void {
    const id = idOf(event.stream);
    for (const socket of this.io.sockets.sockets.values()) {
      const wasHidden = before.get(keyOf(socket))?.has(id) === true;
      if (wasHidden !== this.reads(id)(socket)) continue;
      this.rooms.shifted(socket);
      if (!wasHidden && topic && event.type !== 'FolderMoved')
        tellGone(socket, event, { topic, id });
    }
  }

  private topicAbove(id: string): Topic | undefined {
    const node = this.access.lookup(id);
    return node && !node.removed ? folderTopic(node.parentId) : undefined;
  }

  /** Of what this change may change who sees it. */
  private hiddenTo(change: Projected): Hidden {
    const hidden = new Map<string, ReadonlySet<string>>();
    if (!shifts(change)) return hidden;
    const { stream } = change.event;
    const ids = nounOf(stream) === 'folder' ? [idOf(stream)] : undefined;
    for (const socket of this.io.sockets.sockets.values()) {
      const key = keyOf(socket);
      if (hidden.has(key)) continue;
      const sight = this.access.sightOf(readerOf(socket));
      hidden.set(key, new Set(ids ? ids.filter((id) => !sight.reads(id)) : sight.hidden()));
    }
    return hidden;
  }

  private *watching(topic: Topic): Iterable<LiveSocket> {
    for (const id of this.io.sockets.adapter.rooms.get(topic) ?? []) {
      const socket = this.io.sockets.sockets.get(id);
      if (socket) yield socket;
    }
  }
}

/** Events after which somebody may see more or less than before. */
export const isShift = ({ type, stream }: StoredEvent): boolean =>
  type === 'FolderAccessSet' || type === 'FolderMoved' || nounOf(stream) === 'group';

export const isDoc = (stream: string): boolean => /^(?:file|link)-/.test(stream);

/** A row that is newer than what is told of it brings what comes later along. */
export const shifts = ({ event, row }: Projected): boolean =>
  isShift(event) || (event.stream.startsWith('folder-') && row.version > event.version);

function tellGone(
  socket: LiveSocket,
  { position }: StoredEvent,
  { topic, id }: { readonly topic: Topic; readonly id: string },
): void {
  if (!socket.rooms.has(topic)) return;
  socket.emit('change', { topic, position: String(position), op: 'remove', id });
}

const keyOf = ({ data: { userId, role } }: LiveSocket) => `${userId} ${role}`;
