import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveBounds } from '@feusa/contracts/bounds';
import {
  FIND_TOPIC,
  LOG_TOPIC,
  Unwatch,
  Watch,
  type Change,
  type Topic,
  folderTopic,
} from '@feusa/contracts/live';
import { MOST_TOPICS } from '@feusa/contracts/live-bounds';
import { refusals } from '@feusa/contracts/refusals';
import { parse, ValidationFault } from '@feusa/http/parsed';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';
import type { ReadModel } from '../read-model/read-model.js';
import { Budget } from './budget.js';
import type { LateChanges } from './late.js';
import type { Replay } from './replay.js';
import { isForAuditors, type Rooms } from './rooms.js';
import type { Acknowledge, LiveSocket, Refused } from './wire.js';

const REMEMBERED = memoryBounds.shownFolders.value;
const prefix = 'folder:';
const root = folderTopic(null);

/** Which topics are about folders that there are, removed ones too: those may come back. */
class KnownFolders {
  private readonly known = new LRUCache<string, true>(growingTo(REMEMBERED));

  constructor(private readonly model: ReadModel) {}

  /** Those of these topics that are about no folder, or one that is hidden, which is as long to find out; one that was only just added is waited for. */
  async unknownOf(topics: readonly Topic[], isSeen: (topic: Topic) => boolean): Promise<Topic[]> {
    const unknown = await this.lookUp(topics, isSeen);
    if (unknown.length === 0) return unknown;
    const { store, progress } = this.model;
    const { position } = await store.head();
    if (position === progress.position) return unknown;
    await progress.reached(position).catch(() => undefined);
    return this.lookUp(unknown, isSeen);
  }

  private async lookUp(
    topics: readonly Topic[],
    isSeen: (topic: Topic) => boolean,
  ): Promise<Topic[]> {
    const unsure = topics.filter(
      (topic) =>
        topic.startsWith(prefix) && topic !== root && !(this.known.has(topic) && isSeen(topic)),
    );
    if (unsure.length === 0) return unsure;
    const ids = unsure.map((topic) => topic.slice(prefix.length));
    for (const { id } of await this.model.database.find('folders', ids))
      this.known.set(folderTopic(id), true);
    return unsure.filter((topic) => !this.known.has(topic) || !isSeen(topic));
  }
}

/** Clients that await the answer have it before the first change, which would else arrive together with it. */
const ANSWER_FIRST_MS = 10;
/** A socket's rooms that are no topics: its own, its session's and its user's. */
const OWN_ROOMS = 3;

interface Parts {
  readonly model: ReadModel;
  readonly replay: Replay;
  readonly rooms: Rooms;
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
    const watch = readAs(Watch, request);
    if ('error' in watch) return answer(watch);
    const { topics, after } = watch;
    const refused = await this.refusalOf(socket, topics);
    if (refused) return answer(refused);
    answer({ position: String(this.parts.model.progress.position) });
    const { rooms, replay } = this.parts;
    // What is told again must not come a second time while it is being told.
    rooms.leave(socket, topics);
    if (after === undefined) return rooms.join(socket, topics);
    await sleep(ANSWER_FIRST_MS);
    await replay.send(socket, { topics, after }, (rest) => {
      rooms.join(socket, topics);
      this.tellRest(socket, { topics, after }, rest);
    });
  }

  private tellRest(
    socket: LiveSocket,
    { topics, after }: { readonly topics: readonly Topic[]; readonly after: number },
    rest: ReadonlySet<Topic>,
  ): void {
    for (const topic of topics) {
      if (topic === FIND_TOPIC || rest.has(topic) || this.parts.late.missed(topic, after))
        this.parts.rooms.resync(socket, topic);
    }
    if (socket.rooms.has(LOG_TOPIC) && topics.includes(LOG_TOPIC) && after < this.logSize)
      socket.emit('change', logChange(this.logSize));
  }

  private async refusalOf(
    socket: LiveSocket,
    topics: readonly Topic[],
  ): Promise<Refused | undefined> {
    const { rooms } = this.parts;
    if (topics.some((topic) => isForAuditors(topic) && !rooms.mayWatch(socket, topic)))
      return { error: refusals['not-allowed'][1] };
    const unknown = await this.folders.unknownOf(topics, (topic) => rooms.mayWatch(socket, topic));
    // Whoever guesses ids is a flood soon.
    if (unknown.length > 0) {
      if (!this.spend(socket, unknown.length)) socket.disconnect(true);
      return { error: refusals['folder/not-found'][1] };
    }
    const watched = new Set([...rooms.of(socket), ...topics]).size - OWN_ROOMS;
    return watched > MOST_TOPICS ? { error: 'Too many topics' } : undefined;
  }

  private unwatch(socket: LiveSocket, request: unknown, answer: Acknowledge): void {
    const unwatch = readAs(Unwatch, request);
    if ('error' in unwatch) return answer(unwatch);
    this.parts.rooms.leave(socket, unwatch.topics);
    answer({ position: String(this.parts.model.progress.position) });
  }
}

/** What a message says, or what is wrong with it. */
function readAs<S extends z.ZodType>(schema: S, message: unknown): z.output<S> | Refused {
  try {
    return parse(schema, message);
  } catch (fault) {
    if (!(fault instanceof ValidationFault)) throw fault;
    return { error: fault.message };
  }
}

const answerOf = (acknowledge: unknown): Acknowledge =>
  typeof acknowledge === 'function' ? (acknowledge as Acknowledge) : () => {};

const logChange = (position: number): Change => ({
  topic: LOG_TOPIC,
  position: String(position),
  op: 'put',
  id: String(position),
});
