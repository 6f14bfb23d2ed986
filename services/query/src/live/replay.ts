import { setImmediate as othersFirst } from 'node:timers/promises';
import { liveBounds } from '@feusa/contracts/bounds';
import { idOf, nounOf } from '@feusa/contracts/events';
import { LOG_TOPIC, type Topic } from '@feusa/contracts/live';
import type { ReadModel } from '../read-model/read-model.js';
import { Budget } from './budget.js';
import { isDoc } from './audience.js';
import type { DocRow } from '../read-model/rows.js';
import type { RecentChange, RecentChanges } from './recent-changes.js';
import { folderIn, readerOf } from './rooms.js';
import type { RowValues, PublishedChange } from '../read-model/views.js';
import type { LiveSocket } from './wire.js';

/** Of a topic that has changed more than that its page is cheaper. */
const MOST_OF_A_TOPIC = liveBounds.replayed.value;
const TOLD_AT_ONCE = 100;

/** Tells a socket what it missed of its topics. */
export class Replay {
  /** How much is told again, by user; after that pages have to be read. */
  private readonly budget = new Budget(liveBounds.replays);

  constructor(
    private readonly model: ReadModel,
    private readonly recent: RecentChanges,
    private readonly values: RowValues,
  ) {}

  /**
   * Tells what was missed after a position, and calls `join` with the topics that have to be read again. It
   * does so in the very turn in which nothing more is missed: so no change falls in between, and none comes twice.
   */
  async send(
    socket: LiveSocket,
    { topics: asked, after }: { readonly topics: readonly Topic[]; readonly after: number },
    join: (rest: ReadonlySet<Topic>) => void,
  ): Promise<void> {
    const topics = new Set(asked.filter((topic) => topic !== LOG_TOPIC));
    if (await this.isBeyond(socket, after)) return join(topics);
    if (topics.size > 0) await this.recent.reachBack(after);
    const rest = new Set<Topic>();
    for (let sent = after; socket.connected;) {
      const upTo = this.model.progress.position;
      if (this.seesOthers(socket, after)) moveFolders(topics, rest);
      const missed = this.recent.since(topics, sent, (count) => this.affords(socket, count));
      for (const topic of missed?.rest ?? topics) {
        topics.delete(topic);
        rest.add(topic);
      }
      if (!missed?.changes.length) return join(rest);
      await this.tellAll(socket, missed.changes);
      sent = upTo;
    }
  }

  private async tellAll(socket: LiveSocket, changes: readonly RecentChange[]): Promise<void> {
    for (let at = 0; at < changes.length; at += TOLD_AT_ONCE) {
      const some = await this.values.changesOf(changes.slice(at, at + TOLD_AT_ONCE));
      for (const each of some) if (this.sees(socket, each)) socket.emit('change', each.change);
      await othersFirst();
    }
  }

  /**
   * Whether the log does not reach as far as the browser has seen, for example after an older backup was
   * restored. A replica that is only late waits until it has come there: nothing is told twice.
   */
  private async isBeyond(socket: LiveSocket, after: number): Promise<boolean> {
    const { progress, store } = this.model;
    while (socket.connected && after > progress.position) {
      if (after > (await store.head()).position) return true;
      await progress.reached(after).catch(() => undefined);
    }
    return false;
  }

  /** Whether they may see other folders than they did: then pages are read again. */
  private seesOthers({ data: { role } }: LiveSocket, after: number): boolean {
    return role !== 'admin' && this.recent.hasShifted(after, this.model.access.isOpen);
  }

  /** What was missed of what is hidden is not told, nor a row that lies where they may not look by now. */
  private sees(socket: LiveSocket, { change: { topic }, stream, row }: PublishedChange): boolean {
    const { reads } = this.model.access.sightOf(readerOf(socket));
    if (!reads(folderIn(topic) ?? null)) return false;
    if (nounOf(stream) === 'folder') return reads(idOf(stream));
    return !row || !isDoc(stream) || reads((row as DocRow).folderId);
  }

  private affords({ data: { userId } }: LiveSocket, count: number): boolean {
    return count <= MOST_OF_A_TOPIC && this.budget.spend(userId, count);
  }
}

function moveFolders(from: Set<Topic>, to: Set<Topic>): void {
  for (const topic of [...from])
    if (folderIn(topic) !== undefined && from.delete(topic)) to.add(topic);
}
