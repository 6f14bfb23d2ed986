import type { Server as HttpServer } from 'node:http';
import type { AuditTrail } from '@feusa/adapters/audit-trail/port';
import type { Sessions } from '@feusa/adapters/sessions/port';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import { LOG_TOPIC, Watch, type Change, type Topic } from '@feusa/contracts/live';
import { mayAccess } from '@feusa/http/access';
import { isOwnOrigin, type OriginRule } from '@feusa/http/origin';
import { refusals } from '@feusa/contracts/refusals';
import { liveChanges, socketsOpen } from '@feusa/telemetry/metrics';
import { beginStage } from '@feusa/telemetry/stages';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Projected } from '../read-model/projector.js';
import { changesOf, type Row } from '../read-model/rows.js';
import type { ReadModel } from '../read-model/read-model.js';
import { guardHandshakes } from './handshake.js';
import { LateChanges } from './late.js';
import { missedChanges } from './missed.js';
import { Revocation } from './revocation.js';
import { RowViews } from './row-views.js';
import type { Acknowledge, LiveServer, LiveSocket } from './wire.js';

const EVENTS_A_MINUTE = 600;

export interface LiveOptions {
  readonly model: ReadModel;
  readonly trail: AuditTrail;
  readonly sessions: Sessions;
  readonly origin: OriginRule;
  readonly log: Logger;
}

/** Pushes each change, as the row itself, to everybody who watches its topic. */
export class Live {
  private readonly io: LiveServer;
  private readonly views: RowViews;
  private readonly revocation: Revocation;
  private readonly late: LateChanges;
  /** Up to where those who watch the log have been told that it has grown. */
  private logSize = 0;

  constructor(
    http: HttpServer,
    private readonly options: LiveOptions,
  ) {
    const { model, trail, sessions, origin } = options;
    this.views = new RowViews(model.database);
    this.late = new LateChanges(model.progress.position);
    this.io = new Server(http, {
      serveClient: false,
      maxHttpBufferSize: 16_384,
      pingInterval: 20_000,
      pingTimeout: 20_000,
      allowRequest: (request, callback) =>
        callback('unauthorized', isOwnOrigin(request.headers, origin)),
    });
    guardHandshakes(this.io, sessions);
    this.io.on('connection', (socket) => this.welcome(socket));
    model.onProjected((changes) => this.push(changes));
    trail.onRecorded((position) => this.grown(position));
    this.revocation = new Revocation(this.io, sessions);
  }

  async close(): Promise<void> {
    this.revocation.close();
    await this.io.close();
  }

  private welcome(socket: LiveSocket): void {
    void this.revocation.admit(socket);
    let budget = EVENTS_A_MINUTE;
    const refill = setInterval(() => (budget = EVENTS_A_MINUTE), 60_000).unref();
    socketsOpen.inc();
    socket.on('disconnect', () => {
      socketsOpen.dec();
      clearInterval(refill);
    });
    socket.use(([name], next) => {
      if (name === 'watch' && budget-- > 0) return next();
      this.options.log.warn(
        { user: socket.data.userId, event: String(name).slice(0, 50) },
        'socket refused',
      );
      socket.disconnect(true);
    });
    let turn: Promise<void> = Promise.resolve();
    socket.on('watch', (request, acknowledge) => {
      turn = turn
        .then(() => this.watch(socket, request, acknowledge))
        .catch((err: unknown) => {
          this.options.log.error({ err }, 'watch failed');
          socket.disconnect(true);
        });
    });
  }

  private async watch(
    socket: LiveSocket,
    request: unknown,
    acknowledge?: Acknowledge,
  ): Promise<void> {
    const answer: Acknowledge = typeof acknowledge === 'function' ? acknowledge : () => {};
    const watch = Watch.safeParse(request);
    if (!watch.success) return answer({ error: 'Unknown topics' });
    const { topics, after } = watch.data;
    const isForbidden = topics.includes(LOG_TOPIC) && !mayAccess('auditor', socket.data.role);
    if (isForbidden) return answer({ error: refusals['not-allowed'][1] });
    const { progress } = this.options.model;
    answer({ position: String(progress.position) });
    if (after !== undefined) {
      // What is told again must not come a second time while it is being told.
      for (const topic of topics) await socket.leave(topic);
      await this.tellMissed(socket, new Set(topics), after);
    }
    await socket.join(topics);
  }

  /** Ends without a pause between the last check and joining, so that nothing falls in between. */
  private async tellMissed(socket: LiveSocket, topics: Set<Topic>, after: number): Promise<void> {
    const { model } = this.options;
    const { store, database, progress } = model;
    for (const topic of topics) {
      if (this.late.missed(topic, after)) socket.emit('resync', { topic });
    }
    if (topics.delete(LOG_TOPIC) && after < this.logSize) {
      socket.emit('change', logChange(this.logSize));
    }
    if (topics.size === 0) return;
    for (let told = after; told < progress.position;) {
      const upTo = progress.position;
      const source = { store, database, views: this.views };
      const missed = await missedChanges(source, topics, { after: told, upTo });
      if (!missed) return topics.forEach((topic) => socket.emit('resync', { topic }));
      for (const change of missed) socket.emit('change', change);
      told = upTo;
    }
  }

  private grown(position: number): void {
    if (position <= this.logSize) return;
    this.logSize = position;
    this.io.to(LOG_TOPIC).emit('change', logChange(position));
  }

  private async push(changes: readonly Projected[]): Promise<void> {
    this.views.changed(changes);
    for (const { event, row } of changes) {
      if (this.late.isLate(event)) this.pushLate(event);
      else await this.pushNext(event, row);
    }
  }

  private pushLate(event: StoredEvent): void {
    const { position } = this.options.model.progress;
    for (const topic of this.late.topicsOf(event, position)) {
      this.io.to(topic).emit('resync', { topic });
    }
  }

  private async pushNext(event: StoredEvent, row: Row): Promise<void> {
    const { rooms } = this.io.sockets.adapter;
    for (const { topic, op } of changesOf(event)) {
      if (!rooms.has(topic)) continue;
      const sent = beginStage('emit', [event], { attributes: { 'feusa.topic': topic } });
      const place = { topic, position: String(event.position), op, id: idOf(event.stream) };
      const put = op === 'put' && { value: await this.views.of(event.stream, row) };
      this.io.to(topic).emit('change', put ? Object.assign(place, put) : place);
      liveChanges.inc();
      sent();
    }
    this.late.told(event);
  }
}

const logChange = (position: number): Change => ({
  topic: LOG_TOPIC,
  position: String(position),
  op: 'put',
  id: String(position),
});
