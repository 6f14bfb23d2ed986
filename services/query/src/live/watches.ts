import { setTimeout as sleep } from 'node:timers/promises';
import { liveBounds } from '@feusa/contracts/bounds';
import {
  GROUPS_TOPIC,
  FIND_TOPIC,
  LOG_TOPIC,
  Unwatch,
  Watch,
  type Change,
  type Topic,
} from '@feusa/contracts/live';
import { MOST_TOPICS } from '@feusa/contracts/live-bounds';
import { refusals } from '@feusa/contracts/refusals';
import { mayAccess } from '@feusa/http/access';
import type { Logger } from 'pino';
import type { ReadModel } from '../read-model/read-model.js';
import type { Audience } from './audience.js';
import { Budget } from './budget.js';
import { KnownFolders } from './known-folders.js';
import type { LateChanges } from './late.js';
import type { Replay } from './replay.js';
import type { Acknowledge, LiveSocket, Refused } from './wire.js';

/** Clients that await the answer have it before the first change, which would else arrive together with it. */
const ANSWER_FIRST_MS = 10;
/** A socket's rooms that are no topics: its own, its session's and its user's. */
const OWN_ROOMS = 3;

interface Parts {
  readonly model: ReadModel;
  readonly replay: Replay;
  readonly audience: Audience;
  readonly late: LateChanges;
  readonly log: Logger;
}

/** What browsers ask for over their sockets: to watch topics, and to watch them no longer. */
export class Watches {
  private readonly folders: KnownFolders;
  private readonly budget = new Budget(liveBounds.messages);
  /** Of all sockets of a user: who is cut and comes back again and again has no more. */
  private readonly allBudget = new Budget(liveBounds.allMessages);
  /** Up to where those who watch the log have been told that it has grown. */
  private logSize = 0;

  constructor(private readonly parts: Parts) {
    this.folders = new KnownFolders(parts.model);
  }

  /** What those who watch the log are told; undefined where they know it. */
  grown(position: number): Change | undefined {
    if (position <= this.logSize) return undefined;
    this.logSize = position;
    return logChange(position);
  }

  serve(socket: LiveSocket): void {
    const { log } = this.parts;
    socket.use(([name], next) => {
      const isKnown = name === 'watch' || name === 'unwatch';
      if (isKnown && this.spend(socket)) return next();
      const { userId: user, address } = socket.data;
      log.warn({ user, address, event: String(name).slice(0, 50) }, 'socket refused');
      socket.disconnect(true);
    });
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (work: () => void | Promise<void>) => {
      turn = turn.then(work).catch((err: unknown) => {
        log.error({ err }, 'watch failed');
        socket.disconnect(true);
      });
    };
    socket.on('watch', (request, acknowledge) =>
      inTurn(() => this.watch(socket, request, answerOf(acknowledge))),
    );
    socket.on('unwatch', (request, acknowledge) =>
      inTurn(() => this.unwatch(socket, request, answerOf(acknowledge))),
    );
  }

  private spend({ id, data }: LiveSocket, amount = 1): boolean {
    return this.budget.spend(id, amount) && this.allBudget.spend(data.userId, amount);
  }

  private async watch(socket: LiveSocket, request: unknown, answer: Acknowledge): Promise<void> {
    const watch = Watch.safeParse(request);
    if (!watch.success) return answer({ error: 'Unknown topics' });
    const { topics, after } = watch.data;
    const refused = await this.refusalOf(socket, topics);
    if (refused) return answer(refused);
    answer({ position: String(this.parts.model.progress.position) });
    if (after === undefined) return this.join(socket, topics);
    // What is told again must not come a second time while it is being told.
    for (const topic of topics) void socket.leave(topic);
    await sleep(ANSWER_FIRST_MS);
    await this.parts.replay.tell(socket, { topics, after }, (rest) => {
      this.join(socket, topics);
      this.tellRest(socket, { topics, after }, rest);
    });
  }

  /** What somebody may see may have changed since it was asked for. */
  private join(socket: LiveSocket, topics: readonly Topic[]): void {
    const mayWatch = (topic: Topic) =>
      isForAuditors(topic) ? maySeeLog(socket) : this.parts.audience.mayWatch(socket, topic);
    void socket.join(topics.filter(mayWatch));
    for (const topic of topics) if (!mayWatch(topic)) socket.emit('resync', { topic });
  }

  private tellRest(
    socket: LiveSocket,
    { topics, after }: { readonly topics: readonly Topic[]; readonly after: number },
    rest: ReadonlySet<Topic>,
  ): void {
    for (const topic of topics) {
      if (topic === FIND_TOPIC || rest.has(topic) || this.parts.late.missed(topic, after))
        socket.emit('resync', { topic });
    }
    if (socket.rooms.has(LOG_TOPIC) && topics.includes(LOG_TOPIC) && after < this.logSize)
      socket.emit('change', logChange(this.logSize));
  }

  private async refusalOf(
    socket: LiveSocket,
    topics: readonly Topic[],
  ): Promise<Refused | undefined> {
    if (topics.some(isForAuditors) && !maySeeLog(socket))
      return { error: refusals['not-allowed'][1] };
    const unknown = await this.folders.unknownOf(topics, (topic) =>
      this.parts.audience.mayWatch(socket, topic),
    );
    // Whoever guesses ids is a flood soon.
    if (unknown.length > 0) {
      if (!this.spend(socket, unknown.length)) socket.disconnect(true);
      return { error: refusals['folder/not-found'][1] };
    }
    const watched = new Set([...socket.rooms, ...topics]).size - OWN_ROOMS;
    return watched > MOST_TOPICS ? { error: 'Too many topics' } : undefined;
  }

  private unwatch(socket: LiveSocket, request: unknown, answer: Acknowledge): void {
    const unwatch = Unwatch.safeParse(request);
    if (!unwatch.success) return answer({ error: 'Unknown topics' });
    for (const topic of unwatch.data.topics) void socket.leave(topic);
    answer({ position: String(this.parts.model.progress.position) });
  }
}

const answerOf = (acknowledge: unknown): Acknowledge =>
  typeof acknowledge === 'function' ? (acknowledge as Acknowledge) : () => {};

/** What else is told to nobody. */
const isForAuditors = (topic: Topic) => topic === LOG_TOPIC || topic === GROUPS_TOPIC;

const maySeeLog = ({ data }: LiveSocket) => mayAccess('auditor', data.role);

const logChange = (position: number): Change => ({
  topic: LOG_TOPIC,
  position: String(position),
  op: 'put',
  id: String(position),
});
