import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditTrail } from '@feusa/event-log/audit-trail/port';
import type { Trust } from '@feusa/platform/networks';
import type { Sessions } from '@feusa/identity/sessions/port';
import { liveBounds } from '@feusa/contracts/bounds';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { LOG_TOPIC, type Topic } from '@feusa/contracts/live';
import { isOwnOrigin, type OriginRule } from '@feusa/http/origin';
import { UpgradedSockets } from '@feusa/http/upgraded-sockets';
import { liveChanges, socketsOpen } from '@feusa/platform/telemetry/metrics';
import { beginStage } from '@feusa/platform/telemetry/stages';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Projected } from '../read-model/projector.js';
import type { Listener, PersonalChange, ReadModel } from '../read-model/read-model.js';
import { changesOf } from '../read-model/rows.js';
import { Audience, isShift, shifts } from './audience.js';
import { guardHandshakes, userRoom } from './handshake.js';
import { FastTopics, type FastOptions } from './fast-topics.js';
import { LateChanges } from './late.js';
import { RecentChanges } from './recent-changes.js';
import { Replay } from './replay.js';
import { Revocation } from './revocation.js';
import { folderIn, Rooms } from './rooms.js';
import { RowValues } from '../read-model/views.js';
import { Watches } from './watches.js';
import type { LiveServer } from './wire.js';

/** Of a folder not everybody is told the same, and few watch one. */
const isForAll = (topic: Topic) => folderIn(topic) === undefined;

/** How long screens may take to hear that the product is ending. */
const GOODBYE_MS = 500;

export interface LiveOptions {
  readonly model: ReadModel;
  readonly trail: AuditTrail;
  readonly sessions: Sessions;
  readonly origin: OriginRule;
  /** Who is believed about the caller. */
  readonly trust: Trust;
  readonly log: Logger;
  /** From how many changes on a topic is read again, instead of what is usual. */
  readonly fast?: FastOptions;
}

/** Pushes each change, as the row itself, to everybody who watches its topic. */
export class Live implements Listener {
  private readonly io: LiveServer;
  private readonly values: RowValues;
  private readonly recent: RecentChanges;
  private readonly audience: Audience;
  private readonly rooms: Rooms;
  private readonly revocation: Revocation;
  private readonly late: LateChanges;
  private readonly fast: FastTopics;
  private readonly sockets = new UpgradedSockets();
  /** What is to be pushed next, as screens get it. */
  private readonly ready = new Map<Projected, unknown>();

  constructor(
    http: HttpServer,
    private readonly options: LiveOptions,
  ) {
    const { model, trail, sessions, origin, trust, log } = options;
    const { position } = model.progress;
    this.values = new RowValues(model.rows, model.actors, (blob) => model.faultOf(blob));
    this.recent = new RecentChanges(model.store, position);
    this.late = new LateChanges(position);
    this.fast = new FastTopics((topic) => this.resync(topic), options.fast);
    this.io = new Server(http, {
      serveClient: false,
      maxHttpBufferSize: liveBounds.message.value,
      pingInterval: 20_000,
      pingTimeout: 20_000,
      connectTimeout: 10_000,
      allowRequest: (request, callback) =>
        callback('unauthorized', isOwnOrigin(request.headers, origin)),
    });
    http.on('upgrade', (_request, socket: Duplex) => this.sockets.add(socket));
    guardHandshakes(this.io, sessions, { trust, publicUrl: origin.publicUrl });
    const { access, progress } = model;
    this.rooms = new Rooms({ io: this.io, access, progress });
    this.audience = new Audience(this.io, access, this.rooms);
    const { rooms, late } = this;
    const replay = new Replay(model, this.recent, this.values);
    const watches = new Watches({ model, replay, rooms, late, log });
    this.revocation = new Revocation(this.io, sessions, (socket) => rooms.settleOne(socket));
    this.io.on('connection', (socket) => {
      socketsOpen.inc();
      socket.on('disconnect', () => {
        socketsOpen.dec();
        rooms.forget(socket);
      });
      void this.revocation.admit(socket);
      watches.serve(socket);
    });
    model.subscribe(this);
    trail.onRecorded((grown) => {
      const change = watches.grown(grown);
      if (change) this.io.to(LOG_TOPIC).emit('change', change);
    });
  }

  /** How many topics are watched by anybody. */
  get topics(): number {
    const isTopic = (room: string) => /^(?:employees|errors|groups|log|find|folder:.*)$/.test(room);
    return [...this.io.sockets.adapter.rooms.keys()].filter(isTopic).length;
  }

  /** Takes nothing new, and waits a moment until all have heard it; whoever stops reading is not waited for. */
  async close(): Promise<void> {
    this.revocation.close();
    await Promise.race([this.io.close(), sleep(GOODBYE_MS, undefined, { ref: false })]);
    // Who has gone away without a word never says goodbye: half a minute would be waited for it.
    this.sockets.destroy();
  }

  prepare(changes: readonly Projected[]): Promise<void> | undefined {
    const open = changes.filter((each) => !this.ready.has(each) && this.needsValue(each.event));
    return open.length === 0 ? undefined : this.makeReady(open);
  }

  push(changes: readonly Projected[], apply: (change: Projected) => void): void {
    let isDue = false;
    for (const change of changes) {
      const isShifting = shifts(change);
      if (isDue && !isShifting) this.rooms.settle();
      isDue = isShifting;
      const isFor = this.audience.take(change, () => apply(change));
      if (this.late.isLate(change.event)) this.pushLate(change.event);
      else this.pushNext(change, isFor);
      this.tellWaiting(change.event);
    }
    if (isDue) this.rooms.settle();
    this.ready.clear();
  }

  /** Whom a request is for is looked up when they ask; who has acknowledged something has other tabs. */
  private tellWaiting({ type, actor }: StoredEvent): void {
    if (type === 'AcknowledgementAsked' || type === 'AcknowledgementWithdrawn')
      this.io.emit('personal', { what: 'waiting' });
    if (type === 'FileAcknowledged') this.personal(actor, 'waiting');
  }

  /** The other tabs of the same person read it anew. */
  personal(userId: string, what: PersonalChange): void {
    this.io.to(userRoom(userId)).emit('personal', { what });
  }

  private async makeReady(changes: readonly Projected[]): Promise<void> {
    for (const change of changes)
      this.ready.set(change, await this.values.of(change.event.stream, change.row));
  }

  private needsValue(event: StoredEvent): boolean {
    if (this.late.isLate(event)) return false;
    return changesOf(event).some(({ topic, op }) => op === 'put' && this.isWatched(topic));
  }

  isWatched(topic: Topic): boolean {
    return this.watching(topic) > 0;
  }

  /** How many pages of this service. */
  private watching(topic: Topic): number {
    return this.io.sockets.adapter.rooms.get(topic)?.size ?? 0;
  }

  /** Has all who watch a topic read its page again. */
  resync(topic: Topic): void {
    this.rooms.resync(this.io.to(topic), topic);
  }

  private pushLate(event: StoredEvent): void {
    const { position } = this.options.model.progress;
    for (const topic of this.late.topicsOf(event, position)) this.resync(topic);
    if (!isShift(event)) return;
    this.recent.shiftedLate(event, position);
    this.rooms.lookAgainAll();
  }

  private pushNext(projected: Projected, isFor: ReturnType<Audience['take']>): void {
    const { event } = projected;
    for (const change of changesOf(event)) {
      const { topic, op } = change;
      const watching = this.watching(topic);
      if (watching === 0 || (isForAll(topic) && this.fast.takes(topic, watching))) continue;
      const sent = beginStage('emit', [event], { attributes: { 'feusa.topic': topic } });
      const place = { topic, position: String(event.position), op, id: idOf(event.stream) };
      const put = op === 'put' && { value: this.ready.get(projected) };
      this.audience.emit(topic, put ? Object.assign(place, put) : place, isFor(change));
      liveChanges.inc();
      sent();
    }
    this.late.published(event);
    this.recent.add(event);
  }
}
