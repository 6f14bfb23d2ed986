import { idOf, nounOf, type StoredEvent } from '@feusa/contracts/events';
import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import type { AccessModel } from '../access/access-model.js';
import type { Projected } from '../read-model/projector.js';
import type { TopicChange } from '../read-model/rows.js';
import type { LiveServer, LiveSocket } from './wire.js';

const PREFIX = 'folder:';

/** The folder of a topic, null for the root; undefined where the topic is about none. */
export const folderIn = (topic: Topic): string | null | undefined => {
  if (!topic.startsWith(PREFIX)) return undefined;
  return topic === folderTopic(null) ? null : topic.slice(PREFIX.length);
};

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
  ) {}

  /** Takes a change in, and says of each topic of it whom it is for. */
  take({ event }: Projected, apply: () => void): (told: TopicChange) => IsFor {
    const noun = nounOf(event.stream);
    const isPlain = noun !== 'folder' && noun !== 'group';
    const wasOpen = this.access.isOpen;
    const before = isPlain || wasOpen ? new Map() : this.hiddenTo(event);
    apply();
    if (isPlain || (wasOpen && this.access.isOpen)) return () => everybody;
    if (noun === 'group') {
      this.groupChanged(event, before);
      return () => everybody;
    }
    const id = idOf(event.stream);
    if (event.type === 'FolderAccessSet') this.tellLost([id], event, before);
    const wasSeen = isShift(event)
      ? (socket: LiveSocket) => before.get(keyOf(socket))?.has(id) !== true
      : this.reads(id);
    return ({ op }) => (op === 'remove' ? wasSeen : this.reads(id));
  }

  /** Sockets leave the topics that their people may not read any more, and are told to look again. */
  cut(): void {
    if (this.access.isOpen) return;
    for (const socket of this.io.sockets.sockets.values()) this.cutOne(socket);
  }

  cutOne(socket: LiveSocket): void {
    for (const topic of [...socket.rooms])
      if (!this.mayWatch(socket, topic)) {
        socket.emit('resync', { topic });
        void socket.leave(topic);
      }
  }

  mayWatch(socket: LiveSocket, topic: Topic): boolean {
    const folder = folderIn(topic);
    return folder === undefined || this.access.sightOf(readerOf(socket)).reads(folder);
  }

  emit(topic: Topic, change: Change, isFor: IsFor): void {
    if (isFor === everybody) return void this.io.to(topic).emit('change', change);
    for (const socket of this.watching(topic)) if (isFor(socket)) socket.emit('change', change);
  }

  private readonly reads =
    (id: string): IsFor =>
    (socket) =>
      this.access.sightOf(readerOf(socket)).reads(id);

  /** Rows of folders go at once; where some come, pages are read again. */
  private groupChanged(event: StoredEvent, before: Hidden): void {
    const all = new Set([...before.values()].flatMap((ids) => [...ids]));
    this.tellLost(this.access.restrictedIds(), event, before);
    for (const socket of this.io.sockets.sockets.values())
      for (const id of all) {
        const topic = this.topicAbove(id);
        const isNew = before.get(keyOf(socket))?.has(id) && this.reads(id)(socket);
        if (isNew && topic && socket.rooms.has(topic)) socket.emit('resync', { topic });
      }
  }

  private tellLost(ids: Iterable<string>, event: StoredEvent, before: Hidden): void {
    for (const id of ids)
      for (const socket of this.io.sockets.sockets.values()) {
        const wasHidden = before.get(keyOf(socket))?.has(id) === true;
        if (!wasHidden && !this.reads(id)(socket)) this.tellGone(socket, id, event);
      }
  }

  private tellGone(socket: LiveSocket, id: string, { position }: StoredEvent): void {
    const topic = this.topicAbove(id);
    if (!topic || !socket.rooms.has(topic)) return;
    socket.emit('change', { topic, position: String(position), op: 'remove', id });
  }

  private topicAbove(id: string): Topic | undefined {
    const node = this.access.lookup(id);
    return node && !node.removed ? folderTopic(node.parentId) : undefined;
  }

  /** Of what this event may change who sees it. */
  private hiddenTo(event: StoredEvent): Hidden {
    const hidden = new Map<string, ReadonlySet<string>>();
    if (!isShift(event)) return hidden;
    const ids = nounOf(event.stream) === 'folder' ? [idOf(event.stream)] : undefined;
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

export const readerOf = ({ data: { userId: id, role } }: LiveSocket) => ({ id, role });
const keyOf = ({ data: { userId, role } }: LiveSocket) => `${userId} ${role}`;
