import { folderTopic, type Change, type Topic } from '@feusa/contracts/live';
import type { FolderPage } from '@feusa/contracts/views';
import type { Socket } from 'socket.io-client';
import type { Person } from './test-calls.js';
import type { Product } from './test-product.js';

/** A page that was read, and whether it is to be read again. */
interface Page {
  readonly ids: readonly string[];
  readonly position: number;
  isOld: boolean;
}

/** Somebody's open folders, as the web has them: each is read once and then follows what is told. */
export class Screens {
  /** All that was ever told of them. */
  readonly received: Change[] = [];
  private readonly pages = new Map<string | null, Page>();
  private socket: Socket | undefined;

  constructor(
    private readonly product: Product,
    private readonly person: Person,
  ) {}

  /** Connects, perhaps anew, and asks for what was missed. */
  async connect(): Promise<void> {
    const socket = this.product.connect(this.person);
    this.socket = socket;
    socket.on('change', (change: Change) => this.received.push(change));
    socket.on('resync', ({ topic }: { topic: Topic }) => this.toBeRead(topic));
    for (const id of this.pages.keys()) await this.watch(id);
  }

  get isConnected(): boolean {
    return this.socket?.connected === true;
  }

  disconnect(): void {
    this.socket?.disconnect();
  }

  /** What lies in a folder as it is shown; undefined where there is nothing to show. */
  async shown(id: string | null): Promise<readonly string[] | undefined> {
    const known = this.pages.get(id);
    if (!known || known.isOld) await this.read(id);
    const page = this.pages.get(id);
    return page && [...this.follow(id, page).ids];
  }

  private async read(id: string | null): Promise<void> {
    const address = id === null ? '/api/folders' : `/api/folders/${id}`;
    const { status, body } = await this.product.read(address, this.person);
    if (status !== 200) return void this.pages.delete(id);
    const { folders, docs, position } = body as unknown as FolderPage;
    const ids = [...folders, ...docs].map((row) => row.id);
    this.pages.set(id, { ids, position: Number(position), isOld: false });
    await this.watch(id);
  }

  private async watch(id: string | null): Promise<void> {
    const { position } = this.follow(id, this.pages.get(id)!);
    const request = { topics: [folderTopic(id)], after: String(position) };
    const answer = (await this.socket!.emitWithAck('watch', request)) as object;
    if ('error' in answer) this.toBeRead(folderTopic(id));
  }

  private toBeRead(topic: Topic): void {
    for (const [id, page] of this.pages) if (folderTopic(id) === topic) page.isOld = true;
  }

  /** Changes at or before the position of what is shown are old. */
  private follow(id: string | null, page: Page) {
    const ids = new Set(page.ids);
    let { position } = page;
    for (const change of this.received) {
      if (change.topic !== folderTopic(id) || Number(change.position) <= position) continue;
      position = Number(change.position);
      if (change.op === 'put') ids.add(change.id);
      else ids.delete(change.id);
    }
    return { ids, position };
  }
}
