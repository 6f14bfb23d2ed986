import {
  FIND_TOPIC,
  folderTopic,
  GROUPS_TOPIC,
  LOG_TOPIC,
  type Topic,
} from '@feusa/contracts/live';
import type { Progress } from '@feusa/event-log/subscription/progress';
import { mayAccess } from '@feusa/http/access';
import type { AccessModel } from '../access/access-model.js';
import type { LiveServer, LiveSocket } from './wire.js';

const PREFIX = 'folder:';

/** The folder of a topic, null for the root; undefined where the topic is about none. */
export const folderIn = (topic: Topic): string | null | undefined => {
  if (!topic.startsWith(PREFIX)) return undefined;
  return topic === folderTopic(null) ? null : topic.slice(PREFIX.length);
};

/** What is told to auditors and administrators only. */
export const isForAuditors = (topic: Topic) => topic === LOG_TOPIC || topic === GROUPS_TOPIC;

export const readerOf = ({ data: { userId: id, role } }: LiveSocket) => ({ id, role });

interface Parts {
  readonly io: LiveServer;
  readonly access: AccessModel;
  /** Up to where the log is shown. */
  readonly progress: Pick<Progress, 'position'>;
}

/** Which topics sockets are in, and which they were cut from until their people may look there again. */
export class Rooms {
  private readonly cut = new Map<LiveSocket, Set<Topic>>();
  /** Of whom something was hidden, or shown, since the last look. */
  private readonly due = new Set<LiveSocket>();

  constructor(private readonly parts: Parts) {}

  mayWatch(socket: LiveSocket, topic: Topic): boolean {
    if (isForAuditors(topic)) return mayAccess('auditor', socket.data.role);
    const folder = folderIn(topic);
    return folder === undefined || this.parts.access.sightOf(readerOf(socket)).reads(folder);
  }

  /** What somebody may see may have changed since it was asked for. */
  join(socket: LiveSocket, topics: readonly Topic[]): void {
    for (const topic of topics) {
      if (this.mayWatch(socket, topic)) void socket.join(topic);
      else this.cutFrom(socket, topic);
    }
  }

  leave(socket: LiveSocket, topics: readonly Topic[]): void {
    const cut = this.cut.get(socket);
    for (const topic of topics) {
      void socket.leave(topic);
      cut?.delete(topic);
    }
  }

  forget(socket: LiveSocket): void {
    this.cut.delete(socket);
    this.due.delete(socket);
  }

  /** The rooms of a socket, and those that it was cut from. */
  of(socket: LiveSocket): ReadonlySet<Topic> {
    return new Set([...socket.rooms, ...(this.cut.get(socket) ?? [])]);
  }

  /** Something else is hidden from this person, or shown to them. */
  shifted(socket: LiveSocket): void {
    this.due.add(socket);
  }

  /** After what may change who sees what. */
  settle(): void {
    for (const socket of this.cut.keys()) this.giveBack(socket);
    if (!this.parts.access.isOpen) for (const socket of this.sockets()) this.takeAway(socket);
    for (const socket of this.due) {
      if (socket.rooms.has(FIND_TOPIC)) this.resync(socket, FIND_TOPIC);
      this.tellAccess(socket);
    }
    this.due.clear();
  }

  /** After another role: all that may be another by now is read again. */
  settleOne(socket: LiveSocket): void {
    this.lookAgain(socket);
    this.giveBack(socket);
    this.takeAway(socket);
    this.tellAccess(socket);
  }

  /** Where nobody looks any more in which order things came. */
  lookAgainAll(): void {
    this.settle();
    for (const socket of this.sockets()) this.lookAgain(socket);
  }

  /** Has them read the page of a topic again. */
  resync(to: { emit: LiveSocket['emit'] }, topic: Topic): void {
    // Whoever asks elsewhere names the position, so that the answer has it in it.
    to.emit('resync', { topic }, String(this.parts.progress.position));
  }

  /** What a browser keeps of earlier looks is not to be relied on any more. */
  private tellAccess(socket: LiveSocket): void {
    socket.emit('personal', { what: 'access' }, String(this.parts.progress.position));
  }

  private lookAgain(socket: LiveSocket): void {
    for (const topic of socket.rooms)
      if (this.mayWatch(socket, topic) && (folderIn(topic) !== undefined || topic === FIND_TOPIC))
        this.resync(socket, topic);
  }

  private takeAway(socket: LiveSocket): void {
    for (const topic of [...socket.rooms])
      if (!this.mayWatch(socket, topic)) this.cutFrom(socket, topic);
  }

  private cutFrom(socket: LiveSocket, topic: Topic): void {
    const cut = this.cut.get(socket) ?? new Set();
    this.cut.set(socket, cut.add(topic));
    this.resync(socket, topic);
    void socket.leave(topic);
  }

  /** A screen that was never left asks for nothing again, however soon it may be shown again. */
  private giveBack(socket: LiveSocket): void {
    const cut = this.cut.get(socket);
    for (const topic of cut ?? []) {
      if (!this.mayWatch(socket, topic)) continue;
      cut?.delete(topic);
      void socket.join(topic);
      this.resync(socket, topic);
    }
  }

  private sockets(): Iterable<LiveSocket> {
    return this.parts.io.sockets.sockets.values();
  }
}
