import type { Change, Topic } from '@feusa/contracts/live';
import type { Socket } from 'socket.io-client';
import type { LiveReplica } from './test-live.js';

/** What came of a topic since it was read at `from`: positions, in the order in which they came. */
export interface Watched {
  readonly topic: Topic;
  readonly from: number;
  readonly came: number[];
  /** The same, and each position at which the topic was to be read again meanwhile. */
  readonly heard: { readonly position: number; readonly isPage: boolean }[];
}

/** A browser's tab: reads, watches from there on, and goes on after a cut from the last that it saw. */
export class Tab {
  /** All that was ever watched; what is no longer is at its end. */
  readonly records: Watched[] = [];
  resyncs = 0;
  private readonly open = new Map<Topic, Watched>();
  private socket: Socket | undefined;

  constructor(
    private readonly cookie: string,
    private replica: LiveReplica,
  ) {}

  get connected(): boolean {
    return this.socket?.connected ?? false;
  }
  get topics(): Topic[] {
    return [...this.open.keys()];
  }

  /** Goes to a replica, perhaps to the same one anew, with what it has seen. */
  async connect(replica = this.replica): Promise<void> {
    this.socket?.disconnect();
    this.replica = replica;
    this.socket = await replica.connect(this.cookie);
    this.socket.on('change', (change: Change) => this.take(change));
    this.socket.on('resync', ({ topic }: { topic: Topic }, position: string) => {
      this.resyncs++;
      this.open.get(topic)?.heard.push({ position: Number(position), isPage: true });
    });
    await Promise.all([...this.open.values()].map((each) => this.ask(each)));
  }

  cut(): void {
    this.socket?.disconnect();
  }

  async watch(topic: Topic): Promise<void> {
    if (this.open.has(topic)) return;
    const watched = { topic, from: this.replica.model.progress.position, came: [], heard: [] };
    this.open.set(topic, watched);
    this.records.push(watched);
    await this.ask(watched);
  }

  async unwatch(topic: Topic): Promise<void> {
    const socket = this.socket;
    if (!this.open.has(topic) || !socket?.connected) return;
    await answered(socket, 'unwatch', { topics: [topic] });
    this.open.delete(topic);
  }

  private async ask({ topic, from, came }: Watched): Promise<void> {
    const socket = this.socket;
    if (!socket?.connected) return;
    await answered(socket, 'watch', { topics: [topic], after: String(came.at(-1) ?? from) });
  }

  private take({ topic, position }: Change): void {
    const watched = this.open.get(topic);
    if (!watched) throw new Error(`${topic} is not watched any more`);
    watched.came.push(Number(position));
    watched.heard.push({ position: Number(position), isPage: false });
  }
}

/** The answer, or nothing where the connection is cut before. */
async function answered(socket: Socket, name: string, request: object): Promise<void> {
  const cut = new Promise<undefined>((resolve) =>
    socket.once('disconnect', () => resolve(undefined)),
  );
  const answer: unknown = await Promise.race([socket.emitWithAck(name, request), cut]);
  if (answer && 'error' in (answer as object)) throw new Error(JSON.stringify(answer));
}
